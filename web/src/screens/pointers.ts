/** Eleven digits, the first of which points: which digit do they ask for? */
import type { JsPsych, JsPsychPlugin, TrialType } from "jspsych";
import { Choice, chooseAtRandom } from "../choice";
import type { Asked } from "../choice";
import { make } from "../dom";
import { data, parameters } from "../screen";

interface View {
  /** The first one points at others. */
  digits: number[];
  /** How many digits there are to answer with. */
  options: number;
}

const info = <const>{ name: "metamer-pointers", version: "1.0.0", parameters, data };
type Info = typeof info;

function row(digits: number[]): HTMLElement {
  const [pointer, ...others] = digits.map(String);
  const first = make("span", { class: "pointer" }, pointer!);
  const rest = others.map((digit) => make("span", {}, digit));
  const label = `The pointer is ${pointer}. The other digits are ${others.join(", ")}.`;
  return make("div", { class: "digits", role: "img", "aria-label": label }, first, ...rest);
}

function option(digit: string, index: number): HTMLButtonElement {
  return make("button", { type: "button", class: "option", "data-option": `${index}` }, digit);
}

/** One row of digits, answered with a digit. */
export default class Pointers implements JsPsychPlugin<Info> {
  static info = info;

  constructor(private jsPsych: JsPsych) {}

  trial(display: HTMLElement, trial: TrialType<Info>): void {
    const view = trial.view as View;
    const digits = [...Array(view.options).keys()].map(String);
    const options = digits.map(option);
    const keys = digits.map((digit) => [digit]);
    const choice = new Choice(this.jsPsych, trial as unknown as Asked, options, keys);
    const answers = make("div", { class: "options ten", role: "group", "aria-label": "Your answer" });
    answers.append(...options);
    const question = make("h2", {}, "Which digit is the answer?");
    const screen = make("section", { class: "screen pointers", tabindex: "-1" }, question);
    screen.append(row(view.digits), choice.told, answers, choice.clock);
    display.replaceChildren(screen);
    screen.focus();
    void choice.start();
  }

  simulate(trial: TrialType<Info>, _mode: string, _options: unknown, load: () => void): void {
    const display = this.jsPsych.getDisplayElement();
    this.trial(display, trial);
    load();
    void chooseAtRandom(this.jsPsych, display);
  }
}
