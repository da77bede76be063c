/** Eight panels and a gap: which of eight candidates completes them? */
import type { JsPsych, JsPsychPlugin, TrialType } from "jspsych";
import { Choice, chooseAtRandom } from "../choice";
import type { Asked } from "../choice";
import { make } from "../dom";
import { data, parameters } from "../screen";

interface View {
  /** Eight pictures, row by row; the ninth is the gap. */
  context: string[];
  candidates: string[];
}

const info = <const>{ name: "metamer-matrices", version: "1.0.0", parameters, data };
type Info = typeof info;

const SIDE = 3;

function panel(src: string, index: number): HTMLElement {
  const place = `row ${Math.floor(index / SIDE) + 1}, column ${(index % SIDE) + 1}`;
  return make("img", { src, alt: `Panel in ${place}`, width: "160", height: "160" });
}

function option(src: string, index: number): HTMLButtonElement {
  const picture = make("img", { src, alt: `Candidate ${index + 1}`, width: "160", height: "160" });
  const key = make("kbd", { "aria-hidden": "true" }, String(index + 1));
  const attributes = { type: "button", class: "option", "data-option": `${index}` };
  return make("button", attributes, picture, key);
}

/** One matrix, answered by a click or with the keys 1 to 8. */
export default class Matrices implements JsPsychPlugin<Info> {
  static info = info;

  constructor(private jsPsych: JsPsych) {}

  trial(display: HTMLElement, trial: TrialType<Info>): void {
    const { context, candidates } = trial.view as View;
    const options = candidates.map(option);
    const keys = candidates.map((_, index) => [String(index + 1)]);
    const choice = new Choice(this.jsPsych, trial as unknown as Asked, options, keys);
    const gap = make("div", { class: "gap", role: "img", "aria-label": "The missing panel" }, "?");
    const matrix = make("div", { class: "matrix", role: "group", "aria-label": "The matrix" });
    matrix.append(...context.map(panel), gap);
    const answers = make("div", { class: "options eight", role: "group", "aria-label": "Candidates" });
    answers.append(...options);
    const question = make("h2", {}, "Which candidate completes the matrix?");
    const screen = make("section", { class: "screen matrices", tabindex: "-1" }, question);
    screen.append(make("div", { class: "sides" }, matrix, answers), choice.told, choice.clock);
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
