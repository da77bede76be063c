/** From the link to the last page. */
import { initJsPsych } from "jspsych";
import { Api, arrive } from "./api";
import type { Arrival, SessionEvent } from "./api";
import { Frame } from "./frame";
import { Outbox } from "./outbox";
import { closing } from "./pages";
import { Patience } from "./patience";
import { Session } from "./session";
import type { Closing } from "./session";
import { watch } from "./signs";
import { openStore } from "./store";
import { timeline } from "./timeline";

const HEARTBEAT_MS = 30_000;

/** Ask for a session; the token stays in the address, so that a reload finds it again. */
async function begin(patience: Patience): Promise<Arrival> {
  const query = Object.fromEntries(new URLSearchParams(location.search));
  const arrival = await patience.ask(() => arrive(query, location.hash.slice(1)));
  history.replaceState(null, "", `${location.pathname}${location.search}#${arrival!.token}`);
  return arrival!;
}

function trouble(title: string, error: Error, again: boolean): Closing {
  return { kind: "closing", title, detail: error.message, again, html: "" };
}

/** Say that somebody is here; if another tab went on, say so. A lost beat does not matter. */
async function beat(api: Api, session: Session): Promise<void> {
  const { notice } = await api.alive().catch(() => ({ notice: "" }));
  if (notice === "taken_over") session.leave(notice);
}

/** Everything that one visit of the page needs, put together. */
async function visit(frame: Frame): Promise<void> {
  const patience = new Patience((reached) => frame.connection(reached));
  const arrival = await frame.while(begin(patience));
  frame.name(arrival.study);
  const api = new Api(arrival.token, arrival.tab);
  const store = await openStore(arrival.token, arrival.tab);
  const jsPsych = initJsPsych({ display_element: frame.main });
  const server = {
    state: () => api.state(),
    send: (events: SessionEvent[]) => api.send(events, session.known),
  };
  const outbox: Outbox = new Outbox(store, server, patience, {
    state: (state) => session.take(state),
    refused: (error) => session.close(trouble("Your last step could not be stored", error, true)),
  });
  const session: Session = new Session(outbox, () => {
    frame.rest();
    jsPsych.finishTrial();
  });
  void outbox.resume();
  watch(session);
  window.setInterval(() => void beat(api, session), HEARTBEAT_MS);
  await jsPsych.run(timeline(session, frame));
}

const frame = new Frame(document.body);
visit(frame).catch((error: Error) => {
  frame.main.replaceChildren(...closing(trouble("This study cannot be opened", error, false)));
});
