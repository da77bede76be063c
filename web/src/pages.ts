/** The pages that are not trials: consent, texts, questions, descriptions, the end. */
import { ParameterType } from "jspsych";
import type { JsPsych, JsPsychPlugin, TrialType } from "jspsych";
import type { Page, Question } from "./api";
import { button, make } from "./dom";
import type { Closing } from "./session";

type Still = Exclude<Page, { kind: "trial" }> | Closing;
type Kind<K extends Still["kind"]> = Extract<Still, { kind: K }>;
/** Logs the event that ends the page. */
type Reply = (kind: string, payload: object) => void;

const info = <const>{
  name: "metamer-page",
  version: "1.0.0",
  parameters: {
    /** The page, as the server describes it: see docs/app.md. */
    page: { type: ParameterType.OBJECT, default: undefined },
    /** Logs the event that ends the page. */
    reply: { type: ParameterType.FUNCTION, default: undefined },
  },
  data: {
    /** What kind of page was shown. */
    kind: { type: ParameterType.STRING },
  },
};

type Info = typeof info;

/** Text from the server, which has made it safe. */
function prose(html: string): HTMLElement {
  const text = make("div", { class: "prose" });
  text.innerHTML = html;
  return text;
}

const actions = (...buttons: HTMLElement[]): HTMLElement =>
  make("div", { class: "actions" }, ...buttons);

function consent(page: Kind<"consent">, reply: Reply): HTMLElement[] {
  const give = (given: boolean) => () => reply("consent", { given });
  const yes = button("I agree and take part", give(true));
  const no = button("I do not take part", give(false), "quiet");
  return [prose(page.html), actions(yes, no)];
}

function text(page: Kind<"text">, reply: Reply): HTMLElement[] {
  return [prose(page.html), actions(button("Continue", () => reply("read", {})))];
}

function question(asked: Question, number: number): HTMLElement {
  const field = make("fieldset", {}, make("legend", {}, asked.text));
  for (const value of asked.options) {
    const input = make("input", { type: "radio", name: `question-${number}`, value, required: "" });
    field.append(make("label", {}, input, make("span", {}, value)));
  }
  return field;
}

function questions(page: Kind<"questions">, reply: Reply): HTMLElement[] {
  const fields = page.questions.map(question);
  const form = make("form", { class: "prose" }, make("h2", {}, "A few questions before you begin"));
  if (page.wrong) form.append(make("p", { class: "told", role: "alert" }, WRONG));
  form.append(...fields, actions(make("button", { class: "primary" }, "Continue")));
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const chosen = new FormData(form);
    reply("questions", { answers: fields.map((_, number) => chosen.get(`question-${number}`)) });
  });
  return [form];
}

const WRONG = "Not all answers were right. Please read the questions again and have another try.";

function describe(page: Kind<"describe">, reply: Reply): HTMLElement[] {
  const shown = performance.now();
  const area = make("textarea", { id: "description", rows: "5", maxlength: "5000", required: "" });
  const label = make("label", { for: "description", class: "prompt" }, page.prompt);
  const form = make("form", { class: "prose" }, label, area);
  form.append(actions(make("button", { class: "primary" }, "Continue")));
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    reply("describe", { text: area.value, ms: Math.round(performance.now() - shown) });
  });
  return [form];
}

/** Back to the recruiting platform; MTurk takes the end of a task only from a form. */
function wayBack(url: string): HTMLElement {
  const { origin, pathname, searchParams } = new URL(url);
  if (pathname !== "/mturk/externalSubmit")
    return actions(make("a", { href: url, class: "primary" }, FINISH));
  const form = make("form", { method: "post", action: origin + pathname });
  for (const [name, value] of searchParams) form.append(make("input", { type: "hidden", name, value }));
  form.append(actions(make("button", { class: "primary" }, FINISH)));
  return form;
}

const FINISH = "Finish and return";

function done(page: Kind<"done">): HTMLElement[] {
  const parts = [prose(page.html)];
  if (page.code) {
    const code = make("output", { class: "code", id: "code" }, page.code);
    const copy = button("Copy", () => void navigator.clipboard?.writeText(page.code), "quiet");
    const label = make("p", { class: "label" }, "Your completion code");
    parts.push(make("div", { class: "completion" }, label, make("div", {}, code, copy)));
  }
  if (page.url) parts.push(wayBack(page.url));
  return parts;
}

/** Why there is nothing to do here, and a button where trying again may help. */
export function closing({ title, detail, again, html }: Closing): HTMLElement[] {
  const text = [make("h2", {}, title), make("p", {}, detail)];
  const parts: HTMLElement[] = [make("div", { class: "prose", role: "alert" }, ...text)];
  if (html) parts.push(prose(html));
  if (again) parts.push(actions(button("Go on here", () => location.reload())));
  return parts;
}

function contents(page: Still, reply: Reply): HTMLElement[] {
  switch (page.kind) {
    case "consent":
      return consent(page, reply);
    case "text":
      return text(page, reply);
    case "questions":
      return questions(page, reply);
    case "describe":
      return describe(page, reply);
    case "done":
      return done(page);
    case "closing":
      return closing(page);
  }
}

/** One page with something to read and to answer, outside the trials. */
export class PagePlugin implements JsPsychPlugin<Info> {
  static info = info;

  constructor(private jsPsych: JsPsych) {}

  trial(display: HTMLElement, trial: TrialType<Info>): void {
    const page = trial.page as Still;
    let open = true;
    const reply: Reply = (kind, payload) => {
      if (!open) return;
      open = false;
      trial.reply(kind, payload);
      this.jsPsych.finishTrial({ kind: page.kind });
    };
    const shown = make("section", { class: `page ${page.kind}`, tabindex: "-1" }, ...contents(page, reply));
    display.replaceChildren(shown);
    window.scrollTo(0, 0);
    shown.focus({ preventScroll: true });
  }
}
