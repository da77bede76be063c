/** A grid that can be worked on: a table of cells for screen readers and the keyboard. */
import { make } from "../../dom";
import { colsOf, rowsOf, type Box, type Cell, type Grid } from "./grid";
import { nameOf } from "./palette";

const SIDES = ["top", "left", "bottom", "right"] as const;

function inside(box: Box | null, row: number, col: number): boolean {
  return !!box && row >= box.top && row <= box.bottom && col >= box.left && col <= box.right;
}

/** Draws grids into the same cells again and again: only what differs is touched. */
export class Board {
  readonly element: HTMLElement;
  /** The cells alone, without what lies over them. */
  readonly table: HTMLElement;
  private readonly frame = make("div", { class: "frame", hidden: "" });
  private rows: HTMLElement[][] = [];
  private drawn: number[][] = [];
  private cursor: Cell = { row: 0, col: 0 };
  private selection: Box | null = null;

  constructor(label: string, ...over: Node[]) {
    const roles = { role: "grid", "aria-label": label, "aria-multiselectable": "true" };
    this.table = make("div", { ...roles, class: "cells" });
    const layers = make("div", { class: "layers" }, this.table, this.frame, ...over);
    this.element = make("div", { class: "drawing" }, layers);
  }

  show(grid: Grid, cursor: Cell, selection: Box | null): void {
    this.fit(rowsOf(grid), colsOf(grid));
    grid.forEach((row, r) => row.forEach((colour, c) => this.colour(r, c, colour)));
    this.mark(selection);
    this.point(cursor);
  }

  /** Gives the cursor's cell the focus. */
  focus(): void {
    this.rows[this.cursor.row]?.[this.cursor.col]?.focus({ preventScroll: true });
  }

  /** The cell under a point of the window; beside the board, the nearest one. */
  cellAt(x: number, y: number): Cell {
    const { left, top, width, height } = this.table.getBoundingClientRect();
    const [rows, cols] = [this.rows.length, this.rows[0]!.length];
    const index = (share: number, count: number) =>
      Math.max(0, Math.min(count - 1, Math.floor(share * count)));
    return { row: index((y - top) / height, rows), col: index((x - left) / width, cols) };
  }

  /** The cell that an element shows, if it is one. */
  cellOf(element: HTMLElement): Cell | null {
    const row = this.rows.findIndex((cells) => cells.includes(element));
    return row < 0 ? null : { row, col: this.rows[row]!.indexOf(element) };
  }

  /** How far it is from one cell to the next, in pixels. */
  get pitch(): number {
    return this.table.getBoundingClientRect().width / this.rows[0]!.length;
  }

  private fit(rows: number, cols: number): void {
    if (rows === this.rows.length && cols === this.rows[0]?.length) return;
    this.element.style.setProperty("--rows", `${rows}`);
    this.element.style.setProperty("--cols", `${cols}`);
    for (const row of this.table.querySelectorAll(`[role=row]:nth-child(n + ${rows + 1})`)) row.remove();
    this.rows.length = this.drawn.length = Math.min(rows, this.rows.length);
    while (this.rows.length < rows) this.addRow();
    this.rows.forEach((cells, r) => this.fitRow(cells, r, cols));
  }

  private addRow(): void {
    this.table.append(make("div", { role: "row" }));
    this.rows.push([]);
    this.drawn.push([]);
  }

  private fitRow(cells: HTMLElement[], row: number, cols: number): void {
    for (const cell of cells.splice(cols)) cell.remove();
    this.drawn[row]!.splice(cols);
    while (cells.length < cols) {
      const cell = make("div", { role: "gridcell", tabindex: "-1" });
      this.table.children[row]!.append(cell);
      cells.push(cell);
    }
  }

  private colour(row: number, col: number, colour: number): void {
    if (this.drawn[row]![col] === colour) return;
    this.drawn[row]![col] = colour;
    const cell = this.rows[row]![col]!;
    cell.dataset["colour"] = `${colour}`;
    cell.setAttribute("aria-label", `row ${row + 1}, column ${col + 1}: ${nameOf(colour)}`);
  }

  private mark(selection: Box | null): void {
    if (selection === this.selection) return;
    this.selection = selection;
    this.rows.forEach((cells, r) =>
      cells.forEach((cell, c) => {
        if (inside(selection, r, c)) cell.setAttribute("aria-selected", "true");
        else if (cell.hasAttribute("aria-selected")) cell.removeAttribute("aria-selected");
      }),
    );
    this.frame.hidden = !selection;
    for (const side of SIDES) this.frame.style.setProperty(`--${side}`, `${selection?.[side] ?? 0}`);
  }

  /** Only the cursor's cell can be reached with Tab: a grid is one stop. */
  private point(cursor: Cell): void {
    this.rows[this.cursor.row]?.[this.cursor.col]?.setAttribute("tabindex", "-1");
    this.rows[cursor.row]![cursor.col]!.setAttribute("tabindex", "0");
    this.cursor = cursor;
  }
}
