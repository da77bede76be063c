/** The screens, by paradigm: every file or folder beside this one is one. */
import type { Screen } from "../screen";

const modules = import.meta.glob<{ default: Screen }>(["./*.ts", "./*/index.ts", "!./index.ts"], {
  eager: true,
});

const name = (path: string): string => path.split("/")[1]!.replace(/\.ts$/, "");

export const screens: Record<string, Screen> = Object.fromEntries(
  Object.entries(modules).map(([path, module]) => [name(path), module.default]),
);
