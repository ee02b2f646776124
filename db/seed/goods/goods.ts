import { PACK_NAMES, type PackName } from "../pictures/scenes.ts";
import { DYE } from "../pictures/tones.ts";

/**
 * A sold unit, its usual price in naira, its gross weight in kg and, if the name includes it, its size. `only` lists
 * kinds by parts of their names ("spray|gel"): those kinds use only these packs, and these packs contain no other kind.
 */
export type PackSize = readonly [unit: string, naira: number, kg: number, size?: string, only?: string];

/**
 * A product type, from which many products are generated. Texts may contain {brand}, {kind}, {size}, {unit} and
 * {origin}; a type without `packs` sizes must not use {size}.
 */
export type Goods = {
  key: string;
  /** Slug of its sub-category. */
  sub: string;
  /** Name of a Fluent Emoji icon. */
  icon: string;
  pack: PackName;
  colours: readonly string[];
  /** Relative frequency among the products of its top category. */
  share: number;
  names: readonly string[];
  kinds: readonly string[];
  packs: readonly PackSize[];
  origins: readonly string[];
  about: readonly string[];
  use: readonly string[];
};

/** The first line of a sheet: its key, then what it looks like and how often it is sold. */
const HEAD =
  /^(?<key>.+): sub (?<sub>.+), icon (?<icon>.+), pack (?<pack>.+), share (?<share>\d+), colours (?<colours>.+)$/;

/**
 * Reads product types from sheets of text with an empty line between two. Below its head a sheet has a line for each
 * list of texts, "names: one | other"; in `packs` the parts of one are separated by semicolons. Throws on a sheet without
 * one of the lines and on unknown packs and colours.
 */
export function readGoods(text: string): readonly Goods[] {
  return text.trim().split("\n\n").map(readSheet);
}

function readSheet(sheet: string): Goods {
  const [first = "", ...lines] = sheet.split("\n");
  const head = HEAD.exec(first)?.groups ?? {};
  const lists = new Map(lines.map((line) => [line.slice(0, line.indexOf(":")), line.slice(line.indexOf(":") + 2)]));
  const list = (name: string) => lists.get(name)?.split(" | ") ?? wrong(`has no ${name}`);
  const wrong = (what: string): never => {
    throw new Error(`The sheet "${first}" ${what}.`);
  };
  const { key = wrong("has another first line"), sub = "", icon = "" } = head;
  return {
    key,
    sub,
    icon,
    pack: PACK_NAMES.find((name) => name === head["pack"]) ?? wrong("has an unknown pack"),
    share: Number(head["share"]),
    colours: head["colours"]?.split(" ").map((name) => DYE[name as keyof typeof DYE] ?? wrong(`has no ${name}`)) ?? [],
    names: list("names"),
    kinds: list("kinds"),
    packs: list("packs").map(readPack),
    origins: list("origins"),
    about: list("about"),
    use: list("use"),
  };
}

function readPack(pack: string): PackSize {
  const [unit = "", naira = "", kg, size, only] = pack.split("; ");
  return [unit, Number(naira.replaceAll(",", "")), Number(kg), size, only];
}
