/** A grid that is only looked at: one path a colour, so that even ten examples of 30x30 are light. */
import { colsOf, rowsOf, type Grid } from "./grid";
import { preferences } from "./preferences";

const SVG = "http://www.w3.org/2000/svg";

function shape(tag: string, attributes: Record<string, string>, text = ""): SVGElement {
  const element = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  element.textContent = text;
  return element;
}

/** The grid as it is read aloud, row by row. */
export function spoken(grid: Grid): string {
  const rows = grid.map((row) => row.join(" ")).join("; ");
  return `${rowsOf(grid)} rows, ${colsOf(grid)} columns: ${rows}`;
}

export function picture(grid: Grid, label: string): SVGElement {
  const [rows, cols] = [rowsOf(grid), colsOf(grid)];
  const box = { viewBox: `0 0 ${cols} ${rows}`, role: "img", "aria-label": `${label}, ${spoken(grid)}` };
  const svg = shape("svg", { class: "picture", ...box });
  svg.style.setProperty("--rows", `${rows}`);
  svg.style.setProperty("--cols", `${cols}`);
  svg.append(...areas(grid), shape("path", { class: "lines", d: lines(rows, cols) }));
  if (preferences.digits) svg.append(...digits(grid));
  return svg;
}

function areas(grid: Grid): SVGElement[] {
  const paths = new Map<number, string>();
  grid.forEach((row, r) =>
    row.forEach((colour, c) => paths.set(colour, `${paths.get(colour) ?? ""}M${c} ${r}h1v1h-1z`)),
  );
  return [...paths].map(([colour, d]) => shape("path", { "data-colour": `${colour}`, d }));
}

function lines(rows: number, cols: number): string {
  const across = Array.from({ length: rows + 1 }, (_, r) => `M0 ${r}h${cols}`);
  const down = Array.from({ length: cols + 1 }, (_, c) => `M${c} 0v${rows}`);
  return [...across, ...down].join("");
}

function digits(grid: Grid): SVGElement[] {
  return grid.flatMap((row, r) =>
    row.map((colour, c) => {
      const at = { x: `${c + 0.5}`, y: `${r + 0.5}`, "data-colour": `${colour}` };
      return shape("text", at, `${colour}`);
    }),
  );
}
