import "fake-indexeddb/auto";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { Refused } from "../src/api";
import type { SessionEvent, SessionState } from "../src/api";
import { Outbox } from "../src/outbox";
import { Patience } from "../src/patience";
import { MemoryStore, openStore } from "../src/store";
import type { EventStore } from "../src/store";

/** A server that stores each event once; it can be cut off before or after it stores. */
class Server {
  stored: SessionEvent[] = [];
  cut: "" | "request" | "acknowledgement" = "";
  requests = 0;

  async state(): Promise<SessionState> {
    return { next: this.stored.length, results: {}, pages: [], notice: "" };
  }

  async send(events: SessionEvent[]): Promise<SessionState> {
    this.requests += 1;
    if (this.cut === "request") throw new TypeError("Failed to fetch");
    for (const event of events) if (event.seq === this.stored.length) this.stored.push(event);
    if (this.cut === "acknowledgement") throw new TypeError("Failed to fetch");
    const results = Object.fromEntries(
      events.map(({ seq }) => [seq, { feedback: { seq }, view: null, over: true }]),
    );
    return { ...(await this.state()), results };
  }
}

const told = { state: vi.fn(), refused: vi.fn() };
const connection = vi.fn();
const outboxOf = (server: Server, store: EventStore = new MemoryStore()): Outbox =>
  new Outbox(store, server, new Patience(connection), told);
const payloads = (server: Server): unknown[] => server.stored.map(({ payload }) => payload);

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "Date", "performance"] });
  vi.clearAllMocks();
});
afterEach(() => void vi.useRealTimers());

describe("the outbox", () => {
  test("numbers events from where the server is, and sends them in order", async () => {
    const server = new Server();
    server.stored = [{ seq: 0, kind: "consent", payload: {}, time: 0 }];
    const outbox = outboxOf(server);
    await outbox.resume();
    expect([1, 2, 3].map((number) => outbox.add("answer", { number }))).toEqual([1, 2, 3]);
    await vi.runAllTimersAsync();
    expect(payloads(server).slice(1)).toEqual([{ number: 1 }, { number: 2 }, { number: 3 }]);
  });

  test("gives each answer its own result", async () => {
    const outbox = outboxOf(new Server());
    await outbox.resume();
    const results = [0, 1].map(() => outbox.result(outbox.add("answer", {})));
    await vi.runAllTimersAsync();
    expect((await Promise.all(results)).map(({ feedback }) => feedback)).toEqual([{ seq: 0 }, { seq: 1 }]);
  });

  test.each(["request", "acknowledgement"] as const)("survives a lost %s", async (lost) => {
    const server = new Server();
    const outbox = outboxOf(server);
    await outbox.resume();
    server.cut = lost;
    const result = outbox.result(outbox.add("answer", { tile: 5 }));
    await vi.advanceTimersByTimeAsync(5_000);
    expect(connection).toHaveBeenLastCalledWith(false);
    server.cut = "";
    await vi.runAllTimersAsync();
    expect(connection).toHaveBeenLastCalledWith(true);
    expect(payloads(server)).toEqual([{ tile: 5 }]);
    expect((await result).feedback).toEqual({ seq: 0 });
  });

  test("waits longer after every failure, but never longer than eight seconds", async () => {
    const server = new Server();
    const outbox = outboxOf(server);
    await outbox.resume();
    server.cut = "request";
    outbox.add("answer", {});
    await vi.advanceTimersByTimeAsync(60_000);
    const early = server.requests;
    await vi.advanceTimersByTimeAsync(80_000);
    expect(server.requests - early).toBeGreaterThanOrEqual(10);
    expect(server.requests - early).toBeLessThanOrEqual(20);
  });

  test("tries again at once when the network is back", async () => {
    const server = new Server();
    const outbox = outboxOf(server);
    await outbox.resume();
    server.cut = "request";
    outbox.add("answer", {});
    await vi.advanceTimersByTimeAsync(60_000);
    server.cut = "";
    window.dispatchEvent(new Event("online"));
    await vi.advanceTimersByTimeAsync(1);
    expect(server.stored).toHaveLength(1);
  });

  test("lets a sign wait for the next event that cannot", async () => {
    const server = new Server();
    const outbox = outboxOf(server);
    await outbox.resume();
    outbox.add("sign", { what: "pointer" }, false);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(server.requests).toBe(0);
    outbox.add("answer", {});
    await vi.advanceTimersByTimeAsync(1);
    expect([server.requests, server.stored.length]).toEqual([1, 2]);
  });

  test("stops at a refusal and says so", async () => {
    const server = new Server();
    const store = new MemoryStore();
    const outbox = outboxOf(server, store);
    await outbox.resume();
    vi.spyOn(server, "send").mockRejectedValue(new Refused(422, "no such tile"));
    outbox.add("answer", {});
    outbox.add("answer", {});
    await vi.runAllTimersAsync();
    expect(told.refused).toHaveBeenCalledTimes(1);
    expect(await store.all()).toEqual([]);
  });
});

describe("what an earlier visit left", () => {
  test("is sent by the next one, from the browser's disk", async () => {
    vi.useRealTimers();
    const server = new Server();
    const first = outboxOf(server, await openStore("token", "first"));
    await first.resume();
    server.cut = "request";
    first.add("answer", { tile: 1 });
    first.add("answer", { tile: 2 });
    await vi.waitFor(() => expect(server.requests).toBeGreaterThan(0));
    first.stop();
    server.cut = "";
    await outboxOf(server, await openStore("token", "second")).resume();
    expect(payloads(server)).toEqual([{ tile: 1 }, { tile: 2 }]);
    const left = await openStore("token", "third");
    await vi.waitFor(async () => expect(await left.all()).toEqual([]));
  });

  test("is not sent twice if the server had it", async () => {
    const server = new Server();
    const store = new MemoryStore();
    const first = outboxOf(server, store);
    await first.resume();
    server.cut = "acknowledgement";
    first.add("answer", { tile: 1 });
    await vi.advanceTimersByTimeAsync(1);
    first.stop();
    server.cut = "";
    await outboxOf(server, store).resume();
    expect(payloads(server)).toEqual([{ tile: 1 }]);
    expect(told.state).toHaveBeenLastCalledWith(expect.objectContaining({ next: 1 }));
  });

  test("by a tab that was taken over is forgotten, and only that", async () => {
    vi.useRealTimers();
    const [first, second] = [await openStore("both", "first"), await openStore("both", "second")];
    await second.put({ seq: 1, kind: "answer", payload: {}, time: 0 });
    const server = new Server();
    const outbox = outboxOf(server, first);
    await outbox.resume();
    vi.spyOn(server, "send").mockResolvedValue({ ...(await server.state()), notice: "taken_over" });
    outbox.add("answer", {});
    await vi.waitFor(async () => expect((await first.all()).map(({ seq }) => seq)).toEqual([1]));
  });

  test("of somebody else stays where it is", async () => {
    vi.useRealTimers();
    const mine = await openStore("mine", "tab");
    await mine.put({ seq: 0, kind: "answer", payload: {}, time: 0 });
    await outboxOf(new Server(), await openStore("other", "tab")).resume();
    expect(await mine.all()).toHaveLength(1);
  });
});
