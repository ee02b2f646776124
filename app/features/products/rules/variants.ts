import { quantityRange, type Stocked } from "#app/features/pricing/rules.ts";
import { nameSlug } from "../links.ts";

/** Maximum length of option names and values, as in the database. */
export const OPTION_LIMIT = 40;
/** Maximum number of options per group. */
export const MAX_OPTIONS = 3;

/** A variant's values by option name: `{ Size: "M", Colour: "Blue" }`. */
export type OptionValues = Readonly<Record<string, string>>;

/** A variant's values in the group's option order; missing options are skipped. */
export function valuesInOrder(optionNames: readonly string[], values: OptionValues): string[] {
  return optionNames.flatMap((name) => values[name] ?? []);
}

/**
 * Product name of a variant: "Ankara gown, M, Blue". Cart lines, orders, mails and the wishlist copy it, so that they
 * include the options.
 */
export function variantName(groupName: string, optionNames: readonly string[], values: OptionValues): string {
  return [groupName, ...valuesInOrder(optionNames, values)].join(", ");
}

/** Normalized key of option values, independent of case and option order. */
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
const UNITS = new Map(Object.entries({ ml: 1, cl: 10, l: 1000, g: 1, kg: 1000, mm: 1, cm: 10, m: 1000 }));

/** Sorts values of an option: clothing sizes by size, amounts by amount ("70 cl" before "1 L"), others as given. */
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
  return amount === undefined ? null : Number(amount.replaceAll(",", "")) * (UNITS.get(unit ?? "") ?? 1);
}

/** Variant fields that determine the target of option buttons. */
type Choosable = Stocked & { id: string; slug: string; option_values: OptionValues };

/**
 * An option button: `slug` is the target variant. "other_combination": no variant has this value with all other
 * choices, so the button leads to the nearest one.
 */
export type OptionChoice = {
  value: string;
  slug: string;
  state: "available" | "out_of_stock" | "other_combination";
  current: boolean;
};

/** Options of a group with their buttons for the page of variant `id`. */
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
 * "6 sizes, 4 colours": number of values per option in the order of `names`; `countOf` takes the slug of a name.
 * Options with one value are skipped; without others the variants are counted.
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
