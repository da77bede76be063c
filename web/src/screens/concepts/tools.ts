/** The tools that draw. */
import { make } from "../../dom";
import { Choice } from "./controls";
import type { Tool } from "./editor";

export const TOOLS: readonly { value: Tool; name: string; key: string }[] = [
  { value: "paint", name: "Paint", key: "P" },
  { value: "fill", name: "Fill", key: "F" },
  { value: "rectangle", name: "Rectangle", key: "R" },
  { value: "select", name: "Select", key: "S" },
];

export function toolbar(choose: (tool: Tool) => void): Choice<Tool> {
  const options = TOOLS.map((tool) => ({ ...tool, look: make("span", {}, tool.name) }));
  return new Choice("Tool", "tools", options, choose);
}
