/** Controls that the palette, the tools and the size are made of. */
import { button, make } from "../../dom";

export interface Option<T> {
  readonly value: T;
  readonly name: string;
  /** The key that chooses it. */
  readonly key: string;
  readonly look: Node;
}

/** One of several, as radio buttons: they bring their own keyboard and their own labels. */
export class Choice<T extends string | number> {
  readonly element: HTMLElement;
  private readonly inputs = new Map<T, HTMLInputElement>();

  constructor(legend: string, kind: string, options: readonly Option<T>[], choose: (value: T) => void) {
    const labels = options.map((option) => this.label(kind, option, choose));
    const title = make("legend", {}, legend);
    this.element = make("fieldset", { class: `choice ${kind}` }, title, ...labels);
  }

  show(value: T): void {
    const input = this.inputs.get(value)!;
    if (!input.checked) input.checked = true;
  }

  private label(kind: string, { value, name, key, look }: Option<T>, choose: (value: T) => void) {
    const label = `${name}, key ${key}`;
    const input = make("input", { type: "radio", name: kind, value: `${value}`, "aria-label": label });
    input.addEventListener("change", () => choose(value));
    this.inputs.set(value, input);
    return make("label", { title: label }, input, look);
  }
}

/**
 * A button for an action that is not always possible.
 *
 * It is never `disabled`, for the focus would be lost when the last step is undone.
 */
export function action(name: string, act: () => void, hint = ""): HTMLButtonElement {
  const element = button(name, act, "secondary");
  if (hint) element.title = hint;
  return element;
}

export function enable(element: HTMLElement, possible: boolean): void {
  element.setAttribute("aria-disabled", `${!possible}`);
}
