/** One participant's way through the pages: which comes now, and what becomes of answers. */
import type { Known, Notice, Page, SessionState, TrialPage } from "./api";
import type { Outbox } from "./outbox";
import type { Result } from "./screen";

/** The end of a visit: why there is nothing to do here, and whether to try again. */
export interface Closing {
  kind: "closing";
  title: string;
  detail: string;
  again: boolean;
  /** What can be read all the same. */
  html: string;
}

const CLOSINGS: Record<Exclude<Notice, "">, Pick<Closing, "title" | "detail" | "again">> = {
  taken_over: {
    title: "You went on in another tab",
    detail: "This study is open in another tab or window. Please go on there, or press the button to go on here.",
    again: true,
  },
  expired: {
    title: "Too much time has passed",
    detail: "This session cannot be continued any more. Thank you for your time.",
    again: false,
  },
  full: {
    title: "No place is left",
    detail: "Enough people have taken part in this study. Thank you for your interest.",
    again: false,
  },
  preview: {
    title: "This is a preview",
    detail: "You will see the study once you have accepted the task.",
    again: false,
  },
};

export class Session {
  private pages: (Page | Closing)[] = [];
  /** Pages that are done here while the server may not know it: the number of the last event. */
  private ahead = new Map<string, number>();
  private sent = new Map<string, Page>();
  private arrived: () => void = () => {};

  /** `interrupt` ends what is being shown. */
  constructor(
    private outbox: Outbox,
    private interrupt: () => void,
  ) {}

  /** Take what the server says; pages that were done meanwhile do not come back. */
  take(state: SessionState): void {
    if (state.notice) return this.leave(state.notice, state.pages[0]);
    for (const [id, seq] of this.ahead) if (seq < state.next) this.ahead.delete(id);
    const pages = state.pages.map((page) => ("kind" in page ? page : this.sent.get(page.id)!));
    this.sent = new Map(pages.map((page) => [page.id, page]));
    this.pages = pages.filter((page) => !this.ahead.has(page.id));
    if (this.pages.length) this.arrived();
  }

  /** Pages that need not be sent again. */
  get known(): string[] {
    return [...this.sent.keys()];
  }

  /** End the visit for the reason that the server gives. */
  leave(notice: Exclude<Notice, "">, page?: Page | Known): void {
    if (page && "kind" in page && page.kind === "done") return this.close(page);
    const html = page && "html" in page ? page.html : "";
    this.close({ kind: "closing", ...CLOSINGS[notice], html });
  }

  /** End the visit: nothing is sent any more, and nothing else is shown. */
  close(last: Page | Closing): void {
    this.outbox.stop();
    this.pages = [last];
    this.arrived();
    this.interrupt();
  }

  /** The page to be shown now; undefined while the server has not said. */
  get page(): Page | Closing | undefined {
    return this.pages[0];
  }

  /** Resolves when there is a page. */
  ready(): Promise<void> {
    if (this.page) return Promise.resolve();
    return new Promise((resolve) => (this.arrived = resolve));
  }

  /** Log the event that ends a page. */
  finish(page: Page, kind: string, payload: object): number {
    const seq = this.outbox.add(kind, { page: page.id, ...payload });
    this.ahead.set(page.id, seq);
    this.pages = this.pages.filter((other) => other.kind === "closing" || other.id !== page.id);
    return seq;
  }

  /** Log an answer; give its result if the trial waits for it. */
  async answer(page: TrialPage, answer: unknown, ms: number): Promise<Result | null> {
    if (!page.wait) {
      this.finish(page, "answer", { answer, ms });
      return null;
    }
    const seq = this.outbox.add("answer", { page: page.id, answer, ms });
    return this.outbox.result(seq);
  }

  /** Log what may be a sign of copying or of a bot. */
  sign(payload: { what: string } & Record<string, unknown>, hurry = false): void {
    this.outbox.add("sign", payload, hurry);
  }
}
