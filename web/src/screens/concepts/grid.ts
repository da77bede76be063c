/** Grids of colours, and what can be done with them. Nothing here changes a grid: each gives a new one. */

/** Rows of colours 0 to 9. */
export type Grid = readonly (readonly number[])[];

export interface Cell {
  readonly row: number;
  readonly col: number;
}

/** A rectangle of cells; all four sides belong to it. */
export interface Box {
  readonly top: number;
  readonly left: number;
  readonly bottom: number;
  readonly right: number;
}

export const BACKGROUND = 0;

export const rowsOf = (grid: Grid): number => grid.length;
export const colsOf = (grid: Grid): number => grid[0]?.length ?? 0;

export function blank(rows: number, cols: number): Grid {
  return Array.from({ length: rows }, () => Array<number>(cols).fill(BACKGROUND));
}

/** The grid with more or fewer rows and columns at its bottom and right. */
export function resize(grid: Grid, rows: number, cols: number): Grid {
  return blank(rows, cols).map((row, r) => row.map((colour, c) => grid[r]?.[c] ?? colour));
}

export function same(first: Grid, second: Grid): boolean {
  return (
    first.length === second.length &&
    first.every((row, r) => {
      const other = second[r]!;
      return row === other || (row.length === other.length && row.every((c, i) => c === other[i]));
    })
  );
}

export function holds(grid: Grid, { row, col }: Cell): boolean {
  return row >= 0 && col >= 0 && row < rowsOf(grid) && col < colsOf(grid);
}

/** The cell of the grid that is nearest to this one. */
export function clamp(grid: Grid, { row, col }: Cell): Cell {
  const within = (value: number, count: number) => Math.max(0, Math.min(count - 1, value));
  return { row: within(row, rowsOf(grid)), col: within(col, colsOf(grid)) };
}

export function paint(grid: Grid, cells: readonly Cell[], colour: number): Grid {
  const rows = grid.map((row) => [...row]);
  for (const cell of cells) if (holds(grid, cell)) rows[cell.row]![cell.col] = colour;
  return rows;
}

/** The cells between two, both included: a quick pointer skips some. */
export function line(from: Cell, to: Cell): Cell[] {
  const steps = Math.max(Math.abs(to.row - from.row), Math.abs(to.col - from.col), 1);
  return Array.from({ length: steps + 1 }, (_, step) => ({
    row: Math.round(from.row + ((to.row - from.row) * step) / steps),
    col: Math.round(from.col + ((to.col - from.col) * step) / steps),
  }));
}

/** Gives a colour to the cell and all of its colour that hang together with it by their sides. */
export function flood(grid: Grid, start: Cell, colour: number): Grid {
  const old = grid[start.row]?.[start.col];
  if (old === undefined || old === colour) return grid;
  const rows = grid.map((row) => [...row]);
  const waiting = [start];
  for (let cell = waiting.pop(); cell; cell = waiting.pop()) {
    const { row, col } = cell;
    if (rows[row]?.[col] !== old) continue;
    rows[row]![col] = colour;
    waiting.push({ row: row - 1, col }, { row: row + 1, col });
    waiting.push({ row, col: col - 1 }, { row, col: col + 1 });
  }
  return rows;
}

export function boxOf(first: Cell, second: Cell): Box {
  return {
    top: Math.min(first.row, second.row),
    left: Math.min(first.col, second.col),
    bottom: Math.max(first.row, second.row),
    right: Math.max(first.col, second.col),
  };
}

export function rectangle(grid: Grid, box: Box, colour: number): Grid {
  return grid.map((row, r) =>
    r < box.top || r > box.bottom
      ? row
      : row.map((old, c) => (c < box.left || c > box.right ? old : colour)),
  );
}

/** The part of a grid inside a box. */
export function copy(grid: Grid, box: Box): Grid {
  return grid.slice(box.top, box.bottom + 1).map((row) => row.slice(box.left, box.right + 1));
}

/** The grid with a patch on it, its upper left corner at a cell; what sticks out is cut off. */
export function paste(grid: Grid, patch: Grid, at: Cell): Grid {
  return grid.map((row, r) => row.map((old, c) => patch[r - at.row]?.[c - at.col] ?? old));
}
