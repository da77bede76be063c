/** The size of the answer: number fields with steppers, and "same as input". */
import { make } from "../../dom";
import { action } from "./controls";
import { colsOf, rowsOf, type Grid } from "./grid";

type Resize = (rows: number, cols: number) => void;

export class Size {
  readonly element: HTMLElement;
  private readonly rows: HTMLInputElement;
  private readonly cols: HTMLInputElement;
  private now = { rows: 1, cols: 1 };

  constructor(
    private readonly most: number,
    private readonly resize: Resize,
  ) {
    this.rows = this.field("Rows", (rows) => resize(rows, this.now.cols));
    this.cols = this.field("Columns", (cols) => resize(this.now.rows, cols));
    const named = (name: string): Node => make("span", { "aria-hidden": "true" }, name);
    const parts: Node[] = [named("Rows"), this.stepper("rows", this.rows)];
    parts.push(named("Columns"), this.stepper("columns", this.cols));
    this.element = make("div", { class: "size", role: "group", "aria-label": "Size" }, ...parts);
  }

  show(grid: Grid): void {
    this.now = { rows: rowsOf(grid), cols: colsOf(grid) };
    this.rows.value = `${this.now.rows}`;
    this.cols.value = `${this.now.cols}`;
  }

  private field(label: string, set: (value: number) => void): HTMLInputElement {
    const limits = { type: "number", min: "1", max: `${this.most}`, inputmode: "numeric" };
    const input = make("input", { ...limits, "aria-label": label });
    input.addEventListener("change", () => {
      const value = Math.round(input.valueAsNumber);
      if (!Number.isNaN(value)) set(this.within(value));
      this.rewrite();
    });
    return input;
  }

  /** What was typed may be out of range or no number: the field says what the size is. */
  private rewrite(): void {
    this.rows.value = `${this.now.rows}`;
    this.cols.value = `${this.now.cols}`;
  }

  private stepper(what: "rows" | "columns", input: HTMLInputElement): HTMLElement {
    const step = (by: number) => () => {
      const { rows, cols } = this.now;
      if (what === "rows") this.resize(this.within(rows + by), cols);
      else this.resize(rows, this.within(cols + by));
    };
    const fewer = action("−", step(-1));
    const more = action("+", step(1));
    fewer.setAttribute("aria-label", `Fewer ${what}`);
    more.setAttribute("aria-label", `More ${what}`);
    return make("span", { class: "stepper" }, fewer, input, more);
  }

  private within(value: number): number {
    return Math.max(1, Math.min(this.most, value));
  }
}
