/** From the link to the last page. */
import { initJsPsych } from "jspsych";
import { Api, arrive } from "./api";
import type { Arrival } from "./api";
import { Frame } from "./frame";
import { Outbox } from "./outbox";
import { closing } from "./pages";
import { Patience } from "./patience";
import { Session } from "./session";
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

/** Everything that one visit of the page needs, put together. */
async function visit(frame: Frame): Promise<void> {
  const patience = new Patience((reached) => frame.connection(reached));
  const arrival = await frame.while(begin(patience));
  frame.name(arrival.study);
  const api = new Api(arrival.token, arrival.tab);
  const store = await openStore(arrival.token, arrival.tab);
  const jsPsych = initJsPsych({ display_element: frame.main });
  const outbox = new Outbox(store, api, patience, {
    state: (state) => session.take(state),
    refused: ({ message: detail }) =>
      session.close({ kind: "closing", title: "Something went wrong", detail, again: true }),
  });
  const session = new Session(outbox, () => {
    frame.rest();
    jsPsych.finishTrial();
  });
  void outbox.resume();
  watch(session);
  window.setInterval(() => void api.alive().catch(() => {}), HEARTBEAT_MS);
  await jsPsych.run(timeline(session, frame));
}

const frame = new Frame(document.body);
visit(frame).catch(({ message: detail }: Error) => {
  const title = "This study cannot be opened";
  frame.main.replaceChildren(...closing({ title, detail, again: false }));
});
