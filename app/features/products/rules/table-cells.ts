import { MAX_OPTIONS, OPTION_LIMIT, type OptionValues } from "./variants.ts";

/** The cell of a variant's options in their order, one "Size = M" in a line. */
export function writeOptions(names: readonly string[], values: OptionValues): string {
  return names.flatMap((name) => (values[name] === undefined ? [] : `${name} = ${values[name]}`)).join("\n");
}

/** Reads such a cell; null if it is none. */
export function readOptions(cell: string): Record<string, string> | null {
  const pairs = cell.split("\n").map((line) => /^(.+?) = (.+)$/.exec(line.trim()) ?? []);
  const isGood = pairs.every(
    ([, name = "", value = ""]) => name !== "" && name.length <= OPTION_LIMIT && value.length <= OPTION_LIMIT,
  );
  return isGood && pairs.length <= MAX_OPTIONS
    ? Object.fromEntries(pairs.map(([, name = "", value = ""]) => [name, value]))
    : null;
}

/** The cell of alt texts by the place of their picture: "1 = front", one in a line. */
export function writeAlts(images: readonly string[], alts: Readonly<Record<string, string>>): string {
  return images.flatMap((address, at) => (alts[address] ? `${at + 1} = ${alts[address]}` : [])).join("\n");
}

/** Reads such a cell; any other text is that of the first picture. */
export function readAlts(cell: string): Map<number, string> {
  const lines = cell.split("\n").map((line) => /^(\d+) = (.+)$/.exec(line.trim()));
  if (!lines.every((line) => line !== null)) return new Map([[1, cell]]);
  return new Map(lines.map(([, place, text = ""]) => [Number(place), text]));
}
