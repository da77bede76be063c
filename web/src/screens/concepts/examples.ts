/** The demonstrations: pairs of an input and its output, and a closer look at each. */
import { button, make } from "../../dom";
import { colsOf, rowsOf, type Grid } from "./grid";
import { picture, writeDigits } from "./picture";

export interface Demonstration {
  readonly input: Grid;
  readonly output: Grid;
}

/** A window over the page. Escape and its button close it; the browser keeps the focus inside. */
export function overlay(title: string, ...content: Node[]): HTMLDialogElement {
  const dialog = make("dialog", { "aria-label": title, class: "overlay" });
  const close = button("Close", () => dialog.close(), "secondary");
  dialog.append(make("header", {}, make("h2", {}, title), close), ...content);
  return dialog;
}

export class Examples {
  readonly element: HTMLElement;
  private readonly pictures: { svg: SVGElement; grid: Grid }[] = [];
  private digits = false;

  constructor(demonstrations: readonly Demonstration[]) {
    const pairs = demonstrations.map((pair, index) => this.example(pair, `Example ${index + 1}`));
    this.element = make("section", { class: "examples", "aria-label": "Examples" }, ...pairs);
  }

  writeDigits(wanted: boolean): void {
    this.digits = wanted;
    for (const { svg, grid } of this.pictures) writeDigits(svg, grid, wanted);
  }

  private example(pair: Demonstration, name: string): HTMLElement {
    const views = this.pair(pair, name);
    const open = () => this.enlarge(pair, name);
    views.addEventListener("click", open);
    const enlarge = button("Enlarge", open, "secondary small");
    enlarge.setAttribute("aria-label", `Enlarge ${name.toLowerCase()}`);
    return make("article", {}, make("header", {}, make("h2", {}, name), enlarge), views);
  }

  private pair({ input, output }: Demonstration, name: string): HTMLElement {
    const arrow = make("span", { class: "arrow", "aria-hidden": "true" }, "→");
    const views = [this.draw(input, `${name}, input`), arrow, this.draw(output, `${name}, output`)];
    const element = make("div", { class: "pair" }, ...views);
    const most = (count: (grid: Grid) => number) => `${Math.max(count(input), count(output))}`;
    element.style.setProperty("--most-rows", most(rowsOf));
    element.style.setProperty("--most-cols", most(colsOf));
    return element;
  }

  private draw(grid: Grid, label: string): SVGElement {
    const svg = picture(grid, label);
    writeDigits(svg, grid, this.digits);
    this.pictures.push({ svg, grid });
    return svg;
  }

  private enlarge(pair: Demonstration, name: string): void {
    const known = this.pictures.length;
    const dialog = overlay(name, this.pair(pair, name));
    dialog.addEventListener("close", () => {
      dialog.remove();
      this.pictures.length = known;
    });
    this.element.append(dialog);
    dialog.showModal();
  }
}
