/** The editor without its looks: a state, and what each action makes of it. */
import * as grids from "./grid";
import type { Box, Cell, Grid } from "./grid";
import * as histories from "./history";
import type { History } from "./history";

export type Tool = "paint" | "fill" | "rectangle" | "select";

/** Something that is still being drawn: it becomes one step of the history when it ends. */
interface Gesture {
  readonly what: Tool | "resize";
  readonly from: Cell;
  readonly grid: Grid;
}

export interface State {
  readonly history: History<Grid>;
  readonly tool: Tool;
  readonly colour: number;
  readonly cursor: Cell;
  readonly gesture: Gesture | null;
  readonly selection: Box | null;
  readonly clipboard: Grid | null;
  /** Where the upper left corner of the clipboard would be pasted, while that is being chosen. */
  readonly floating: Cell | null;
}

const ORIGIN: Cell = { row: 0, col: 0 };

export function start(grid: Grid, tool: Tool = "paint"): State {
  const history = histories.begin(grid);
  const nothing = { gesture: null, selection: null, clipboard: null, floating: null };
  return { history, tool, colour: 1, cursor: ORIGIN, ...nothing };
}

/** The grid as it is to be seen: with what is being drawn or pasted. */
export function shown(state: State): Grid {
  const { history, gesture, clipboard, floating } = state;
  if (floating && clipboard) return grids.paste(history.now, clipboard, floating);
  return gesture?.grid ?? history.now;
}

/** What is being pasted or else selected: it has a frame around it. */
export function framed({ selection, clipboard, floating }: State): Box | null {
  if (!floating || !clipboard) return selection;
  const last = { row: grids.rowsOf(clipboard) - 1, col: grids.colsOf(clipboard) - 1 };
  return grids.boxOf(floating, { row: floating.row + last.row, col: floating.col + last.col });
}

/** Ends what was being drawn or pasted, without a trace. */
export const drop = (state: State): State => ({ ...state, gesture: null, floating: null });

/** Takes back the last thing begun: the drawing or pasting, or else the selection. */
export function cancel(state: State): State {
  return state.gesture || state.floating ? drop(state) : { ...state, selection: null };
}

/** Makes a grid the present one, and keeps cursor and selection inside it. */
function commit(state: State, grid: Grid): State {
  const before = state.history.now;
  if (grids.same(before, grid)) return drop(state);
  return fit(drop({ ...state, history: histories.push(state.history, grid) }), before);
}

function fit(state: State, before: Grid): State {
  const { now } = state.history;
  const sized =
    grids.rowsOf(now) === grids.rowsOf(before) && grids.colsOf(now) === grids.colsOf(before);
  return sized ? state : { ...state, cursor: grids.clamp(now, state.cursor), selection: null };
}

const timeTravel =
  (travel: (history: History<Grid>) => History<Grid>) =>
  (state: State): State =>
    fit(drop({ ...state, history: travel(state.history) }), state.history.now);

export const undo = timeTravel(histories.undo);
export const redo = timeTravel(histories.redo);

export const choose = (state: State, what: { tool: Tool } | { colour: number }): State => ({
  ...drop(state),
  ...what,
});

/** The pointer goes down, or the keyboard begins. */
export function press(state: State, cell: Cell): State {
  if (state.floating) return float(state, cell);
  const { tool, colour, history } = state;
  const box = grids.boxOf(cell, cell);
  const at: State = { ...state, cursor: cell, selection: tool === "select" ? box : null };
  if (tool === "fill") return commit(at, grids.flood(history.now, cell, colour));
  const grid = tool === "select" ? history.now : grids.rectangle(history.now, box, colour);
  return { ...at, gesture: { what: tool, from: cell, grid } };
}

/** The pointer moves on; before it is pressed, only a paste moves with it. */
export function drag(state: State, cell: Cell): State {
  if (state.floating) return float(state, cell);
  const { gesture, colour, history, cursor } = state;
  if (!gesture || gesture.what === "resize") return state;
  const at: State = { ...state, cursor: cell };
  const box = grids.boxOf(gesture.from, cell);
  if (gesture.what === "select") return { ...at, selection: box };
  const grid =
    gesture.what === "paint"
      ? grids.paint(gesture.grid, grids.line(cursor, cell), colour)
      : grids.rectangle(history.now, box, colour);
  return { ...at, gesture: { ...gesture, grid } };
}

/** The pointer is let go: what was drawn or pasted is there to stay. */
export function release(state: State): State {
  return state.floating || state.gesture ? commit(state, shown(state)) : state;
}

/**
 * The tool at the cursor, by keyboard.
 *
 * A rectangle or selection has two ends: the first press begins it, the second ends it. A selection made
 * before is filled at once by the rectangle tool.
 */
export function apply(state: State): State {
  const { tool, selection, colour, history, cursor, gesture, floating } = state;
  if (floating || gesture) return release(state);
  if (tool === "rectangle" && selection)
    return commit(state, grids.rectangle(history.now, selection, colour));
  const pressed = press(state, cursor);
  return tool === "paint" ? release(pressed) : pressed;
}

/** Moves the cursor, and with it what is being drawn, selected (`extend`) or pasted. */
export function move(state: State, by: Cell, extend = false): State {
  const { floating, cursor, history } = state;
  const moved = (cell: Cell) =>
    grids.clamp(history.now, { row: cell.row + by.row, col: cell.col + by.col });
  if (floating) return float(state, moved(floating));
  if (state.gesture) return drag(state, moved(cursor));
  if (extend) return select(state, moved(cursor));
  return { ...state, cursor: moved(cursor), selection: null };
}

/** Stretches the selection from its corner that is opposite the cursor. */
function select(state: State, cell: Cell): State {
  const { selection, cursor } = state;
  const anchor = selection ? opposite(selection, cursor) : cursor;
  return { ...state, cursor: cell, selection: grids.boxOf(anchor, cell) };
}

function opposite({ top, left, bottom, right }: Box, { row, col }: Cell): Cell {
  return { row: row === top ? bottom : top, col: col === left ? right : left };
}

/** The corner is dragged: as `resize`, but a single step of the history when it is let go. */
export function stretch(state: State, rows: number, cols: number): State {
  const grid = grids.resize(state.history.now, rows, cols);
  return { ...state, floating: null, gesture: { what: "resize", from: ORIGIN, grid } };
}

export const resize = (state: State, rows: number, cols: number): State =>
  commit(state, grids.resize(state.history.now, rows, cols));

export const replace = (state: State, grid: Grid): State => commit(state, grid);

/** Copies the selection of `source`: of the editor itself or of the test input. */
export function copy(state: State, source: State): State {
  if (!source.selection) return state;
  return { ...drop(state), clipboard: grids.copy(source.history.now, source.selection) };
}

/** Gives the selection the background's colour. */
export function clear(state: State): State {
  if (!state.selection) return state;
  return commit(state, grids.rectangle(state.history.now, state.selection, grids.BACKGROUND));
}

/** Begins to paste: the clipboard floats at the selection or the cursor until it is put down. */
export function paste(state: State): State {
  if (!state.clipboard) return state;
  const { selection, cursor } = state;
  const at = selection ? { row: selection.top, col: selection.left } : cursor;
  return float(drop(state), at);
}

const float = (state: State, at: Cell): State => ({ ...state, floating: at, cursor: at });
