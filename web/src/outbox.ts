/**
 * Events on their way to the server: in order, each kept until the server has it on disk.
 *
 * Nothing here blocks the task. Whoever needs the result of an answer waits for `result`.
 */
import type { SessionEvent, SessionState } from "./api";
import type { Patience } from "./patience";
import type { Result } from "./screen";
import type { EventStore } from "./store";

const BATCH = 50;
const LINGER_MS = 3_000;

/** The two requests that an outbox makes. */
export interface Server {
  state(): Promise<SessionState>;
  send(events: SessionEvent[]): Promise<SessionState>;
}

/** Who is told what comes of sending. */
export interface Listener {
  state(state: SessionState): void;
  /** Sending has ended for good, for instance because the session is unknown. */
  refused(error: Error): void;
}

export class Outbox {
  private queue: SessionEvent[] = [];
  private next = 0;
  private results = new Map<number, (result: Result) => void>();
  private sending = false;
  private stopped = false;

  constructor(
    private store: EventStore,
    private server: Server,
    private patience: Patience,
    private listener: Listener,
  ) {}

  /** Send what an earlier visit left behind; then the listener is told what comes now. */
  async resume(): Promise<void> {
    const left = await this.store.all().catch(() => []);
    const state = await this.ask(() => this.server.state());
    if (!state) return;
    this.queue = left.filter((event) => event.seq >= state.next);
    if (this.queue[0]?.seq !== state.next) this.queue = [];
    this.next = state.next + this.queue.length;
    if (!this.queue.length || state.notice) this.acknowledge(state);
    else await this.pump();
  }

  /** Keep an event and send it: now, or with the next one that cannot wait. */
  add(kind: string, payload: object, hurry = true): number {
    const event = { seq: this.next++, kind, payload, time: Date.now() };
    this.queue.push(event);
    this.store.put(event).catch(() => {});
    setTimeout(() => void this.pump(), hurry ? 0 : LINGER_MS);
    return event.seq;
  }

  /** What the server says of the answer with this number. */
  result(seq: number): Promise<Result> {
    return new Promise((resolve) => this.results.set(seq, resolve));
  }

  /** Send nothing any more. */
  stop(): void {
    this.stopped = true;
    this.patience.giveUp();
  }

  private async pump(): Promise<void> {
    if (this.sending) return;
    this.sending = true;
    while (this.queue.length && !this.stopped) {
      const batch = this.queue.slice(0, BATCH);
      const state = await this.ask(() => this.server.send(batch));
      if (state && !state.notice && state.next <= batch[0]!.seq)
        this.refuse(new Error("The server has lost a step of this session."));
      else if (state) this.acknowledge(state);
    }
    this.sending = false;
  }

  private async ask(request: () => Promise<SessionState>): Promise<SessionState | undefined> {
    try {
      return await this.patience.ask(request);
    } catch (error) {
      this.refuse(error as Error);
      return undefined;
    }
  }

  private acknowledge(state: SessionState): void {
    this.queue = this.queue.filter((event) => event.seq >= state.next);
    this.next = Math.max(this.next, state.next);
    this.store.drop(state.next).catch(() => {});
    if (state.notice) {
      this.store.forget().catch(() => {});
      this.stop();
    }
    this.listener.state(state);
    for (const [seq, result] of Object.entries(state.results)) this.resolve(Number(seq), result);
  }

  private resolve(seq: number, result: Result): void {
    this.results.get(seq)?.(result);
    this.results.delete(seq);
  }

  private refuse(error: Error): void {
    this.store.drop(Infinity).catch(() => {});
    this.stop();
    this.listener.refused(error);
  }
}
