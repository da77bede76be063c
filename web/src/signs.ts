/** Signs of copying or of a bot: logged, reported beside the data, never judged here. */
import type { Session } from "./session";

const LEAST_GAP_MS = 1_000;

/** How the pointer moved and what was pressed since it was last asked. */
export class Hand {
  private pixels = 0;
  private moves = 0;
  private clicks = 0;
  private keys = 0;
  private last: { x: number; y: number } | null = null;

  constructor(target: Document) {
    target.addEventListener("pointermove", (event) => this.move(event), { passive: true });
    target.addEventListener("pointerdown", () => (this.clicks += 1), { passive: true });
    target.addEventListener("keydown", () => (this.keys += 1), { passive: true });
  }

  private move(event: PointerEvent): void {
    const { clientX: x, clientY: y } = event;
    if (this.last) this.pixels += Math.hypot(x - this.last.x, y - this.last.y);
    this.last = { x, y };
    this.moves += 1;
  }

  /** The counts, which begin anew. */
  take(): { pixels: number; moves: number; clicks: number; keys: number } {
    const { moves, clicks, keys } = this;
    const pixels = Math.round(this.pixels);
    this.pixels = this.moves = this.clicks = this.keys = 0;
    return { pixels, moves, clicks, keys };
  }
}

/** Log pastes and other windows in front, each kind at most once a second. */
export function watch(session: Session): void {
  const last = new Map<string, number>();
  const log = (what: string, more: Record<string, unknown> = {}, hurry = false): void => {
    const now = performance.now();
    if (now - (last.get(what) ?? -Infinity) < LEAST_GAP_MS) return;
    last.set(what, now);
    session.sign({ what, ...more }, hurry);
  };
  document.addEventListener("paste", (event) =>
    log("paste", { characters: event.clipboardData?.getData("text").length ?? 0 }),
  );
  window.addEventListener("blur", () => log("blur"));
  // Sent at once: a tab that was left may learn that another one has taken over.
  window.addEventListener("focus", () => log("focus", {}, true));
}
