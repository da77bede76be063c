import { initJsPsych } from "jspsych";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { screens } from "../src/screens";
import { outline, words } from "../src/screens/categories";

const PICTURE = "data:image/png;base64,";
const TILES = { side: 3, points: 0, clicks: 0, limit: 9, tiles: [1, ...Array(8).fill(null)] };
/** What a participant of each paradigm can be shown. */
const VIEWS: Record<string, object> = {
  categories: {
    figure: { shape: "square", colour: "blue", size: 0.4, x: 0.5, y: 0.5, angle: 0 },
    labels: ["dax", "fep"],
    options: 2,
  },
  matrices: { context: Array(8).fill(PICTURE), candidates: Array(8).fill(PICTURE), options: 8 },
  pointers: { digits: [3, 1, 4, 1, 5, 9, 2, 6, 5, 3, 5], options: 10 },
  tiles: TILES,
};
const NO_RESULT = Object.keys(VIEWS).filter((name) => name !== "tiles");

const display = (): HTMLElement => document.querySelector("main")!;
const press = (key: string): boolean =>
  document.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true }));
const pass = (ms: number): Promise<unknown> => vi.advanceTimersByTimeAsync(ms);
/** Until a screen takes answers. */
const armed = (): Promise<unknown> => pass(160);

beforeEach(() => {
  vi.useFakeTimers();
  document.body.replaceChildren(document.createElement("main"));
});
afterEach(() => void vi.useRealTimers());

/** Put one trial; `end` lets time pass and gives jsPsych's data of it. */
function put(name: string, more: object, simulated = false): { end(): Promise<any> } {
  const jsPsych = initJsPsych({ display_element: display() });
  const trial = { type: screens[name]!, view: VIEWS[name], ...more };
  const ended = simulated ? jsPsych.simulate([trial], "visual") : jsPsych.run([trial]);
  return {
    async end() {
      await pass(20_000);
      await ended;
      return jsPsych.data.get().values()[0];
    },
  };
}

describe.each(Object.keys(VIEWS))("the screen of %s", (name) => {
  test("describes its parameters and data as jsPsych asks", () => {
    const { info } = screens[name] as unknown as { info: Record<string, object> };
    expect(info.name).toBe(`metamer-${name}`);
    expect(Object.keys(info.parameters!)).toEqual(["view", "feedback", "wait", "seconds", "respond"]);
    expect(Object.keys(info.data!)).toEqual(["answers"]);
  });
});

describe.each(NO_RESULT)("the screen of %s", (name) => {
  test("lets a simulated participant through", async () => {
    const respond = vi.fn(async () => null);
    const { answers } = await put(name, { respond }, true).end();
    expect(answers).toHaveLength(1);
    expect(respond).toHaveBeenCalledExactlyOnceWith(answers[0]);
  });

  test("takes one answer only, and none before a person can have seen it", async () => {
    const respond = vi.fn(() => new Promise<null>(() => {}));
    put(name, { respond });
    await pass(20);
    const option = display().querySelectorAll<HTMLElement>("[data-option]")[1]!;
    option.click();
    expect(respond).not.toHaveBeenCalled();
    await armed();
    option.click();
    option.click();
    expect(respond).toHaveBeenCalledExactlyOnceWith(1);
  });

  test("says that time is up, by an answer that is null", async () => {
    const respond = vi.fn(async () => null);
    const { answers } = await put(name, { respond, seconds: 3 }).end();
    expect(answers).toEqual([null]);
  });

  test("tells what was right, in words and by a mark", async () => {
    const told = { feedback: { correct: false, right: 1 }, view: VIEWS[name], over: true };
    const ended = put(name, { respond: async () => told, feedback: true, wait: true });
    await armed();
    display().querySelector<HTMLElement>("[data-option]")!.click();
    await pass(20);
    expect(display().querySelector(".told")!.textContent).toBe("Not right.");
    const marks = [...display().querySelectorAll<HTMLElement>("[data-told][data-option]")];
    expect(marks.map((mark) => mark.dataset.told)).toEqual(["wrong", "right"]);
    expect((await ended.end()).answers).toEqual([0]);
  });
});

test.each([
  ["categories", "j", 1],
  ["categories", "ArrowLeft", 0],
  ["matrices", "8", 7],
  ["pointers", "0", 0],
])("%s: the key %s gives the answer %i", async (name, key, answer) => {
  const ended = put(name, { respond: async () => null });
  await armed();
  press(key);
  expect((await ended.end()).answers).toEqual([answer]);
});

test("words stand in alphabetical order, whichever class they name", async () => {
  const view = { ...VIEWS.categories, labels: ["fep", "dax"] };
  const ended = put("categories", { view, respond: async () => null });
  await armed();
  const words = [...display().querySelectorAll("[data-option]")].map(({ textContent }) => textContent);
  expect(words).toEqual(["daxF", "fepJ"]);
  press("f");
  expect((await ended.end()).answers).toEqual([1]);
});

test("a second attempt is asked for where there is one", async () => {
  const results = [false, true].map((correct) => ({ feedback: { correct }, view: {}, over: correct }));
  const ended = put("pointers", { respond: async () => results.shift(), feedback: true, wait: true });
  await armed();
  press("4");
  await pass(20);
  expect(display().querySelector(".told")!.textContent).toMatch("Try again");
  await pass(2_000);
  press("7");
  expect((await ended.end()).answers).toEqual([4, 7]);
});

describe("a board", () => {
  const RED = [0, 4];
  /** Turns tiles as the server does. */
  function server() {
    let view = { ...TILES };
    return vi.fn(async (tile: number) => {
      const red = RED.includes(tile);
      const tiles = view.tiles.map((old, index) => (index === tile ? Number(red) : old));
      view = { ...view, tiles, clicks: view.clicks + 1, points: view.points + (red ? 10 : -1) };
      return { feedback: { red, earned: red ? 10 : -1 }, view, over: red };
    });
  }
  const tile = (index: number): HTMLElement => display().querySelector(`[data-tile="${index}"]`)!;

  test("is played to its last red tile by a simulated participant", async () => {
    const { answers } = await put("tiles", { respond: server(), wait: true }, true).end();
    expect(answers.at(-1)).toBe(4);
    expect(new Set(answers).size).toBe(answers.length);
  });

  test("goes by arrow keys from tile to tile, and not over its edge", async () => {
    put("tiles", { respond: server(), wait: true });
    await armed();
    const arrow = (key: string) =>
      document.activeElement!.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true }));
    ["ArrowUp", "ArrowRight", "ArrowDown"].forEach(arrow);
    expect(document.activeElement).toBe(tile(4));
    expect(display().querySelectorAll('[tabindex="0"]')).toHaveLength(1);
  });

  test("names colours in words and says what was earned", async () => {
    put("tiles", { respond: server(), wait: true });
    await armed();
    tile(5).click();
    await pass(20);
    expect(tile(5).getAttribute("aria-label")).toBe("Row 2, column 3, blue");
    expect(display().querySelector(".told")!.textContent).toBe("Blue: −1");
    expect(display().querySelector(".points")!.textContent).toBe("Points: −1");
  });

  test("does not turn a tile twice, nor two at once", async () => {
    const respond = server();
    put("tiles", { respond, wait: true });
    await armed();
    [0, 5, 6].forEach((index) => tile(index).click());
    expect(respond).toHaveBeenCalledExactlyOnceWith(5);
  });
});

test("a figure's outline is the one that learners' pictures have", () => {
  const corners = outline({ shape: "square", colour: "blue", size: 0.4, x: 0.5, y: 0.5, angle: 45 });
  const rounded = corners.map((corner) => corner.map(Math.round));
  expect(rounded).toEqual([[70, 50], [50, 30], [30, 50], [50, 70]]);
});

test("a figure is described in words", () => {
  const figure = { shape: "triangle", colour: "orange", size: 0.2, x: 0.3, y: 0.7, angle: -12.4 } as const;
  expect(words(figure)).toBe("A small orange triangle, bottom left, turned 12 degrees counter-clockwise.");
});
