/** What the screens with one answer out of a few share: keys, time limit, feedback. */
import type { JsPsych } from "jspsych";
import { make, pause } from "./dom";
import type { Respond } from "./screen";

/** What a participant is told of a choice. */
interface Told {
  correct?: boolean;
  /** The right option, at the end. */
  right?: number;
}

/** What a screen is given, as far as choosing goes. */
export interface Asked {
  feedback: boolean;
  seconds: number;
  respond: Respond<unknown, Told>;
}

/** A key or click this early was meant for the trial before. */
const ARMED_AFTER_MS = 150;
const RIGHT_MS = 900;
const WRONG_MS = 1_800;

/** The line that says whether an answer was right; its place is kept free. */
function feedbackLine(): HTMLElement {
  return make("p", { class: "told", role: "status" });
}

/** Options, what is told of them, and the time that is left. */
export class Choice {
  readonly told = feedbackLine();
  readonly clock = make("p", { class: "clock" });
  private answers: (number | null)[] = [];
  private open = false;
  private ended = new AbortController();

  /** `keys` holds, for each option, the keys that choose it, in lower case. */
  constructor(
    private jsPsych: JsPsych,
    private trial: Asked,
    private options: HTMLButtonElement[],
    private keys: string[][],
  ) {
    options.forEach((option, index) => option.addEventListener("click", () => this.choose(index)));
    const { signal } = this.ended;
    document.addEventListener("keydown", (event) => this.press(event), { signal });
  }

  /** Take answers from now on. */
  async start(): Promise<void> {
    await pause(ARMED_AFTER_MS);
    this.open = true;
    if (this.trial.seconds) this.countDown(performance.now() + 1000 * this.trial.seconds);
  }

  private press(event: KeyboardEvent): void {
    if (event.repeat || event.ctrlKey || event.metaKey || event.altKey) return;
    const index = this.keys.findIndex((keys) => keys.includes(event.key.toLowerCase()));
    if (index < 0) return;
    event.preventDefault();
    this.choose(index);
  }

  private countDown(end: number): void {
    const tick = window.setInterval(() => {
      const left = Math.max(0, Math.ceil((end - performance.now()) / 1000));
      this.clock.textContent = `${left} s left`;
      if (left === 0) this.choose(null);
    }, 200);
    this.ended.signal.addEventListener("abort", () => window.clearInterval(tick));
  }

  private choose(answer: number | null): void {
    if (!this.open) return;
    this.open = false;
    this.answers.push(answer);
    this.mark(answer, "aria-pressed", "true");
    this.options.forEach((option) => option.setAttribute("aria-disabled", "true"));
    void this.judge(answer);
  }

  private async judge(answer: number | null): Promise<void> {
    const result = await this.trial.respond(answer);
    if (result && this.trial.feedback) await this.tell(answer, result.feedback, result.over);
    if (!result || result.over) return this.end();
    this.reopen();
  }

  /** Say whether the answer was right, in words, with a mark on the option. */
  private async tell(answer: number | null, told: Told, over: boolean): Promise<void> {
    this.mark(answer, "data-told", told.correct ? "right" : "wrong");
    if (told.right !== undefined) this.mark(told.right, "data-told", "right");
    this.told.dataset.told = told.correct ? "right" : "wrong";
    const wrong = over ? "Not right." : "Not right. Try again.";
    this.told.textContent = told.correct ? "Right!" : answer === null ? "Time is up." : wrong;
    await pause(told.correct ? RIGHT_MS : WRONG_MS);
  }

  private mark(index: number | null, attribute: string, value: string): void {
    if (index !== null) this.options[index]?.setAttribute(attribute, value);
  }

  private reopen(): void {
    for (const option of this.options) {
      option.removeAttribute("aria-disabled");
      option.setAttribute("aria-pressed", "false");
    }
    this.open = true;
  }

  private end(): void {
    this.ended.abort();
    this.jsPsych.finishTrial({ answers: this.answers });
  }
}

/** A participant who takes a random option at each try, for tests and dry runs. */
export async function chooseAtRandom(jsPsych: JsPsych, display: HTMLElement): Promise<void> {
  const [screen] = display.children;
  await pause(ARMED_AFTER_MS + 1);
  while (display.firstElementChild === screen) {
    const options = [...display.querySelectorAll<HTMLElement>("[data-option]:not([aria-disabled])")];
    const [option] = jsPsych.randomization.shuffle(options) as HTMLElement[];
    option?.click();
    await pause(20);
  }
}
