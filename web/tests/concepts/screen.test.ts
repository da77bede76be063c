import { initJsPsych } from "jspsych";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import Concepts, { type View } from "../../src/screens/concepts";

type Grid = number[][];

const INPUT = [
  [1, 2],
  [3, 4],
];
const RIGHT = [
  [2, 1],
  [4, 3],
];
const CELL = 10;

/** What the server would do: judge, and count attempts. */
class Judge {
  sent: (Grid | null)[] = [];
  constructor(
    private attempts: number | null = 3,
    private feedback = true,
  ) {}

  get view(): View {
    const demonstrations = [{ input: [[5, 6]], output: [[6, 5]] }];
    return { demonstrations, input: INPUT, attempts: this.attempts, max_side: 30 };
  }

  respond = async (answer: Grid | null) => {
    this.sent.push(answer);
    if (this.attempts !== null) this.attempts -= 1;
    const correct = JSON.stringify(answer) === JSON.stringify(RIGHT);
    const over = correct || this.attempts === 0 || answer === null;
    return { feedback: this.feedback ? { correct } : {}, view: this.view, over };
  };
}

let ended: Promise<unknown>;
let data: () => { answers: (Grid | null)[] };

async function open(judge: Judge, more: object = {}): Promise<void> {
  document.body.innerHTML = "<main></main>";
  const jsPsych = initJsPsych({ display_element: document.querySelector("main")! });
  const { view, respond } = judge;
  ended = jsPsych.run([{ type: Concepts, view, feedback: true, wait: true, respond, ...more }]);
  data = () => jsPsych.data.get().values()[0];
  await vi.waitFor(() => one(".concepts"));
}

function one<E extends HTMLElement = HTMLElement>(selector: string): E {
  const element = document.querySelector<E>(selector);
  if (!element) throw new Error(`no ${selector}`);
  return element;
}

const cells = (): Grid =>
  [...document.querySelectorAll(".answer [role=row]")].map((row) =>
    [...row.children].map((cell) => Number((cell as HTMLElement).dataset["colour"])),
  );
const cell = (row: number, col: number, where = ".answer") =>
  one(`${where} [role=row]:nth-child(${row + 1}) [role=gridcell]:nth-child(${col + 1})`);
const told = () => one(".told").textContent;
const click = (name: string) => {
  const buttons = [...document.querySelectorAll("button")];
  const wanted = buttons.find((each) => (each.getAttribute("aria-label") ?? each.textContent) === name);
  if (!wanted) throw new Error(`no button ${name}`);
  wanted.click();
};
const press = (key: string, more: KeyboardEventInit = {}) => {
  const target = document.activeElement ?? one(".concepts");
  const event = new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true, ...more });
  target.dispatchEvent(event);
  return event;
};
const type = (...keys: string[]) => keys.forEach((key) => press(key));

/** The pointer, over cells of 10 pixels: nothing is laid out here. */
function stroke(...path: [row: number, col: number][]): void {
  const table = one(".answer [role=grid]");
  const [rows, cols] = [cells().length, cells()[0]!.length];
  table.getBoundingClientRect = () => new DOMRect(0, 0, cols * CELL, rows * CELL);
  table.setPointerCapture = () => undefined;
  const fire = (name: string, [row, col]: [number, number]) => {
    const place = { clientX: (col + 0.5) * CELL, clientY: (row + 0.5) * CELL };
    table.dispatchEvent(new PointerEvent(name, { bubbles: true, isPrimary: true, pointerId: 1, ...place }));
  };
  fire("pointerdown", path[0]!);
  for (const step of path.slice(1)) fire("pointermove", step);
  fire("pointerup", path.at(-1)!);
}

/** Draws the right answer by keyboard alone. */
function drawRight(): void {
  click("Same size as input");
  cell(0, 0).focus();
  type("2", " ", "ArrowRight", "1", "Enter", "ArrowDown", "3", " ", "ArrowLeft", "4", " ");
}

beforeEach(() => vi.useRealTimers());
afterEach(() => document.body.replaceChildren());

describe("drawing", () => {
  beforeEach(() => open(new Judge()));

  test("by keyboard alone gives the grid", () => {
    drawRight();
    expect(cells()).toEqual(RIGHT);
    expect(document.activeElement).toBe(cell(1, 0));
    expect(cell(1, 0).getAttribute("aria-label")).toBe("row 2, column 1: 4 yellow");
  });

  test("with the pointer paints a stroke, fills and draws rectangles", () => {
    stroke([0, 0], [0, 2]);
    expect(cells()).toEqual([[1, 1, 1], [0, 0, 0], [0, 0, 0]]);
    type("f", "3");
    stroke([2, 2]);
    expect(cells()).toEqual([[1, 1, 1], [3, 3, 3], [3, 3, 3]]);
    type("r", "8");
    stroke([2, 1], [1, 0]);
    expect(cells()).toEqual([[1, 1, 1], [8, 8, 3], [8, 8, 3]]);
  });

  test("is undone and redone step by step, a reset too", () => {
    stroke([0, 0]);
    click("Reset");
    expect(cells().flat()).not.toContain(1);
    press("z", { ctrlKey: true });
    expect(cells()[0]).toEqual([1, 0, 0]);
    click("Undo");
    expect(cells().flat()).not.toContain(1);
    press("Z", { ctrlKey: true, shiftKey: true });
    expect(cells()[0]).toEqual([1, 0, 0]);
  });

  test("changes only the cells that differ, and keeps those that stay", () => {
    const kept = cell(0, 0);
    click("More rows");
    expect(cells()).toHaveLength(4);
    click("Fewer columns");
    expect(cells()[0]).toHaveLength(2);
    expect(cell(0, 0)).toBe(kept);
  });

  test("takes a size by number, and the nearest one that is allowed", () => {
    const rows = one<HTMLInputElement>("[aria-label=Rows]");
    rows.value = "99";
    rows.dispatchEvent(new Event("change"));
    expect(cells()).toHaveLength(30);
    expect(rows.value).toBe("30");
  });

  test("does not take digits typed into a field for colours", () => {
    one("[aria-label=Rows]").focus();
    expect(press("4").defaultPrevented).toBe(false);
    expect(one<HTMLInputElement>(".palette input:checked").value).toBe("1");
  });

  test("copies the whole input, or what is selected in it", () => {
    cell(0, 1, ".source").focus();
    press("ArrowRight");
    press("ArrowDown", { shiftKey: true });
    press("c", { ctrlKey: true });
    expect(press("v", { ctrlKey: true }).defaultPrevented).toBe(true);
    expect(document.activeElement).toBe(cell(0, 0));
    type("ArrowRight", "Enter");
    expect(cells()).toEqual([[0, 2, 0], [0, 4, 0], [0, 0, 0]]);
    click("Copy from input");
    expect(cells()).toEqual(INPUT);
  });

  test("selects in the input with Space at both corners, and never changes the input", () => {
    cell(0, 0, ".source").focus();
    type(" ", "ArrowRight", " ");
    type("Delete");
    press("x", { ctrlKey: true });
    expect(cell(0, 0, ".source").dataset["colour"]).toBe("1");
    press("v", { ctrlKey: true });
    type(" ");
    expect(cells()[0]).toEqual([1, 2, 0]);
  });

  test("cuts out what is selected", () => {
    stroke([0, 0], [0, 2]);
    type("ArrowLeft");
    press("ArrowLeft", { shiftKey: true });
    press("x", { ctrlKey: true });
    expect(cells()[0]).toEqual([0, 0, 1]);
    press("v", { ctrlKey: true });
    type("ArrowDown", " ");
    expect(cells()).toEqual([[0, 0, 1], [1, 1, 0], [0, 0, 0]]);
  });

  test("does not repeat what a key does that is held down", () => {
    cell(0, 0).focus();
    type("r", " ", "ArrowRight");
    press(" ", { repeat: true });
    type("ArrowDown", " ");
    expect(cells()).toEqual([[1, 1, 0], [1, 1, 0], [0, 0, 0]]);
  });

  test("has one stop of the Tab key for each grid", () => {
    for (const where of [".source", ".answer"]) {
      cell(0, 0, where).focus();
      type("ArrowDown");
    }
    for (const where of [".source", ".answer"])
      expect(document.querySelectorAll(`${where} [role=gridcell][tabindex="0"]`)).toHaveLength(1);
  });

  test("shows the keys when asked", () => {
    cell(0, 0).focus();
    press("?");
    expect(one<HTMLDialogElement>("dialog[aria-label=Keys]").open).toBe(true);
  });
});

test("digits in the cells stay wanted in the next trial", async () => {
  await open(new Judge());
  one(".preference input").click();
  expect(document.querySelectorAll(".picture text")).toHaveLength(4);
  await open(new Judge());
  expect(one(".concepts").classList.contains("with-digits")).toBe(true);
  one(".preference input").click();
  expect(document.querySelectorAll(".picture text")).toHaveLength(0);
});

describe("submitting", () => {
  test("a wrong answer is told 'not yet', keeps the drawing and costs an attempt", async () => {
    const judge = new Judge();
    await open(judge);
    expect(one(".attempts").textContent).toBe("3 attempts left.");
    click("Copy from input");
    click("Submit");
    await vi.waitFor(() => expect(told()).toMatch(/^Not yet/));
    expect(cells()).toEqual(INPUT);
    expect(one(".attempts").textContent).toBe("2 attempts left.");
    stroke([0, 0]);
    expect(told()).toMatch(/^Not yet/);
    type("5");
    stroke([0, 0]);
    expect(told()).toBe("");
  });

  test("the right answer ends the trial, with all answers in the data", async () => {
    const judge = new Judge();
    await open(judge);
    click("Submit");
    await vi.waitFor(() => expect(told()).toMatch(/^Not yet/));
    drawRight();
    click("Submit");
    await vi.waitFor(() => expect(told()).toBe("Correct!"));
    expect(one(".answer").inert).toBe(true);
    press("z", { ctrlKey: true });
    expect(cells()).toEqual(RIGHT);
    click("Continue");
    await ended;
    expect(data().answers).toEqual([[[0, 0, 0], [0, 0, 0], [0, 0, 0]], RIGHT]);
    expect(judge.sent).toEqual(data().answers);
  });

  test("twice sends once, also when the first answer has come back", async () => {
    const judge = new Judge();
    await open(judge);
    click("Submit");
    stroke([0, 0]);
    click("Submit");
    press("z", { ctrlKey: true });
    await vi.waitFor(() => expect(told()).toMatch(/^Not yet/));
    click("Submit");
    expect(told()).toMatch(/^You have just sent this answer/);
    expect(judge.sent).toHaveLength(1);
  });

  test("the last attempt ends the trial", async () => {
    await open(new Judge(1));
    click("Submit");
    await vi.waitFor(() => expect(told()).toBe("Not correct. That was your last attempt."));
    click("Continue");
    await ended;
  });

  test("without a limit says so", async () => {
    await open(new Judge(null));
    expect(one(".attempts").textContent).toBe("You have as many attempts as you like.");
  });

  test("without feedback goes on at once", async () => {
    await open(new Judge(1, false), { feedback: false });
    click("Submit");
    await ended;
  });

  test("is over when the time is up", async () => {
    const judge = new Judge();
    await open(judge, { seconds: 0.3 });
    await vi.waitFor(() => expect(told()).toBe("Your time is up."));
    click("Continue");
    await ended;
    expect(judge.sent).toEqual([null]);
  });
});

test("the simulated participant gets through", async () => {
  document.body.innerHTML = "<main></main>";
  const jsPsych = initJsPsych({ display_element: document.querySelector("main")! });
  const judge = new Judge();
  const { view, respond } = judge;
  await jsPsych.simulate([{ type: Concepts, view, feedback: true, wait: true, respond }], "visual");
  expect(judge.sent.length).toBeGreaterThan(0);
  expect(judge.sent[0]).toHaveLength(2);
});
