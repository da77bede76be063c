/** Sends answers and says what became of them. */
import { button, make } from "../../dom";
import type { Respond } from "../../screen";
import { same, type Grid } from "./grid";
import type { View } from "./index";

/** What a participant is told of an answer; nothing if the block gives no feedback. */
export interface Told {
  correct?: boolean;
}

interface Wiring {
  /** The answer as it is drawn now. */
  answer(): Grid;
  respond: Respond<View, Told>;
  /** No further answer is taken. */
  close(): void;
  /** The screen can go. */
  finish(answers: readonly (Grid | null)[]): void;
}

const left = (attempts: number | null): string =>
  attempts === null
    ? "You have as many attempts as you like."
    : `${attempts} ${attempts === 1 ? "attempt" : "attempts"} left.`;

/** A button that ignores the second half of a double click, which may be meant for another one. */
function single(text: string, act: () => void): HTMLButtonElement {
  const element = button(text, () => undefined);
  element.addEventListener("click", (event) => {
    if (event.detail <= 1) act();
  });
  return element;
}

export class Submission {
  readonly element: HTMLElement;
  private readonly answers: (Grid | null)[] = [];
  private readonly told = make("p", { class: "told", role: "status" });
  private readonly attempts = make("p", { class: "attempts" });
  private readonly clock = make("p", { class: "clock" });
  private readonly submit = single("Submit", () => void this.send());
  /** Answers go one after the other: the time may be up while one is on its way. */
  private sending: Promise<void> | null = null;
  private over = false;
  private timer = 0;

  constructor(
    attempts: number | null,
    private readonly wiring: Wiring,
  ) {
    this.attempts.textContent = left(attempts);
    const send = make("div", { class: "send" }, this.submit, this.attempts, this.clock);
    this.element = make("section", { class: "submission", "aria-label": "Submit" }, send, this.told);
  }

  /** The drawing has changed: what was said of the last one is no longer true. */
  refresh(): void {
    if (!this.sending && !this.over) this.say("");
  }

  /** Takes answers until the time is up, and shows the seconds left. */
  limit(seconds: number): void {
    const end = performance.now() + 1000 * seconds;
    this.timer = window.setInterval(() => {
      // The session may have gone on without this screen: in another tab, for instance.
      if (!this.element.isConnected) return clearInterval(this.timer);
      const rest = Math.max(0, Math.ceil((end - performance.now()) / 1000));
      this.clock.textContent = `${rest} s left`;
      if (rest === 0) void this.timeUp();
    }, 200);
  }

  /** What is drawn but not sent is lost. */
  private async timeUp(): Promise<void> {
    clearInterval(this.timer);
    await this.sending;
    if (this.over) return;
    this.end();
    this.answers.push(null);
    await this.wiring.respond(null);
    this.offer("Your time is up.");
  }

  private async send(): Promise<void> {
    if (this.sending || this.over) return;
    const answer = this.wiring.answer();
    const last = this.answers.at(-1);
    if (last && same(last, answer))
      return this.say("You have just sent this answer. Change it before you send it again.");
    this.submit.setAttribute("aria-disabled", "true");
    this.sending = this.hand(answer).finally(() => {
      this.sending = null;
      this.submit.removeAttribute("aria-disabled");
    });
    await this.sending;
  }

  private async hand(answer: Grid): Promise<void> {
    this.answers.push(answer);
    const result = await this.wiring.respond(answer);
    const correct = result?.feedback.correct;
    if (result && !result.over) return this.again(result.view.attempts, correct);
    this.end();
    if (correct === undefined) this.wiring.finish(this.answers);
    else this.offer(correct ? "Correct!" : "Not correct. That was your last attempt.", correct);
  }

  private again(attempts: number | null, correct: boolean | undefined): void {
    this.attempts.textContent = left(attempts);
    const next = "Your drawing is still there: change it and try again.";
    this.say(correct === undefined ? "Your answer is stored." : `Not yet. ${next}`, correct);
  }

  private end(): void {
    this.over = true;
    clearInterval(this.timer);
    this.clock.textContent = "";
    this.attempts.textContent = "";
    this.wiring.close();
  }

  /** Leaves time to read what became of the answer. */
  private offer(text: string, correct?: boolean): void {
    this.say(text, correct);
    const next = single("Continue", () => this.wiring.finish(this.answers));
    this.submit.replaceWith(next);
    next.focus({ preventScroll: true });
  }

  private say(text: string, correct?: boolean): void {
    this.told.textContent = text;
    this.told.dataset["told"] = correct === undefined ? "" : correct ? "right" : "wrong";
  }
}
