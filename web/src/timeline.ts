/** The session as a jsPsych timeline: one round of the loop for each page. */
import { ParameterType } from "jspsych";
import type { JsPsych, JsPsychPlugin, TrialType } from "jspsych";
import type { Page, TrialPage } from "./api";
import type { Frame } from "./frame";
import { PagePlugin } from "./pages";
import { screens } from "./screens";
import type { Closing, Session } from "./session";
import { Hand } from "./signs";

type TimelineArray = Extract<Parameters<JsPsych["run"]>[0], unknown[]>;
type Node = TimelineArray[number];

const info = <const>{
  name: "metamer-waiting",
  version: "1.0.0",
  parameters: {
    /** Resolves when there is a page. */
    ready: { type: ParameterType.FUNCTION, default: undefined },
  },
  data: {},
};

/** Nothing new to show until the server says which page comes. */
class WaitingPlugin implements JsPsychPlugin<typeof info> {
  static info = info;

  constructor(private jsPsych: JsPsych) {}

  trial(_display: HTMLElement, trial: TrialType<typeof info>): void {
    void trial.ready().then(() => this.jsPsych.finishTrial());
  }
}

/** A loop whose nodes each show one kind of page: the one that is to be shown now. */
export function timeline(session: Session, frame: Frame): TimelineArray {
  const hand = new Hand(document);
  const trials = Object.keys(screens).map((name) => trialNode(name, session, frame, hand));
  const round = [waitingNode(session, frame), stillNode(session, frame), ...trials];
  return [{ timeline: round, loop_function: () => true }];
}

function waitingNode(session: Session, frame: Frame): Node {
  const waiting = { type: WaitingPlugin, ready: () => frame.while(session.ready()) };
  return { timeline: [waiting], conditional_function: () => !session.page };
}

/** Shows a page that is not a trial. */
function stillNode(session: Session, frame: Frame): Node {
  let page: Page | Closing | undefined;
  const still = {
    type: PagePlugin,
    page: () => page,
    reply: (kind: string, payload: object) => session.finish(page as Page, kind, payload),
    on_start: () => frame.progress(null),
  };
  const conditional_function = () => {
    page = session.page;
    if (page?.kind === "trial" && !(page.screen in screens))
      throw new Error(`There is no screen for ${page.screen}.`);
    return !!page && page.kind !== "trial";
  };
  return { timeline: [still], conditional_function };
}

/** Shows a trial of the paradigm with this name. */
function trialNode(name: string, session: Session, frame: Frame, hand: Hand): Node {
  let page: TrialPage;
  let shown = 0;
  const logHand = (): void => session.sign({ what: "pointer", page: page.id, ...hand.take() });
  const respond = (answer: unknown) => {
    const ms = Math.round(performance.now() - shown);
    if (!page.wait) logHand();
    const result = session.answer(page, answer, ms);
    return page.wait ? frame.while(result) : result;
  };
  const trial = {
    type: screens[name]!,
    view: () => page.view,
    feedback: () => page.feedback,
    wait: () => page.wait,
    seconds: () => page.seconds,
    respond,
    on_load: () => {
      frame.progress(page);
      shown = performance.now();
      hand.take();
    },
    on_finish: () => {
      if (page.wait) logHand();
    },
  };
  const conditional_function = () => {
    page = session.page as TrialPage;
    return page?.kind === "trial" && page.screen === name;
  };
  return { timeline: [trial], conditional_function };
}
