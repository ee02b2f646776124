import { createRequire } from "node:module";
import type { Icon } from "./pack.ts";

type IconSet = { icons: Record<string, { body: string } | undefined> };

let set: IconSet | undefined;

/** The named Fluent Emoji icon as a drawing function. Throws if the set has no such icon. */
export function iconOf(name: string): Icon {
  set ??= createRequire(import.meta.url)("@iconify-json/fluent-emoji-flat/icons.json") as IconSet;
  const icon = set.icons[name];
  if (!icon) throw new Error(`no icon named ${name}`);
  return (x, y, size) =>
    `<g transform="translate(${round(x - size / 2)} ${round(y - size / 2)}) scale(${round(size / 32)})">${icon.body}</g>`;
}

function round(value: number): number {
  return Math.round(value * 1000) / 1000;
}
