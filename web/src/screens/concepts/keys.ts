/** What the keys do, for the handler and for the page that explains them. */
import { make } from "../../dom";
import type { Tool } from "./editor";
import type { Cell } from "./grid";
import { TOOLS } from "./tools";

export type Command =
  | { do: "undo" | "redo" | "copy" | "cut" | "paste" | "apply" | "cancel" | "clear" | "help" }
  | { do: "tool"; tool: Tool }
  | { do: "colour"; colour: number }
  | { do: "move"; by: Cell; extend: boolean };

/** Further than any grid is long: the cursor stops at the edge. */
const FAR = 100;

const MOVES: Record<string, Cell> = {
  ArrowUp: { row: -1, col: 0 },
  ArrowDown: { row: 1, col: 0 },
  ArrowLeft: { row: 0, col: -1 },
  ArrowRight: { row: 0, col: 1 },
  Home: { row: 0, col: -FAR },
  End: { row: 0, col: FAR },
  PageUp: { row: -FAR, col: 0 },
  PageDown: { row: FAR, col: 0 },
};

const IN_GRID: Record<string, Command> = {
  " ": { do: "apply" },
  Enter: { do: "apply" },
  Delete: { do: "clear" },
  Backspace: { do: "clear" },
};

const WITH_CONTROL: Record<string, Command> = {
  z: { do: "undo" },
  Z: { do: "redo" },
  y: { do: "redo" },
  c: { do: "copy" },
  x: { do: "cut" },
  v: { do: "paste" },
};

export const HELP: readonly (readonly [keys: string, what: string])[] = [
  ["Arrow keys", "move in the grid; with Shift, select"],
  ["Home, End, Page Up, Page Down", "go to the edge of the grid"],
  ["Space or Enter", "use the tool here; for a rectangle or selection, at both corners"],
  ["0 to 9", "choose a colour"],
  ["P, F, R, S", "paint, fill, rectangle, select"],
  ["Ctrl+C, Ctrl+X, Ctrl+V", "copy, cut and paste; Space puts down what is pasted"],
  ["Delete", "make the selection black"],
  ["Escape", "stop drawing or pasting; select nothing"],
  ["Ctrl+Z, Ctrl+Shift+Z", "undo, redo"],
  ["?", "show these keys"],
];

export function helpTable(): HTMLElement {
  const rows = HELP.map(([keys, what]) =>
    make("tr", {}, make("th", { scope: "row" }, keys), make("td", {}, what)),
  );
  return make("table", { class: "keys" }, make("tbody", {}, ...rows));
}

/** What a key asks for, or null. Arrows, Space, Enter and Delete count in a grid only: buttons need them too. */
export function command(event: KeyboardEvent, inGrid: boolean): Command | null {
  const { key } = event;
  if (event.ctrlKey || event.metaKey)
    return WITH_CONTROL[event.shiftKey ? key.toUpperCase() : key.toLowerCase()] ?? null;
  if (event.altKey) return null;
  if (key === "Escape") return { do: "cancel" };
  if (key === "?") return { do: "help" };
  if (inGrid && MOVES[key]) return { do: "move", by: MOVES[key], extend: event.shiftKey };
  if (inGrid && IN_GRID[key]) return IN_GRID[key];
  return ofLetter(key) ?? ofDigit(event);
}

function ofLetter(key: string): Command | null {
  const tool = TOOLS.find((each) => each.key === key.toUpperCase());
  return tool ? { do: "tool", tool: tool.value } : null;
}

/** A digit, also where the keyboard has digits only with Shift (French). */
function ofDigit({ key, code }: KeyboardEvent): Command | null {
  const digit = /^\d$/.exec(key)?.[0] ?? /^Digit(\d)$/.exec(code)?.[1];
  return digit ? { do: "colour", colour: Number(digit) } : null;
}
