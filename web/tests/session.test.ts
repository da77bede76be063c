import { beforeEach, describe, expect, test, vi } from "vitest";
import type { SessionState, TrialPage } from "../src/api";
import { Outbox } from "../src/outbox";
import { Patience } from "../src/patience";
import { Session } from "../src/session";
import { MemoryStore } from "../src/store";

const trial = (id: string, wait = false): TrialPage => ({
  kind: "trial",
  id,
  screen: "pointers",
  view: {},
  feedback: false,
  wait,
  seconds: 0,
  block: "test",
  done: 0,
  of: 3,
});
const state = (next: number, ids: string[], more: Partial<SessionState> = {}): SessionState => ({
  next,
  results: {},
  pages: ids.map((id) => trial(id)),
  notice: "",
  ...more,
});

const interrupt = vi.fn();
let session: Session;

beforeEach(() => {
  const server = { state: async () => state(0, []), send: () => new Promise<never>(() => {}) };
  const outbox = new Outbox(new MemoryStore(), server, new Patience(() => {}), {
    state: (said) => session.take(said),
    refused: () => {},
  });
  session = new Session(outbox, interrupt);
});

describe("a session", () => {
  test("goes on without a network where no answer is needed", async () => {
    session.take(state(0, ["a", "b", "c"]));
    expect(await session.answer(session.page as TrialPage, 1, 100)).toBeNull();
    expect(session.page).toMatchObject({ id: "b" });
  });

  test("does not show a page again that was done while an earlier one was sent", async () => {
    session.take(state(0, ["a", "b", "c"]));
    await session.answer(session.page as TrialPage, 1, 100);
    await session.answer(session.page as TrialPage, 1, 100);
    session.take(state(1, ["b", "c", "d"]));
    expect(session.page).toMatchObject({ id: "c" });
  });

  test("does not show a page again that came a second time while it was shown", async () => {
    session.take(state(0, ["a", "b"]));
    const shown = session.page as TrialPage;
    session.take(state(0, ["a", "b"]));
    await session.answer(shown, 1, 100);
    expect(session.page).toMatchObject({ id: "b" });
  });

  test("shows a page again if the server says so after its event", () => {
    session.take(state(0, ["questions"]));
    session.finish(session.page as TrialPage, "questions", {});
    expect(session.page).toBeUndefined();
    session.take(state(1, ["questions"]));
    expect(session.page).toMatchObject({ id: "questions" });
  });

  test("waits where a page depends on an answer", async () => {
    const ready = vi.fn();
    void session.ready().then(ready);
    await Promise.resolve();
    expect(ready).not.toHaveBeenCalled();
    session.take(state(0, ["a"]));
    await vi.waitFor(() => expect(ready).toHaveBeenCalled());
  });

  test("keeps pages that the server does not send again", async () => {
    session.take(state(0, ["a", "b", "c"]));
    await session.answer(session.page as TrialPage, 1, 100);
    expect(session.known).toEqual(["a", "b", "c"]);
    session.take(state(1, ["b"], { pages: [trial("b"), { id: "c" }, trial("d")] }));
    await session.answer(session.page as TrialPage, 1, 100);
    expect(session.page).toEqual(trial("c"));
  });

  test("shows the code of somebody for whom no place is left", () => {
    const done = { kind: "done", id: "done", reason: "screened_out", html: "", code: "C1", url: "" } as const;
    session.take(state(0, [], { notice: "full", pages: [done] }));
    expect(session.page).toEqual(done);
  });

  test.each(["taken_over", "expired", "full", "preview"] as const)("ends when it is %s", (notice) => {
    session.take(state(0, ["a"]));
    session.take(state(0, [], { notice }));
    expect(interrupt).toHaveBeenCalled();
    expect(session.page).toMatchObject({ kind: "closing", again: notice === "taken_over" });
  });
});
