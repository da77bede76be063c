/** Concepts: see a rule in examples, and draw what it makes of a new input. */
import type { JsPsych, JsPsychPlugin, TrialType } from "jspsych";
import { make, pause } from "../../dom";
import { data, parameters } from "../../screen";
import type { Respond } from "../../screen";
import "./concepts.css";
import { Examples, type Demonstration } from "./examples";
import type { Grid } from "./grid";
import { preferences } from "./preferences";
import { Submission, type Told } from "./submission";
import { Workspace } from "./workspace";

/** What may be seen: see docs/app.md. */
export interface View {
  readonly demonstrations: readonly Demonstration[];
  readonly input: Grid;
  /** How many answers are left; null if there is no limit. */
  readonly attempts: number | null;
  /** The most rows and columns that an answer can have. */
  readonly max_side: number;
}

const info = <const>{ name: "metamer-concepts", version: "1.0.0", parameters, data };
type Info = typeof info;

/** One task: draw the output until it is right or no attempt is left. */
export default class Concepts implements JsPsychPlugin<Info> {
  static info = info;

  constructor(private readonly jsPsych: JsPsych) {}

  trial(display: HTMLElement, trial: TrialType<Info>): void {
    const view = trial.view as View;
    const examples = new Examples(view.demonstrations);
    const workspace = new Workspace(view.input, view.max_side, () => submission.refresh());
    const submission = new Submission(view.attempts, {
      answer: () => workspace.answer,
      respond: trial.respond as Respond<View, Told>,
      close: () => workspace.close(),
      finish: (answers) => this.jsPsych.finishTrial({ answers }),
    });
    // Keys count inside the screen only, wherever the last click was: hence its tabindex.
    const screen = make("section", { class: "screen concepts", tabindex: "-1" });
    const work = make("div", { class: "work" }, ...workspace.parts, submission.element);
    screen.append(introduction(digitsOption(screen, examples)), examples.element, work);
    screen.addEventListener("keydown", (event) => workspace.onKey(event));
    display.replaceChildren(screen);
    window.scrollTo(0, 0);
    screen.focus({ preventScroll: true });
    if (trial.seconds) submission.limit(trial.seconds);
  }

  simulate(trial: TrialType<Info>, _mode: string, _options: unknown, load: () => void): void {
    const display = this.jsPsych.getDisplayElement();
    this.trial(display, trial);
    load();
    void this.guess(display);
  }

  /** A participant who copies the input, paints a cell and submits until the trial is over. */
  private async guess(display: HTMLElement): Promise<void> {
    const [screen] = display.children;
    const click = (selector: string): void => {
      const elements = [...display.querySelectorAll<HTMLElement>(selector)];
      this.jsPsych.randomization.sampleWithoutReplacement(elements, 1)[0]?.click();
    };
    click(".commands [data-command=whole]");
    while (display.firstElementChild === screen) {
      click(".palette input");
      click(".answer [role=gridcell]");
      click(".send button:not([aria-disabled])");
      await pause(20);
    }
  }
}

function introduction(option: HTMLElement): HTMLElement {
  const task =
    "One rule turns every input into its output. Find it, and draw the output that belongs to the test input.";
  const small = make("p", { class: "hint" }, "This is easier on a larger screen, if you have one.");
  return make("header", { class: "introduction" }, make("p", {}, task), small, option);
}

function digitsOption(screen: HTMLElement, examples: Examples): HTMLElement {
  const input = make("input", { type: "checkbox" });
  const show = (): void => {
    preferences.digits = input.checked;
    screen.classList.toggle("with-digits", input.checked);
    examples.draw();
  };
  input.checked = preferences.digits;
  input.addEventListener("change", show);
  screen.classList.toggle("with-digits", input.checked);
  return make("label", { class: "preference" }, input, "Show digits in cells");
}
