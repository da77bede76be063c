/** Requests to the server; docs/app.md says what they mean. */
import type { Result } from "./screen";

export interface Study {
  title: string;
  paradigm: string;
  contact: string;
}

export interface Arrival {
  token: string;
  study: Study;
  /** This visit of the page; another tab has another one. */
  tab: string;
}

export type Notice = "" | "taken_over" | "expired" | "full" | "preview";

export interface Question {
  text: string;
  options: string[];
}

export interface TrialPage {
  kind: "trial";
  id: string;
  screen: string;
  view: object;
  feedback: boolean;
  wait: boolean;
  seconds: number;
  block: string;
  done: number;
  of: number;
}

export type Page =
  | { kind: "consent"; id: string; html: string }
  | { kind: "text"; id: string; html: string }
  | { kind: "questions"; id: string; questions: Question[]; wrong?: boolean }
  | TrialPage
  | { kind: "describe"; id: string; prompt: string }
  | { kind: "done"; id: string; reason: string; html: string; code: string; url: string };

/** A page that was sent before. */
export interface Known {
  id: string;
}

export interface SessionState {
  /** The number of the event that the server waits for. */
  next: number;
  results: Record<string, Result>;
  /** The first is shown now; of those that the browser knows there is only the id. */
  pages: (Page | Known)[];
  notice: Notice;
}

/** Something that happened in the browser. */
export interface SessionEvent {
  seq: number;
  kind: string;
  payload: object;
  /** Milliseconds since 1970 by the device's clock, which may be wrong. */
  time: number;
}

/** The server understood a request and does not do it; asking again would not help. */
export class Refused extends Error {
  constructor(
    readonly status: number,
    detail: string,
  ) {
    super(detail);
  }
}

const PATIENCE_MS = 15_000;
const AGAIN = [408, 425, 429];

/** One JSON request. Throws `Refused`, or any other error if trying again may help. */
async function request<T>(path: string, token: string, body?: object): Promise<T> {
  const response = await fetch(`api/${path}`, {
    method: body ? "POST" : "GET",
    headers: { "Content-Type": "application/json", "X-Metamer-Token": token },
    signal: AbortSignal.timeout(PATIENCE_MS),
    cache: "no-store",
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  if (response.ok) return (await response.json()) as T;
  const { status } = response;
  if (status < 400 || status >= 500 || AGAIN.includes(status)) throw new Error(`status ${status}`);
  const { detail } = (await response.json()) as { detail: unknown };
  throw new Refused(status, typeof detail === "string" ? detail : "The server refused a request.");
}

/** Come to the study, or come back to it with a token. */
export function arrive(query: Record<string, string>, token: string): Promise<Arrival> {
  return request("arrive", token, token ? { query, token } : { query });
}

/** What one participant's browser asks for. */
export class Api {
  constructor(
    private token: string,
    private tab: string,
  ) {}

  state(): Promise<SessionState> {
    return request("session", this.token);
  }

  send(events: SessionEvent[], known: string[]): Promise<SessionState> {
    return request("events", this.token, { tab: this.tab, events, known });
  }

  /** Say that somebody is still here; hear whether another tab went on. */
  alive(): Promise<{ ok: boolean; notice: Notice }> {
    return request("alive", this.token, { tab: this.tab });
  }
}
