/** Mouse, pen and finger on a board. */
import type { Board } from "./draw";
import type { Cell } from "./grid";

export interface Strokes {
  press(cell: Cell): void;
  /** The pointer is over another cell, pressed or not. */
  move(cell: Cell, pressed: boolean): void;
  release(): void;
  /** The browser took the pointer away, for instance to scroll. */
  cancel(): void;
}

export function follow(board: Board, strokes: Strokes): void {
  const { table } = board;
  let pressed = false;
  table.addEventListener("pointerdown", (event) => {
    if (event.button !== 0 || !event.isPrimary) return;
    // No text selection; the focus is set by hand.
    event.preventDefault();
    table.setPointerCapture(event.pointerId);
    pressed = true;
    strokes.press(board.cellAt(event.clientX, event.clientY));
  });
  table.addEventListener("pointermove", (event) => {
    if (event.isPrimary) strokes.move(board.cellAt(event.clientX, event.clientY), pressed);
  });
  // A screen reader activates a cell without a pointer.
  table.addEventListener("click", (event) => {
    const cell = board.cellOf(event.target as HTMLElement);
    if (event.detail !== 0 || !cell) return;
    strokes.press(cell);
    strokes.release();
  });
  const end = (finish: () => void) => (event: PointerEvent) => {
    if (!pressed || !event.isPrimary) return;
    pressed = false;
    finish();
  };
  table.addEventListener("pointerup", end(() => strokes.release()));
  table.addEventListener("pointercancel", end(() => strokes.cancel()));
}

/**
 * A corner that is dragged, told in pixels from where it began.
 *
 * From where it began, because the board may shrink under the pointer when it gets many columns.
 */
export function pull(corner: HTMLElement, begin: () => (x: number, y: number) => void, end: () => void): void {
  let drag: ((x: number, y: number) => void) | null = null;
  let from = { x: 0, y: 0 };
  corner.addEventListener("pointerdown", (event) => {
    if (event.button !== 0 || !event.isPrimary) return;
    event.preventDefault();
    corner.setPointerCapture(event.pointerId);
    from = { x: event.clientX, y: event.clientY };
    drag = begin();
  });
  corner.addEventListener("pointermove", (event) => drag?.(event.clientX - from.x, event.clientY - from.y));
  for (const name of ["pointerup", "pointercancel"] as const)
    corner.addEventListener(name, () => {
      if (drag) end();
      drag = null;
    });
}
