/** Where events wait in the browser: they survive a reload and a crash. */
import type { SessionEvent } from "./api";

export interface EventStore {
  /** Everything that waits, whichever tab wrote it, in order. */
  all(): Promise<SessionEvent[]>;
  put(event: SessionEvent): Promise<void>;
  /** Forget the events before this number. */
  drop(before: number): Promise<void>;
  /** Forget what this tab wrote. */
  forget(): Promise<void>;
}

/** For browsers that forbid storage, such as some private windows: until the page is left. */
export class MemoryStore implements EventStore {
  private events = new Map<number, SessionEvent>();

  async all(): Promise<SessionEvent[]> {
    return [...this.events.values()].sort((a, b) => a.seq - b.seq);
  }

  async put(event: SessionEvent): Promise<void> {
    this.events.set(event.seq, event);
  }

  async drop(before: number): Promise<void> {
    for (const seq of this.events.keys()) if (seq < before) this.events.delete(seq);
  }

  async forget(): Promise<void> {
    this.events.clear();
  }
}

function settled<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error ?? new Error("the browser's storage failed"));
  });
}

/**
 * The events of one participant, in IndexedDB.
 *
 * The key has the tab as well: a tab that was taken over must not overwrite the events of the
 * one that goes on.
 */
class DiskStore implements EventStore {
  constructor(
    private database: IDBDatabase,
    private token: string,
    private tab: string,
  ) {}

  private events(mode: IDBTransactionMode): IDBObjectStore {
    return this.database.transaction("events", mode, { durability: "strict" }).objectStore("events");
  }

  private upTo(end: number): IDBKeyRange {
    return IDBKeyRange.bound([this.token, 0], [this.token, end], false, true);
  }

  async all(): Promise<SessionEvent[]> {
    const events = await settled<SessionEvent[]>(
      this.events("readonly").getAll(this.upTo(Infinity)),
    );
    return events.filter((event, index) => event.seq !== events[index - 1]?.seq);
  }

  async put(event: SessionEvent): Promise<void> {
    await settled(this.events("readwrite").put(event, [this.token, event.seq, this.tab]));
  }

  async drop(before: number): Promise<void> {
    await settled(this.events("readwrite").delete(this.upTo(before)));
  }

  async forget(): Promise<void> {
    const events = this.events("readwrite");
    const keys = await settled(events.getAllKeys(this.upTo(Infinity)));
    for (const key of keys) if ((key as unknown[])[2] === this.tab) events.delete(key);
  }
}

/** Open the participant's store, or one in memory where the browser gives none. */
export async function openStore(token: string, tab: string): Promise<EventStore> {
  try {
    const request = indexedDB.open("metamer", 1);
    request.onupgradeneeded = () => request.result.createObjectStore("events");
    return new DiskStore(await settled(request), token, tab);
  } catch {
    return new MemoryStore();
  }
}
