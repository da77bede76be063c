/** The ten colours. Their values are in concepts.css; here are their names. */
import { make } from "../../dom";
import { Choice } from "./controls";

/** By digit. The colours are those of ARC's own test interface. */
export const COLOURS = [
  "black",
  "blue",
  "red",
  "green",
  "yellow",
  "grey",
  "magenta",
  "orange",
  "light blue",
  "brown",
] as const;

/** A colour as it is read aloud. */
export const nameOf = (colour: number): string => `${colour} ${COLOURS[colour]}`;

export function palette(choose: (colour: number) => void): Choice<number> {
  const options = COLOURS.map((name, value) => {
    const look = make("span", { class: "swatch", "data-colour": `${value}` }, `${value}`);
    return { value, name, key: `${value}`, look };
  });
  return new Choice("Colour", "palette", options, choose);
}
