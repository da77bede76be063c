import { describe, expect, test } from "vitest";
import * as grids from "../../src/screens/concepts/grid";
import { begin, push, redo, undo } from "../../src/screens/concepts/history";

const GRID = [
  [1, 1, 0],
  [0, 1, 0],
  [1, 0, 0],
];

const at = (row: number, col: number) => ({ row, col });

describe("a grid", () => {
  test("keeps its upper left part when it is resized, and grows in black", () => {
    expect(grids.resize(GRID, 2, 4)).toEqual([
      [1, 1, 0, 0],
      [0, 1, 0, 0],
    ]);
  });

  test("is not changed by painting: another one comes out", () => {
    const before = structuredClone(GRID);
    expect(grids.paint(GRID, [at(0, 2), at(9, 9)], 5)[0]).toEqual([1, 1, 5]);
    expect(GRID).toEqual(before);
  });

  test("is flooded through sides, not through corners", () => {
    expect(grids.flood(GRID, at(0, 0), 4)).toEqual([
      [4, 4, 0],
      [0, 4, 0],
      [1, 0, 0],
    ]);
  });

  test("stays the same grid where a flood has nothing to do", () => {
    expect(grids.flood(GRID, at(0, 0), 1)).toBe(GRID);
    expect(grids.flood(GRID, at(3, 0), 1)).toBe(GRID);
  });

  test("of the largest size is flooded whole", () => {
    const full = grids.flood(grids.blank(30, 30), at(29, 29), 7);
    expect(full.flat().every((colour) => colour === 7)).toBe(true);
  });

  test("takes a filled rectangle between any two corners", () => {
    const box = grids.boxOf(at(2, 2), at(1, 1));
    expect(grids.rectangle(GRID, box, 6)).toEqual([
      [1, 1, 0],
      [0, 6, 6],
      [1, 6, 6],
    ]);
  });

  test("gives back a part that was copied, cut off at the edge when pasted there", () => {
    const part = grids.copy(GRID, grids.boxOf(at(0, 0), at(1, 1)));
    expect(part).toEqual([
      [1, 1],
      [0, 1],
    ]);
    expect(grids.paste(grids.blank(3, 3), part, at(2, 2))).toEqual([
      [0, 0, 0],
      [0, 0, 0],
      [0, 0, 1],
    ]);
  });

  test("differs from one with another shape", () => {
    expect(grids.same(GRID, structuredClone(GRID))).toBe(true);
    expect(grids.same(GRID, GRID.slice(1))).toBe(false);
    expect(grids.same([[1, 0]], [[1]])).toBe(false);
  });
});

test("a line has no gaps: neighbours touch at least by a corner", () => {
  const cells = grids.line(at(0, 0), at(3, 11));
  expect(cells[0]).toEqual(at(0, 0));
  expect(cells.at(-1)).toEqual(at(3, 11));
  cells.slice(1).forEach((cell, index) => {
    expect(Math.abs(cell.row - cells[index]!.row)).toBeLessThanOrEqual(1);
    expect(Math.abs(cell.col - cells[index]!.col)).toBeLessThanOrEqual(1);
  });
});

describe("history", () => {
  test("goes back and forth, and ends where there is nothing more", () => {
    const history = push(push(begin("a"), "b"), "c");
    expect(undo(undo(undo(history))).now).toBe("a");
    expect(redo(redo(redo(undo(undo(history))))).now).toBe("c");
  });

  test("forgets what was undone when something new is done", () => {
    const history = push(undo(push(begin("a"), "b")), "c");
    expect(redo(history).now).toBe("c");
    expect(undo(history).now).toBe("a");
  });
});
