/** What every screen is given and gives back. */
import { ParameterType } from "jspsych";
import type { JsPsych, JsPsychPlugin } from "jspsych";

/** What the server says of one answer: see docs/app.md. */
export interface Result<View = unknown, Feedback = unknown> {
  feedback: Feedback;
  /** What may be seen now, where the trial waits for results. */
  view: View;
  /** Whether the trial has ended. */
  over: boolean;
}

/**
 * Stores an answer and hands it to the server; null when the time is up.
 *
 * Where the trial waits for results the promise gives one; the page itself says that it waits
 * if that takes long. Elsewhere it gives null at once, and the trial is over.
 */
export type Respond<View = unknown, Feedback = unknown> = (
  answer: unknown,
) => Promise<Result<View, Feedback> | null>;

/** Parameters that every screen has. */
export const parameters = {
  /** What may be seen now: see docs/app.md for each paradigm. */
  view: { type: ParameterType.OBJECT, default: undefined },
  /** Whether the participant is told if an answer was right. */
  feedback: { type: ParameterType.BOOL, default: false },
  /** Whether the result of an answer is needed to go on. */
  wait: { type: ParameterType.BOOL, default: false },
  /** Time limit in seconds; 0 if there is none. */
  seconds: { type: ParameterType.FLOAT, default: 0 },
  /** Hands over an answer: see `Respond`. */
  respond: { type: ParameterType.FUNCTION, default: undefined },
} as const;

/** What every screen leaves in jsPsych's data; the server has the same from the events. */
export const data = {
  /** Answers in the order they were given. */
  answers: { type: ParameterType.OBJECT, array: true },
} as const;

/** A screen: a jsPsych plugin with a participant of its own for tests and dry runs. */
export type Screen = (new (jsPsych: JsPsych) => JsPsychPlugin<any>) & { info: { name: string } };
