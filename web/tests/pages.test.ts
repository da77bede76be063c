import { initJsPsych } from "jspsych";
import { beforeEach, expect, test, vi } from "vitest";
import { PagePlugin } from "../src/pages";

const main = (): HTMLElement => document.querySelector("main")!;
const reply = vi.fn();

beforeEach(() => {
  document.body.replaceChildren(document.createElement("main"));
  reply.mockClear();
});

/** Show one page and wait until it is there. */
async function show(page: object): Promise<void> {
  const jsPsych = initJsPsych({ display_element: main() });
  void jsPsych.run([{ type: PagePlugin, page: { id: "page", ...page }, reply }]);
  await vi.waitFor(() => expect(main().querySelector("section")).toBeTruthy());
}

const push = (text: string): void =>
  [...main().querySelectorAll<HTMLElement>("button")].find((one) => one.textContent === text)!.click();

test.each([
  ["I agree and take part", true],
  ["I do not take part", false],
])("consent: %s", async (text, given) => {
  await show({ kind: "consent", html: "<p>May we?</p>" });
  push(text);
  push(text);
  expect(reply).toHaveBeenCalledExactlyOnceWith("consent", { given });
});

test("a text is read", async () => {
  await show({ kind: "text", html: "<h2>Part 1</h2>" });
  expect(main().querySelector("h2")!.textContent).toBe("Part 1");
  push("Continue");
  expect(reply).toHaveBeenCalledWith("read", {});
});

test("questions give one answer each, in their order", async () => {
  const questions = ["First?", "Second?"].map((text) => ({ text, options: ["yes", "no"] }));
  await show({ kind: "questions", questions, wrong: true });
  expect(main().querySelector("[role=alert]")!.textContent).toMatch("Not all answers were right");
  main().querySelector<HTMLInputElement>("[name=question-0][value=no]")!.checked = true;
  main().querySelector<HTMLInputElement>("[name=question-1][value=yes]")!.checked = true;
  main().querySelector("form")!.dispatchEvent(new Event("submit", { cancelable: true }));
  expect(reply).toHaveBeenCalledWith("questions", { answers: ["no", "yes"] });
});

test("a description has its text and its time", async () => {
  await show({ kind: "describe", prompt: "What is the rule?" });
  main().querySelector("textarea")!.value = "It goes on.";
  main().querySelector("form")!.dispatchEvent(new Event("submit", { cancelable: true }));
  expect(reply).toHaveBeenCalledWith("describe", { text: "It goes on.", ms: expect.any(Number) });
});

const DONE = { kind: "done", reason: "completed", html: "<p>Thanks</p>", code: "", url: "" };

test("the end shows the code and the way back", async () => {
  await show({ ...DONE, code: "K7QW2", url: "https://app.prolific.com/submissions/complete?cc=K7QW2" });
  expect(main().querySelector("#code")!.textContent).toBe("K7QW2");
  expect(main().querySelector("a")!.href).toMatch("cc=K7QW2");
});

test("MTurk is sent a form", async () => {
  await show({ ...DONE, url: "https://www.mturk.com/mturk/externalSubmit?assignmentId=A1&code=K7" });
  const form = main().querySelector("form")!;
  expect(form.getAttribute("action")).toBe("https://www.mturk.com/mturk/externalSubmit");
  const fields = [...form.querySelectorAll("input")].map(({ name, value }) => [name, value]);
  expect(fields).toEqual([["assignmentId", "A1"], ["code", "K7"]]);
});

test("whoever did not take part gets neither", async () => {
  await show({ ...DONE, reason: "no_consent" });
  expect(main().querySelector("#code, a, form")).toBeNull();
});
