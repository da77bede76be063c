/** What stays while pages come and go: title, progress, the state of the connection. */
import type { Study, TrialPage } from "./api";
import { make } from "./dom";

const OFFLINE =
  "No connection at the moment. Your answers are kept on this device and are sent as soon as the connection is back.";
const WAITING = "Waiting for the server …";
const PATIENCE_MS = 700;

export class Frame {
  readonly main = make("main", { id: "main" });
  private title = make("h1");
  private count = make("span", { class: "count" });
  private bar = make("progress", { max: "1", value: "0", "aria-label": "Progress" });
  private status = make("p", { class: "status", role: "status" });
  private contact = make("p", { class: "contact" });
  private waits = 0;
  private timer = 0;
  private reached = true;

  constructor(root: HTMLElement) {
    const header = make("header", {}, make("div", { class: "top" }, this.title, this.count), this.bar);
    root.append(header, this.main, make("footer", {}, this.status, this.contact));
  }

  /** Say which study this is and whom to write to. */
  name(study: Study): void {
    document.title = study.title;
    this.title.textContent = study.title;
    this.contact.textContent = study.contact ? `Questions? ${study.contact}` : "";
  }

  /** How far the participant has come. */
  progress(trial: TrialPage | null): void {
    this.count.textContent = trial ? `${trial.done + 1} of ${trial.of}` : "";
    this.bar.toggleAttribute("data-idle", !trial);
    if (trial) this.bar.value = trial.done / trial.of;
  }

  /** Say whether the server can be reached. */
  connection(reached: boolean): void {
    this.reached = reached;
    this.say();
  }

  /** Wait for something, and say so if it takes long. */
  async while<T>(something: Promise<T>): Promise<T> {
    this.waits += 1;
    this.timer ||= window.setTimeout(() => this.say(), PATIENCE_MS);
    try {
      return await something;
    } finally {
      this.waits = Math.max(0, this.waits - 1);
      window.clearTimeout(this.timer);
      this.timer = 0;
      this.say();
    }
  }

  /** Say nothing more of the connection: nothing is awaited any longer. */
  rest(): void {
    this.waits = 0;
    this.connection(true);
  }

  private say(): void {
    const text = this.reached ? (this.waits ? WAITING : "") : OFFLINE;
    if (this.status.textContent !== text) this.status.textContent = text;
  }
}
