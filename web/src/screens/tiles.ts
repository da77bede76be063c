/** A board of tiles: turn up the red ones, avoid the blue ones. */
import type { JsPsych, JsPsychPlugin, TrialType } from "jspsych";
import { make, pause } from "../dom";
import { data, parameters } from "../screen";
import type { Respond } from "../screen";

interface View {
  side: number;
  /** Row by row: null hidden, 0 blue, 1 red. What is hidden never reaches the browser. */
  tiles: (0 | 1 | null)[];
  points: number;
  clicks: number;
  /** Clicks that end the board. */
  limit: number;
}

interface Told {
  red: boolean;
  earned: number;
}

const info = <const>{ name: "metamer-tiles", version: "1.0.0", parameters, data };
type Info = typeof info;

const ARMED_AFTER_MS = 150;
const END_MS = 1_600;
const STEPS: Record<string, [number, number]> = {
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
};

const signed = (points: number): string => (points < 0 ? `−${-points}` : `+${points}`);

/** One board on the page. */
class Board {
  readonly grid = make("div", { role: "grid", class: "board", "aria-label": "Board" });
  private tiles: HTMLButtonElement[];
  private marked = 0;

  constructor(
    private view: View,
    click: (tile: number) => void,
  ) {
    this.tiles = view.tiles.map((_, index) => this.tile(index, click));
    this.grid.style.setProperty("--side", String(view.side));
    for (let row = 0; row < view.side; row++)
      this.grid.append(make("div", { role: "row" }, ...this.tiles.slice(row * view.side, (row + 1) * view.side)));
    this.grid.addEventListener("keydown", (event) => this.move(event));
    this.draw(view);
    this.mark(Math.max(0, view.tiles.indexOf(1)));
  }

  private tile(index: number, click: (tile: number) => void): HTMLButtonElement {
    const tile = make("button", { type: "button", role: "gridcell", "data-tile": `${index}`, tabindex: "-1" });
    tile.addEventListener("click", () => click(index));
    return tile;
  }

  /** Show what may be seen now. */
  draw(view: View): void {
    this.view = view;
    view.tiles.forEach((colour, index) => {
      const tile = this.tiles[index]!;
      const state = colour === null ? "hidden" : colour ? "red" : "blue";
      const [row, column] = [Math.floor(index / view.side) + 1, (index % view.side) + 1];
      tile.dataset.state = state;
      tile.setAttribute("aria-label", `Row ${row}, column ${column}, ${state}`);
      tile.setAttribute("aria-disabled", String(colour !== null));
    });
  }

  /** Say on the tile what it earned. */
  earn(index: number, points: number): void {
    const tile = this.tiles[index]!;
    tile.dataset.earned = signed(points);
    delete tile.dataset.waiting;
  }

  /** Say that the tile is being turned. */
  wait(index: number): void {
    this.mark(index);
    for (const tile of this.tiles) delete tile.dataset.earned;
    this.tiles[index]!.dataset.waiting = "";
  }

  /** Put the keyboard's focus on the board. */
  focus(): void {
    this.tiles[this.marked]!.focus({ preventScroll: true });
  }

  private mark(index: number): void {
    this.tiles[this.marked]!.tabIndex = -1;
    this.marked = index;
    this.tiles[index]!.tabIndex = 0;
  }

  private move(event: KeyboardEvent): void {
    const step = STEPS[event.key];
    if (!step) return;
    event.preventDefault();
    const { side } = this.view;
    const row = Math.floor(this.marked / side) + step[0];
    const column = (this.marked % side) + step[1];
    if (Math.min(row, column) < 0 || Math.max(row, column) >= side) return;
    this.mark(row * side + column);
    this.focus();
  }
}

/** Points, and the clicks that are left where they can run out. */
function score(view: View): string {
  const hidden = view.tiles.filter((tile) => tile === null).length;
  const left = view.limit - view.clicks;
  const points = `Points: ${view.points < 0 ? `−${-view.points}` : view.points}`;
  return left < hidden ? `${points}, clicks left: ${left}` : points;
}

/** One board of the game: click until every red tile is face up. */
export default class Tiles implements JsPsychPlugin<Info> {
  static info = info;

  constructor(private jsPsych: JsPsych) {}

  trial(display: HTMLElement, trial: TrialType<Info>): void {
    const respond = trial.respond as Respond<View, Told>;
    const began = performance.now();
    const answers: number[] = [];
    let view = trial.view as View;
    let busy = false;
    const click = async (tile: number): Promise<void> => {
      if (busy || view.tiles[tile] !== null || performance.now() - began < ARMED_AFTER_MS) return;
      busy = true;
      answers.push(tile);
      board.wait(tile);
      const result = await respond(tile);
      if (!result) return this.jsPsych.finishTrial({ answers });
      view = result.view;
      board.draw(view);
      board.earn(tile, result.feedback.earned);
      points.textContent = score(view);
      const colour = result.feedback.red ? "Red" : "Blue";
      told.textContent = `${colour}: ${signed(result.feedback.earned)}`;
      if (result.over) return void this.end(told, view, answers);
      busy = false;
    };
    const board = new Board(view, (tile) => void click(tile));
    const points = make("p", { class: "points" }, score(view));
    const told = make("p", { class: "told", role: "status" });
    const question = make("h2", {}, "Find all red tiles");
    const line = make("div", { class: "line" }, points, told);
    display.replaceChildren(
      make("section", { class: "screen tiles" }, question, line, board.grid),
    );
    board.focus();
  }

  /** Leave time to see the last tile, then go on. */
  private async end(told: HTMLElement, view: View, answers: number[]): Promise<void> {
    const found = view.clicks < view.limit || told.textContent!.startsWith("Red: +10");
    told.textContent += found ? " – all red tiles found!" : " – no clicks are left.";
    await pause(END_MS);
    this.jsPsych.finishTrial({ answers });
  }

  simulate(trial: TrialType<Info>, _mode: string, _options: unknown, load: () => void): void {
    const display = this.jsPsych.getDisplayElement();
    this.trial(display, trial);
    load();
    void this.clickAtRandom(display);
  }

  /** A participant who clicks hidden tiles in a random order, for tests and dry runs. */
  private async clickAtRandom(display: HTMLElement): Promise<void> {
    const [screen] = display.children;
    const hidden = [...display.querySelectorAll<HTMLElement>('[data-state="hidden"]')];
    await pause(ARMED_AFTER_MS + 1);
    for (const tile of this.jsPsych.randomization.shuffle(hidden) as HTMLElement[]) {
      while (display.querySelector("[data-waiting]")) await pause(5);
      if (display.firstElementChild !== screen) return;
      tile.click();
    }
  }
}
