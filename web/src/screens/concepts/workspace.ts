/** The test input and the answer, with everything to draw the answer. */
import { make } from "../../dom";
import { enlargeable, overlay } from "./closeup";
import { action, enable, type Choice } from "./controls";
import { Board } from "./draw";
import * as editor from "./editor";
import type { State, Tool } from "./editor";
import { blank, colsOf, rowsOf, type Grid } from "./grid";
import { command, helpTable, type Command } from "./keys";
import { nameOf, palette } from "./palette";
import { follow, pull } from "./pointer";
import { Size } from "./size";
import { toolbar } from "./tools";

/** Rows and columns of an empty answer. Source: ARC's own test interface. */
const FIRST_SIDE = 3;

const PASTING = "Click or press Space to put it down, Escape to drop it.";
const SELECT_FIRST = "Select something first: S and drag, or Shift and arrow keys.";

export class Workspace {
  /** The test input. */
  private readonly source: HTMLElement;
  /** The answer, and its size. */
  private readonly answerArea: HTMLElement;
  /** Colours, tools and actions. */
  private readonly panel: HTMLElement;
  private readonly keys = overlay("Keys", helpTable());
  private readonly note = make("p", { class: "note", role: "status" });

  private readonly empty: Grid;
  private closed = false;
  private state: State;
  private inputState: State;
  private readonly corner = make("div", { class: "corner", title: "Drag to change the size" });
  private readonly answerBoard = new Board("Your answer", this.corner);
  private readonly inputBoard = new Board("Test input");
  private readonly size: Size;
  private readonly colours: Choice<number>;
  private readonly tools: Choice<Tool>;
  private readonly actions: Record<"undo" | "redo" | "copy" | "paste", HTMLButtonElement>;

  constructor(
    private readonly input: Grid,
    private readonly maxSide: number,
    /** Is called after every change of the answer. */
    private readonly changed: () => void,
  ) {
    const side = Math.min(FIRST_SIDE, maxSide);
    this.empty = blank(side, side);
    this.state = editor.start(this.empty);
    this.inputState = editor.start(input, "select");
    this.size = new Size(maxSide, (rows, cols) => this.resize(rows, cols));
    this.colours = palette((colour) => this.run({ do: "colour", colour }));
    this.tools = toolbar((tool) => this.run({ do: "tool", tool }));
    this.actions = this.buttons();
    const title = enlargeable("Test input", { "Test input": input });
    this.source = make("section", { class: "source" }, title, this.inputBoard.element);
    this.answerArea = this.area();
    this.panel = this.controls();
    this.listen();
    this.draw();
  }

  get parts(): HTMLElement[] {
    return [this.source, this.answerArea, this.panel];
  }

  /** Takes no further change. */
  close(): void {
    this.closed = true;
    this.act(editor.drop);
    for (const part of this.parts) part.inert = true;
  }

  get answer(): Grid {
    return this.state.history.now;
  }

  /** Says what was done, also aloud. */
  private speak(text: string): void {
    this.note.textContent = text;
  }

  /** What a key does, wherever in the screen it was pressed. */
  onKey(event: KeyboardEvent): void {
    const target = event.target as HTMLElement;
    if (this.closed || target.closest("input:not([type=radio], [type=checkbox]), textarea, dialog")) return;
    const wanted = command(event, !!target.closest("[role=grid]"));
    if (!wanted) return;
    // Also keeps a paste inside the editor from being logged as text pasted from elsewhere.
    event.preventDefault();
    // A key held down must not begin and end a rectangle again and again.
    if (event.repeat && wanted.do === "apply") return;
    const inInput = this.inputBoard.table.contains(target);
    if (inInput && wanted.do === "move") this.inInput((state) => editor.move(state, wanted.by, wanted.extend));
    else if (inInput && wanted.do === "apply") this.inInput(editor.apply);
    else this.run(wanted);
  }

  private area(): HTMLElement {
    const same = action("Same size as input", () => this.resize(rowsOf(this.input), colsOf(this.input)));
    const sizes = make("div", { class: "sizes" }, this.size.element, same);
    const title = make("h2", {}, "Your answer");
    return make("section", { class: "answer" }, title, sizes, this.answerBoard.element, this.note);
  }

  private buttons(): typeof this.actions {
    return {
      undo: action("Undo", () => this.run({ do: "undo" }), "Ctrl+Z"),
      redo: action("Redo", () => this.run({ do: "redo" }), "Ctrl+Shift+Z"),
      copy: action("Copy", () => this.run({ do: "copy" }), "Ctrl+C"),
      paste: action("Paste", () => this.run({ do: "paste" }), "Ctrl+V"),
    };
  }

  private controls(): HTMLElement {
    const { undo, redo, copy, paste } = this.actions;
    const whole = action("Copy from input", () => this.replace(this.input, "The answer is a copy of the input."));
    whole.dataset["command"] = "whole";
    const reset = action("Reset", () => this.replace(this.empty, "The answer is empty. Undo brings it back."));
    const help = action("Keys", () => this.run({ do: "help" }), "?");
    const rows = make("div", { class: "commands" }, undo, redo, copy, paste, whole, reset, help);
    const parts = [this.colours.element, this.tools.element, rows, this.keys];
    return make("section", { class: "panel", "aria-label": "Drawing tools" }, ...parts);
  }

  private listen(): void {
    follow(this.answerBoard, {
      press: (cell) => this.draws((state) => editor.press(state, cell)),
      move: (cell, pressed) => {
        if (pressed || this.state.floating) this.act((state) => editor.drag(state, cell));
      },
      release: () => this.act(editor.release),
      cancel: () => this.act(editor.drop),
    });
    follow(this.inputBoard, {
      press: (cell) => this.inInput((state) => editor.press(state, cell)),
      move: (cell, pressed) => {
        if (pressed) this.reads((state) => editor.drag(state, cell));
      },
      release: () => this.reads(editor.release),
      cancel: () => this.reads(editor.cancel),
    });
    pull(this.corner, () => this.pulling(), () => this.act(editor.release));
  }

  /** Follows the dragged corner in steps of a cell as large as it was at the start. */
  private pulling(): (x: number, y: number) => void {
    const { pitch } = this.answerBoard;
    const [rows, cols] = [rowsOf(this.answer), colsOf(this.answer)];
    const within = (count: number) => Math.max(1, Math.min(this.maxSide, count));
    return (x, y) =>
      this.act((state) =>
        editor.stretch(state, within(rows + Math.round(y / pitch)), within(cols + Math.round(x / pitch))),
      );
  }

  private act(change: (state: State) => State, spoken = ""): void {
    const before = this.state;
    this.state = change(before);
    if (spoken) this.speak(spoken);
    if (this.state === before) return;
    // There is one selection: copying must not have to ask which.
    if (this.state.selection) this.inputState = { ...this.inputState, selection: null };
    this.draw();
    if (this.state.history !== before.history) this.changed();
  }

  /** An action in the answer's board, where the cursor's cell then has the focus. */
  private draws(change: (state: State) => State, spoken = ""): void {
    this.act(change, spoken);
    this.answerBoard.focus();
  }

  private reads(change: (state: State) => State): void {
    this.inputState = change(this.inputState);
    if (this.inputState.selection) this.state = { ...this.state, selection: null };
    this.draw();
  }

  /** As `draws`, in the test input's board. */
  private inInput(change: (state: State) => State): void {
    this.reads(change);
    this.inputBoard.focus();
  }

  private run(wanted: Command): void {
    switch (wanted.do) {
      case "tool":
        return this.act((state) => editor.choose(state, { tool: wanted.tool }), `Tool: ${wanted.tool}.`);
      case "colour":
        return this.act((state) => editor.choose(state, { colour: wanted.colour }), `Colour: ${nameOf(wanted.colour)}.`);
      case "move":
        return this.draws((state) => editor.move(state, wanted.by, wanted.extend));
      case "help":
        return this.keys.showModal();
      case "cancel":
        this.inputState = editor.cancel(this.inputState);
        return this.act(editor.cancel);
      case "undo":
      case "redo":
        return this.act(editor[wanted.do], wanted.do === "undo" ? "Undone." : "Done again.");
      case "apply":
        this.draws(editor.apply);
        return this.speak(this.underCursor());
      default:
        return this.clip(wanted.do);
    }
  }

  private underCursor(): string {
    const { row, col } = this.state.cursor;
    return `row ${row + 1}, column ${col + 1}: ${nameOf(editor.shown(this.state)[row]![col]!)}`;
  }

  /** What is done with the selection and the clipboard. */
  private clip(what: "copy" | "cut" | "paste" | "clear"): void {
    const source = this.inputState.selection ? this.inputState : this.state;
    if (what === "paste") {
      if (!this.state.clipboard) return this.speak("Nothing was copied yet.");
      return this.draws(editor.paste, PASTING);
    }
    if (!source.selection) return this.speak(SELECT_FIRST);
    if (what !== "clear") this.act((state) => editor.copy(state, source), "Copied.");
    // The test input stays as it is.
    if (what !== "copy" && this.state.selection) this.act(editor.clear, "Cleared.");
  }

  private resize(rows: number, cols: number): void {
    this.act((state) => editor.resize(state, rows, cols), `${rows} rows, ${cols} columns`);
  }

  private replace(grid: Grid, spoken: string): void {
    this.act((state) => editor.replace(state, grid), spoken);
  }

  private draw(): void {
    const { state, actions } = this;
    const grid = editor.shown(state);
    this.answerBoard.show(grid, state.cursor, editor.framed(state));
    this.answerBoard.element.classList.toggle("pasting", !!state.floating);
    this.inputBoard.show(this.input, this.inputState.cursor, this.inputState.selection);
    this.size.show(grid);
    this.colours.show(state.colour);
    this.tools.show(state.tool);
    enable(actions.undo, state.history.past.length > 0);
    enable(actions.redo, state.history.future.length > 0);
    enable(actions.copy, !!(state.selection ?? this.inputState.selection));
    enable(actions.paste, !!state.clipboard);
  }
}
