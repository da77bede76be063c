/** An element with its attributes and children, in one call. */
export function make<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  attributes: Record<string, string> = {},
  ...children: (Node | string)[]
): HTMLElementTagNameMap[K] {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  element.append(...children);
  return element;
}

/** A button that says what it does and does it. */
export function button(text: string, act: () => void, look = "primary"): HTMLButtonElement {
  const element = make("button", { type: "button", class: look }, text);
  element.addEventListener("click", act);
  return element;
}

/** Time to read something, or to see that something changed. */
export const pause = (ms: number): Promise<void> =>
  new Promise((resolve) => setTimeout(resolve, ms));
