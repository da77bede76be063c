/** Grids that are only looked at, side by side; and a closer look at them in a window over the page. */
import { button, make } from "../../dom";
import { colsOf, rowsOf, type Grid } from "./grid";
import { picture } from "./picture";

/** Pictures in a row, an arrow from each to the next; by what they are called. */
export function row(grids: Readonly<Record<string, Grid>>): HTMLElement {
  const pictures = Object.entries(grids).map(([label, grid]) => picture(grid, label));
  const arrow = (): Node => make("span", { class: "arrow", "aria-hidden": "true" }, "→");
  const parts = pictures.flatMap((each, index) => (index ? [arrow(), each] : [each]));
  const element = make("div", { class: "pictures" }, ...parts);
  const most = (count: (grid: Grid) => number) => `${Math.max(...Object.values(grids).map(count))}`;
  element.style.setProperty("--most-rows", most(rowsOf));
  element.style.setProperty("--most-cols", most(colsOf));
  return element;
}

/** A window over the page. Escape and its button close it; the browser keeps the focus inside. */
export function overlay(title: string, content: Node): HTMLDialogElement {
  const dialog = make("dialog", { "aria-label": title, class: "overlay" });
  const close = button("Close", () => dialog.close(), "secondary");
  dialog.append(make("header", {}, make("h2", {}, title), close), content);
  return dialog;
}

/** A title with a button that shows what is below it as large as the window allows. */
export function enlargeable(title: string, grids: Readonly<Record<string, Grid>>): HTMLElement {
  const header = make("header", {}, make("h2", {}, title));
  const open = (): void => {
    const dialog = overlay(title, row(grids));
    dialog.addEventListener("close", () => dialog.remove());
    header.append(dialog);
    dialog.showModal();
  };
  const enlarge = button("Enlarge", open, "secondary small");
  enlarge.setAttribute("aria-label", `Enlarge ${title.toLowerCase()}`);
  header.append(enlarge);
  return header;
}
