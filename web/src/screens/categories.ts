/** A figure, and two made-up words: which one does it go by? */
import type { JsPsych, JsPsychPlugin, TrialType } from "jspsych";
import { Choice, chooseAtRandom } from "../choice";
import type { Asked } from "../choice";
import { make } from "../dom";
import { data, parameters } from "../screen";

interface Figure {
  shape: "triangle" | "square";
  /** As CSS calls it. */
  colour: string;
  /** Width of the figure's circle, as a share of the field. */
  size: number;
  /** Centre from the left and from the top, as shares of the field. */
  x: number;
  y: number;
  /** Degrees, clockwise. */
  angle: number;
}

interface View {
  figure: Figure;
  /** The two words. */
  labels: [string, string];
}

const info = <const>{ name: "metamer-categories", version: "1.0.0", parameters, data };
type Info = typeof info;

/** Where the corners lie around the centre, in degrees. */
const CORNERS = { triangle: [90, 210, 330], square: [45, 135, 225, 315] };
const OUTLINE = "#1c2430";
/** Of the left button and of the right one. */
const KEYS = [
  ["f", "arrowleft"],
  ["j", "arrowright"],
];

/** The corners of a figure in a field that is 100 wide. */
export function outline({ shape, size, x, y, angle }: Figure): [number, number][] {
  return CORNERS[shape].map((corner) => {
    const turned = ((corner - angle) * Math.PI) / 180;
    return [100 * (x + (size / 2) * Math.cos(turned)), 100 * (y - (size / 2) * Math.sin(turned))];
  });
}

/** The figure in words, for those who do not see it. */
export function words({ shape, colour, size, x, y, angle }: Figure): string {
  const extent = size < 0.27 ? "small" : size < 0.34 ? "middle-sized" : "large";
  const across = x < 0.43 ? "left" : x < 0.57 ? "centre" : "right";
  const down = y < 0.43 ? "top" : y < 0.57 ? "middle" : "bottom";
  const way = angle < 0 ? "counter-clockwise" : "clockwise";
  const turn = Math.abs(Math.round(angle));
  return `A ${extent} ${colour} ${shape}, ${down} ${across}, turned ${turn} degrees ${way}.`;
}

function drawing(figure: Figure): SVGElement {
  const space = "http://www.w3.org/2000/svg";
  const svg = document.createElementNS(space, "svg");
  svg.setAttribute("viewBox", "0 0 100 100");
  svg.setAttribute("role", "img");
  svg.setAttribute("aria-label", words(figure));
  const shape = document.createElementNS(space, "polygon");
  shape.setAttribute("points", outline(figure).map((corner) => corner.join(",")).join(" "));
  shape.setAttribute("fill", figure.colour);
  shape.setAttribute("stroke", OUTLINE);
  shape.setAttribute("stroke-linejoin", "round");
  svg.append(shape);
  return svg;
}

function option(label: string, index: number, key: string): HTMLButtonElement {
  const hint = make("kbd", { "aria-hidden": "true" }, key.toUpperCase());
  return make("button", { type: "button", class: "option", "data-option": `${index}` }, label, hint);
}

/** One figure to be named: with feedback while learning, without in the test. */
export default class Categories implements JsPsychPlugin<Info> {
  static info = info;

  constructor(private jsPsych: JsPsych) {}

  trial(display: HTMLElement, trial: TrialType<Info>): void {
    const { figure, labels } = trial.view as View;
    // In alphabetical order: the side of a word must not tell which class it names.
    const places = labels.map((label) => [...labels].sort().indexOf(label));
    const keys = places.map((place) => KEYS[place]!);
    const options = labels.map((label, index) => option(label, index, keys[index]![0]!));
    const choice = new Choice(this.jsPsych, trial as unknown as Asked, options, keys);
    const field = make("div", { class: "field" }, drawing(figure));
    const answers = make("div", { class: "options two", role: "group", "aria-label": "Your answer" });
    answers.append(...[...options].sort((a, b) => (a.textContent! < b.textContent! ? -1 : 1)));
    const question = make("h2", {}, "Which word does it go by?");
    const screen = make("section", { class: "screen categories", tabindex: "-1" }, question, field);
    screen.append(choice.told, answers, choice.clock);
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
