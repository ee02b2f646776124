import { sortOptionValues } from "#app/features/products/rules/variants.ts";
import type { CheckedLine } from "./check.ts";

type Named = { group_id: string | null; name: string };

/**
 * The lines of one product, or of one group with its variants in option order. `name` is what their names begin with,
 * `label` the rest: "Ankara gown" and "M, Blue". The label of a product without variants is "".
 */
export type Family<Line> = { name: string; lines: { line: Line; label: string }[] };

/** Lines by family: each stands where its first line was added. */
export function familiesOf<Line extends Named>(lines: readonly Line[]): Family<Line>[] {
  const families = new Map<unknown, Line[]>();
  for (const line of lines) {
    const key = line.group_id ?? line;
    families.set(key, [...(families.get(key) ?? []), line]);
  }
  return [...families.values()].flatMap(familyOf);
}

/** The one order of lines of cart, checkout and order: as added, the variants of a family in option order. */
export function inLineOrder<Line extends Named>(lines: readonly Line[]): Line[] {
  return familiesOf(lines).flatMap((family) => family.lines.map(({ line }) => line));
}

/** The lines of a cart check in the order of `inLineOrder`. */
export function checkedInOrder(lines: readonly CheckedLine[]): CheckedLine[] {
  const named = lines.map((line) => {
    const { name = "", group_id = null } = line.product ?? {};
    return { line, name, group_id };
  });
  return inLineOrder(named).map(({ line }) => line);
}

/** Variants without a common name are families of their own. */
function familyOf<Line extends Named>(lines: Line[]): Family<Line>[] {
  const alone = lines.map((line) => ({ name: line.name, lines: [{ line, label: "" }] }));
  const [first, ...others] = lines.map(({ name }) => name.split(", "));
  if (!first || others.length === 0) return alone;
  const isShared = (at: number) => others.every((parts) => parts[at] === first[at]);
  const end = first.findIndex((_, at) => !isShared(at) || at === first.length - 1);
  if (end === 0) return alone;
  const values = lines.map((line) => ({ line, options: line.name.split(", ").slice(end) }));
  const orders = first.slice(end).map((_, at) => sortOptionValues(values.map(({ options }) => options[at] ?? "")));
  const rank = (options: string[], at: number) => orders[at]?.indexOf(options[at] ?? "") ?? 0;
  const sorted = values.toSorted((a, b) => {
    const differing = orders.findIndex((_, at) => rank(a.options, at) !== rank(b.options, at));
    return differing < 0 ? 0 : rank(a.options, differing) - rank(b.options, differing);
  });
  const name = first.slice(0, end).join(", ");
  return [{ name, lines: sorted.map(({ line, options }) => ({ line, label: options.join(", ") })) }];
}

export const FAMILY_SORTS = { added: "As added", name: "Name", total: "Total: high to low" } as const;
export type FamilySort = keyof typeof FAMILY_SORTS;

type Counted = Named & { total_kobo: number };

/**
 * Families with each word of `search`, in any case and without accents; of a family that has them only with its options,
 * the lines that do. `total` sorts by the total of the family, lines stay in option order.
 */
export function findFamilies<Line extends Counted>(
  families: readonly Family<Line>[],
  search: string,
  sort: FamilySort,
): Family<Line>[] {
  const words = plain(search).split(/\s+/);
  const has = (text: string) => words.every((word) => plain(text).includes(word));
  const found = families.flatMap((family) => {
    const lines = has(family.name) ? family.lines : family.lines.filter(({ line }) => has(line.name));
    return lines.length > 0 ? [{ ...family, lines }] : [];
  });
  if (sort === "added") return found;
  const total = ({ lines }: Family<Line>) => lines.reduce((sum, { line }) => sum + line.total_kobo, 0);
  return found.toSorted((a, b) => (sort === "name" ? a.name.localeCompare(b.name) : total(b) - total(a)));
}

const plain = (text: string) => text.normalize("NFD").replaceAll(/\p{M}/gu, "").toLowerCase().trim();
