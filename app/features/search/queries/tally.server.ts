import { optionName, type Codes } from "./codes.server.ts";
import { rowsPassing, type Facet, type Filter } from "./filters.server.ts";
import { FLAGS } from "./index-table.server.ts";
import type { ProductIndex } from "./product-index.server.ts";

/** Minimum orders offered as upper bound. */
export const ORDER_BOUNDS = [1, 5, 10, 20, 50, 100] as const;

/** Card counts by code, for each facet with all other facets applied. */
export type Tallies = {
  all: number;
  category: Int32Array;
  sub: Int32Array;
  distributor: Int32Array;
  brand: Int32Array;
  option: Int32Array;
  inStock: number;
  discounted: number;
  priceBreaks: number;
  /** Number of cards whose smallest minimum order is at most that of `ORDER_BOUNDS`. */
  orders: number[];
  price: { from: number; to: number } | null;
  hasPacks: boolean;
  hasContent: boolean;
};

/** Rows of products alone, and rows of groups, those of a group beside each other. */
export type Counted = { alone: Int32Array; grouped: Int32Array };

/** The rows that pass all filters, and those that the facets count, each with its own filters left out. */
export class Candidates {
  readonly passing: Counted;
  readonly #index: ProductIndex;
  readonly #filters: readonly Filter[];
  readonly #found: Int32Array | null;

  /** `found`: rows that a search found, ascending; null for all. */
  constructor(index: ProductIndex, filters: readonly Filter[], found: Int32Array | null) {
    this.#index = index;
    this.#filters = filters;
    this.#found = found;
    this.passing = divided(index, rowsPassing(index, filters, found));
  }

  /**
   * What `count` makes of the rows without the filters of `facet`; kept for other values of the facet, under `variant` if
   * there are several ways to count it.
   */
  without<Value>(facet: Facet, count: (rows: Counted) => Value, variant = ""): Value {
    const others = this.#filters.filter((filter) => filter.facet !== facet);
    if (others.length === this.#filters.length) return count(this.passing);
    const make = () => count(divided(this.#index, rowsPassing(this.#index, others, this.#found)));
    if (this.#found) return make();
    return this.#index.memo(JSON.stringify([facet, variant, others.map((other) => [other.facet, other.key])]), make);
  }
}

function divided(index: ProductIndex, rows: Int32Array): Counted {
  const { group } = index.table.columns;
  const [alone, grouped] = [new Int32Array(rows.length), new Int32Array(rows.length)];
  let [single, inGroups] = [0, 0];
  for (let at = 0; at < rows.length; at += 1) {
    const row = rows[at] ?? 0;
    if ((group[row] ?? -1) < 0) alone[single++] = row;
    else grouped[inGroups++] = row;
  }
  return {
    alone: alone.subarray(0, single),
    grouped: byGroup(grouped.subarray(0, inGroups), group, index.table.groups.length),
  };
}

/** Rows sorted by their group; a load puts them in this order. */
function byGroup(rows: Int32Array, group: Int32Array, groups: number): Int32Array {
  let isSorted = true;
  for (let at = 1; at < rows.length && isSorted; at += 1) {
    isSorted = (group[rows[at - 1] ?? 0] ?? 0) <= (group[rows[at] ?? 0] ?? 0);
  }
  if (isSorted) return rows;
  const ends = new Int32Array(groups + 1);
  for (let at = 0; at < rows.length; at += 1) {
    const code = (group[rows[at] ?? 0] ?? 0) + 1;
    ends[code] = (ends[code] ?? 0) + 1;
  }
  for (let code = 1; code <= groups; code += 1) ends[code] = (ends[code] ?? 0) + (ends[code - 1] ?? 0);
  const sorted = new Int32Array(rows.length);
  for (let at = 0; at < rows.length; at += 1) {
    const row = rows[at] ?? 0;
    const code = group[row] ?? 0;
    const place = ends[code] ?? 0;
    sorted[place] = row;
    ends[code] = place + 1;
  }
  return sorted;
}

/** Counts cards; each counts once per value, for any of its variants. Those of options only `isWithOptions`. */
export function tallyOf(
  index: ProductIndex,
  candidates: Candidates,
  { perPiece, isWithOptions }: { perPiece: boolean; isWithOptions: boolean },
): Tallies {
  const { columns } = index.table;
  const { group, flags } = columns;
  const codes = (rows: Counted, column: Int32Array, { keys }: Codes) => codeCounts(rows, group, column, keys.length);
  const cards = (facet: Facet, flag: number) =>
    candidates.without(facet, (rows) => countCards(rows, group, flags, flag));
  const prices = perPiece ? columns.piecePrice : columns.price;
  return {
    ...candidates.without("category", (rows) => {
      const own = codes(rows, columns.category, index.categories);
      const tops = codes(rows, columns.top, index.categories);
      // What is in a top-level category itself has it in both columns.
      return { all: countCards(rows, group, flags, 0), category: tops.map((n, code) => Math.max(n, own[code] ?? 0)) };
    }),
    sub: candidates.without("sub", (rows) => codes(rows, columns.category, index.categories)),
    distributor: candidates.without("distributor", (rows) => codes(rows, columns.distributor, index.distributors)),
    brand: candidates.without("brand", (rows) => codes(rows, columns.brand, index.brands)),
    option: isWithOptions ? optionCounts(index, candidates) : new Int32Array(index.options.keys.length),
    inStock: cards("inStock", FLAGS.buyable),
    discounted: cards("discounted", FLAGS.discounted),
    priceBreaks: cards("priceBreaks", FLAGS.priceBreaks),
    orders: candidates.without("order", (rows) => orderCounts(rows, group, columns.minOrder)),
    ...candidates.without("price", (rows) => pricesOf(rows, prices, flags), perPiece ? "piece" : "unit"),
  };
}

/** Cards by the codes of `column`. */
function codeCounts({ alone, grouped }: Counted, group: Int32Array, column: Int32Array, codes: number): Int32Array {
  const counts = new Int32Array(codes);
  for (let at = 0; at < alone.length; at += 1) {
    const code = column[alone[at] ?? 0] ?? -1;
    if (code >= 0) counts[code] = (counts[code] ?? 0) + 1;
  }
  /** The last group that counted for each code. */
  const last = new Int32Array(codes).fill(-1);
  for (let at = 0; at < grouped.length; at += 1) {
    const row = grouped[at] ?? 0;
    const code = column[row] ?? -1;
    const card = group[row] ?? -1;
    if (code < 0 || last[code] === card) continue;
    last[code] = card;
    counts[code] = (counts[code] ?? 0) + 1;
  }
  return counts;
}

/** Cards by the codes of their options; each option name is a facet of its own. */
function optionCounts(index: ProductIndex, candidates: Candidates): Int32Array {
  const { keys } = index.options;
  const counts = new Int32Array(keys.length);
  for (const [name, codes] of Map.groupBy(keys.keys(), (code) => optionName(keys[code] ?? ""))) {
    const ofName = candidates.without(`option ${name}`, (rows) => listCounts(index, rows));
    for (const code of codes) counts[code] = ofName[code] ?? 0;
  }
  return counts;
}

function listCounts({ table, options }: ProductIndex, { alone, grouped }: Counted): Int32Array {
  const { group, options: lists } = table.columns;
  const counts = new Int32Array(options.keys.length);
  const last = new Int32Array(counts.length).fill(-1);
  for (const rows of [alone, grouped]) {
    for (let at = 0; at < rows.length; at += 1) {
      const row = rows[at] ?? 0;
      const list = lists[row] ?? -1;
      if (list < 0) continue;
      const card = group[row] ?? -1;
      for (const code of table.optionLists[list] ?? []) {
        if (card >= 0 && last[code] === card) continue;
        last[code] = card;
        counts[code] = (counts[code] ?? 0) + 1;
      }
    }
  }
  return counts;
}

/** Cards with a variant that has one of the bits of `flag`; any with 0. */
function countCards({ alone, grouped }: Counted, group: Int32Array, flags: Uint8Array, flag: number): number {
  let count = 0;
  if (flag === 0) count = alone.length;
  else for (let at = 0; at < alone.length; at += 1) if (((flags[alone[at] ?? 0] ?? 0) & flag) !== 0) count += 1;
  let last = -1;
  for (let at = 0; at < grouped.length; at += 1) {
    const row = grouped[at] ?? 0;
    const card = group[row] ?? -1;
    if (card === last || (flag !== 0 && ((flags[row] ?? 0) & flag) === 0)) continue;
    last = card;
    count += 1;
  }
  return count;
}

/** For each bound the cards with a variant whose minimum order is at most that. */
function orderCounts({ alone, grouped }: Counted, group: Int32Array, minOrder: Int32Array): number[] {
  const counts = new Int32Array(ORDER_BOUNDS.length + 1);
  const add = (least: number) => {
    let bound = 0;
    while (bound < ORDER_BOUNDS.length && least > (ORDER_BOUNDS[bound] ?? 0)) bound += 1;
    counts[bound] = (counts[bound] ?? 0) + 1;
  };
  for (let at = 0; at < alone.length; at += 1) add(minOrder[alone[at] ?? 0] ?? 0);
  let [card, least] = [-1, Infinity];
  for (let at = 0; at < grouped.length; at += 1) {
    const row = grouped[at] ?? 0;
    if (group[row] !== card) {
      if (card >= 0) add(least);
      [card, least] = [group[row] ?? -1, Infinity];
    }
    least = Math.min(least, minOrder[row] ?? 0);
  }
  if (card >= 0) add(least);
  let sum = 0;
  return ORDER_BOUNDS.map((_, bound) => (sum += counts[bound] ?? 0));
}

/** The range of prices, and whether they can be compared by piece and by content. */
function pricesOf(
  { alone, grouped }: Counted,
  prices: Float64Array,
  flags: Uint8Array,
): Pick<Tallies, "price" | "hasPacks" | "hasContent"> {
  let [from, to, units] = [Infinity, -Infinity, 0];
  for (const rows of [alone, grouped]) {
    for (let at = 0; at < rows.length; at += 1) {
      const row = rows[at] ?? 0;
      const price = prices[row] ?? 0;
      if (price < from) from = price;
      if (price > to) to = price;
      units |= flags[row] ?? 0;
    }
  }
  return {
    price: from <= to ? { from, to } : null,
    hasPacks: (units & FLAGS.packed) !== 0,
    hasContent: (units & FLAGS.measured) !== 0,
  };
}
