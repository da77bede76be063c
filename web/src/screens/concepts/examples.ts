/** The demonstrations: inputs, and what the rule makes of them. */
import { make } from "../../dom";
import { enlargeable, row } from "./closeup";
import type { Grid } from "./grid";

export interface Demonstration {
  readonly input: Grid;
  readonly output: Grid;
}

export class Examples {
  readonly element = make("section", { class: "examples", "aria-label": "Examples" });

  constructor(private readonly demonstrations: readonly Demonstration[]) {
    this.draw();
  }

  /** Draws all of them, with or without digits as preferred now. */
  draw(): void {
    this.element.replaceChildren(...this.demonstrations.map((pair, index) => example(pair, index + 1)));
  }
}

function example({ input, output }: Demonstration, number: number): HTMLElement {
  const title = `Example ${number}`;
  const grids = { [`${title}, input`]: input, [`${title}, output`]: output };
  return make("article", {}, enlargeable(title, grids), row(grids));
}
