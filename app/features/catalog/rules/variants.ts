import { nameSlug } from "../links.ts";
import { quantityRange, type Stocked } from "./pricing.ts";

/** Longest name of an option and longest value, as the database holds them. */
export const OPTION_LIMIT = 40;
/** Most options of a group. */
export const MAX_OPTIONS = 3;

/** What a variant chooses of each option, by option name: `{ Size: "M", Colour: "Blue" }`. */
export type OptionValues = Readonly<Record<string, string>>;

/** A variant's values in the order of the group's options; an option that it lacks is left out. */
export function valuesInOrder(optionNames: readonly string[], values: OptionValues): string[] {
  return optionNames.flatMap((name) => values[name] ?? []);
}

/**
 * The name of a variant's product row: "Ankara gown, M, Blue". Cart lines, orders, mails and the wishlist copy the
 * name, so the options are said wherever a product is named.
 */
export function variantName(groupName: string, optionNames: readonly string[], values: OptionValues): string {
  return [groupName, ...valuesInOrder(optionNames, values)].join(", ");
}

/** The same text for equal choices, whatever the case or the order of the options. */
export function optionKey(optionNames: readonly string[], values: OptionValues): string {
  return JSON.stringify(optionNames.map((name) => (values[name] ?? "").trim().toLowerCase()));
}

const CLOTHING_SIZES = ["xxs", "xs", "s", "m", "l", "xl", "xxl", "2xl", "xxxl", "3xl", "4xl", "5xl"];
const SIZE_WORDS = new Map([
  ["extra small", "xs"],
  ["small", "s"],
  ["medium", "m"],
  ["large", "l"],
  ["extra large", "xl"],
]);
const UNITS: Readonly<Record<string, number>> = { ml: 1, cl: 10, l: 1000, g: 1, kg: 1000, mm: 1, cm: 10, m: 1000 };

/** Values of one option as shops order them: clothing sizes by size, amounts by amount ("70 cl" before "1 L"), else as given. */
export function sortOptionValues(values: Iterable<string>): string[] {
  const distinct = [...new Set(values)];
  const ranks = distinct.map(rankOf);
  if (ranks.some((rank) => rank === null)) return distinct;
  return distinct
    .map((value, at) => ({ value, rank: ranks[at] ?? 0 }))
    .toSorted((a, b) => a.rank - b.rank)
    .map(({ value }) => value);
}

function rankOf(value: string): number | null {
  const text = value.trim().toLowerCase();
  const size = CLOTHING_SIZES.indexOf(SIZE_WORDS.get(text) ?? text);
  if (size >= 0) return size;
  const [, amount, unit] = /^(\d[\d,]*(?:\.\d+)?)\s*([a-z]*)/.exec(text) ?? [];
  return amount === undefined ? null : Number(amount.replaceAll(",", "")) * (UNITS[unit ?? ""] ?? 1);
}

/** What of a variant decides where its option buttons lead. */
type Choosable = Stocked & { id: string; slug: string; option_values: OptionValues };

/**
 * One button of an option: `slug` is the variant that it leads to. With "other_combination" the shop has no variant that
 * keeps all other choices, and the button leads to the nearest.
 */
export type OptionChoice = {
  value: string;
  slug: string;
  state: "available" | "out_of_stock" | "other_combination";
  current: boolean;
};

/** The options of a group with their buttons, as the page of the variant `id` shows them. */
export function optionChoices(
  optionNames: readonly string[],
  variants: readonly Choosable[],
  id: string,
): { name: string; choices: OptionChoice[] }[] {
  const current = variants.find((variant) => variant.id === id);
  if (!current) return [];
  return optionNames.map((name) => {
    const others = optionNames.filter((other) => other !== name);
    const same = (variant: Choosable) =>
      others.filter((other) => variant.option_values[other] === current.option_values[other]).length;
    const rank = (variant: Choosable) => same(variant) * 2 + (quantityRange(variant).buyable ? 1 : 0);
    const values = sortOptionValues(variants.flatMap((variant) => variant.option_values[name] ?? []));
    const choices = values.flatMap((value): OptionChoice[] => {
      const [nearest] = variants
        .filter((variant) => variant.option_values[name] === value)
        .toSorted((a, b) => rank(b) - rank(a));
      if (!nearest) return [];
      const target = current.option_values[name] === value ? current : nearest;
      const isSame = same(target) === others.length;
      const state = !isSame ? "other_combination" : quantityRange(target).buyable ? "available" : "out_of_stock";
      return [{ value, slug: target.slug, state, current: target === current }];
    });
    return { name, choices };
  });
}

/**
 * "6 sizes, 4 colours": how many values each option has, in the order of `names`; `countOf` takes the name as a slug. An
 * option of one value is left out; when none is left the variants are counted.
 */
export function optionCounts(names: readonly string[], countOf: (key: string) => number, variants: number): string {
  const parts = names.flatMap((name) => {
    const count = countOf(nameSlug(name));
    return count > 1 ? [`${count} ${plural(name.toLowerCase())}`] : [];
  });
  return parts.length > 0 ? parts.join(", ") : `${variants} variants`;
}

function plural(noun: string): string {
  if (/[^aeiou]y$/.test(noun)) return `${noun.slice(0, -1)}ies`;
  if (/(s|x|ch|sh)$/.test(noun)) return `${noun}es`;
  return `${noun}s`;
}
