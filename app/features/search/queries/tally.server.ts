import { optionName, type Codes } from "./codes.server.ts";
import {
  BRAND,
  CATEGORY,
  DISCOUNTED,
  DISTRIBUTOR,
  IN_STOCK,
  ORDER,
  PRICE,
  PRICE_BREAKS,
  SUB,
  type Failures,
} from "./filters.server.ts";
import type { ProductIndex } from "./product-index.server.ts";
import { FLAGS } from "./product-table.server.ts";

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

/** Rows that pass all filters, and rows that fail a single facet, which that facet counts. */
export type Candidates = {
  fails: Int32Array;
  /** Of products alone that pass. */
  passing: Int32Array;
  /** Of products alone, by the bit that they fail. */
  near: ReadonlyMap<number, Int32Array>;
  /** Both kinds of rows of groups, those of a group beside each other. */
  grouped: Int32Array;
};

/** Divides `rows`, or all rows, by what they fail; the lists last until the next call. */
export function candidatesOf(index: ProductIndex, fails: Int32Array, rows: Int32Array | null): Candidates {
  const { passing, near, grouped } = index.scratch();
  const group = index.table.columns.group;
  const length = rows ? rows.length : fails.length;
  let [passed, nearly, inGroups] = [0, 0, 0];
  for (let at = 0; at < length; at += 1) {
    const row = rows ? (rows[at] ?? 0) : at;
    const failed = fails[row] ?? 0;
    // With two or more failed facets the product is in no facet's count.
    if ((failed & (failed - 1)) !== 0) continue;
    if ((group[row] ?? -1) >= 0) grouped[inGroups++] = row;
    else if (failed === 0) passing[passed++] = row;
    else near[nearly++] = row;
  }
  return {
    fails,
    passing: passing.subarray(0, passed),
    near: byFailure(near.subarray(0, nearly), fails),
    grouped: byGroup(grouped.subarray(0, inGroups), group, index.table.groups.length),
  };
}

const BITS = 32;
const NONE = new Int32Array();

/** Rows by the bit that they fail. */
function byFailure(rows: Int32Array, fails: Int32Array): Map<number, Int32Array> {
  const ends = new Int32Array(BITS + 1);
  for (let at = 0; at < rows.length; at += 1) {
    const place = BITS - Math.clz32(fails[rows[at] ?? 0] ?? 0);
    ends[place] = (ends[place] ?? 0) + 1;
  }
  const lists = new Map<number, Int32Array>();
  for (const [place, count] of ends.entries()) if (count > 0) lists.set(1 << (place - 1), new Int32Array(count));
  if (lists.size === 1) return new Map([...lists.keys()].map((bit) => [bit, rows]));
  for (const [bit, list] of lists) {
    let end = 0;
    for (let at = 0; at < rows.length; at += 1) if (fails[rows[at] ?? 0] === bit) list[end++] = rows[at] ?? 0;
  }
  return lists;
}

/** Rows sorted by their group. */
function byGroup(rows: Int32Array, group: Int32Array, groups: number): Int32Array {
  if (rows.length === 0) return rows;
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

/** `counts` are wanted of the options too. */
type Counted = Pick<Failures, "optionBits"> & { perPiece: boolean; isWithOptions: boolean };

/** Counts cards; each counts once per value, for any of its variants. */
export function tallyOf(
  index: ProductIndex,
  candidates: Candidates,
  { optionBits, perPiece, isWithOptions }: Counted,
): Tallies {
  const { columns } = index.table;
  const { group, flags } = columns;
  const codes = (column: Int32Array, { keys }: Codes, bit: number) =>
    codeCounts(candidates, group, column, keys.length, bit);
  const cards = (bit: number, flag: number) => countCards(candidates, group, flags, bit, flag);
  const own = codes(columns.category, index.categories, CATEGORY);
  return {
    all: cards(CATEGORY, 0),
    // What is in a top-level category itself has it in both columns.
    category: codes(columns.top, index.categories, CATEGORY).map((count, code) => Math.max(count, own[code] ?? 0)),
    sub: codes(columns.category, index.categories, SUB),
    distributor: codes(columns.distributor, index.distributors, DISTRIBUTOR),
    brand: codes(columns.brand, index.brands, BRAND),
    option: isWithOptions ? optionCounts(index, candidates, optionBits) : new Int32Array(index.options.keys.length),
    inStock: cards(IN_STOCK, FLAGS.buyable),
    discounted: cards(DISCOUNTED, FLAGS.discounted),
    priceBreaks: cards(PRICE_BREAKS, FLAGS.priceBreaks),
    orders: orderCounts(candidates, group, columns.minOrder),
    ...pricesOf(candidates, perPiece ? columns.piecePrice : columns.price, flags),
  };
}

/** Cards by the codes of `column`, with the filter of `bit` left out. */
function codeCounts(
  { fails, passing, near, grouped }: Candidates,
  group: Int32Array,
  column: Int32Array,
  codes: number,
  bit: number,
): Int32Array {
  const counts = new Int32Array(codes);
  for (const rows of [passing, near.get(bit) ?? NONE]) {
    for (let at = 0; at < rows.length; at += 1) {
      const code = column[rows[at] ?? 0] ?? -1;
      if (code >= 0) counts[code] = (counts[code] ?? 0) + 1;
    }
  }
  /** The last group that counted for each code. */
  const last = new Int32Array(codes).fill(-1);
  for (let at = 0; at < grouped.length; at += 1) {
    const row = grouped[at] ?? 0;
    const code = column[row] ?? -1;
    const card = group[row] ?? -1;
    if (((fails[row] ?? 0) & ~bit) !== 0 || code < 0 || last[code] === card) continue;
    last[code] = card;
    counts[code] = (counts[code] ?? 0) + 1;
  }
  return counts;
}

/** Cards by the codes of their options; each option name has a filter of its own. */
function optionCounts(
  { table, options }: ProductIndex,
  { fails, passing, near, grouped }: Candidates,
  optionBits: ReadonlyMap<string, number>,
): Int32Array {
  const { group, options: lists } = table.columns;
  const counts = new Int32Array(options.keys.length);
  const last = new Int32Array(counts.length).fill(-1);
  const bitOf = Int32Array.from(options.keys, (key) => optionBits.get(optionName(key)) ?? 0);
  const nearby = [...optionBits.values()].map((bit) => near.get(bit) ?? NONE);
  for (const rows of [passing, ...nearby, grouped]) {
    for (let at = 0; at < rows.length; at += 1) {
      const row = rows[at] ?? 0;
      const list = lists[row] ?? -1;
      if (list < 0) continue;
      const failed = fails[row] ?? 0;
      const card = group[row] ?? -1;
      for (const code of table.optionLists[list] ?? []) {
        if ((failed & ~(bitOf[code] ?? 0)) !== 0 || (card >= 0 && last[code] === card)) continue;
        last[code] = card;
        counts[code] = (counts[code] ?? 0) + 1;
      }
    }
  }
  return counts;
}

/** Cards with a variant that has one of the bits of `flag` (any with 0), with the filter of `bit` left out. */
function countCards(
  { fails, passing, near, grouped }: Candidates,
  group: Int32Array,
  flags: Uint8Array,
  bit: number,
  flag: number,
): number {
  let count = 0;
  for (const rows of [passing, near.get(bit) ?? NONE]) {
    if (flag === 0) count += rows.length;
    else for (let at = 0; at < rows.length; at += 1) if (((flags[rows[at] ?? 0] ?? 0) & flag) !== 0) count += 1;
  }
  let last = -1;
  for (let at = 0; at < grouped.length; at += 1) {
    const row = grouped[at] ?? 0;
    const card = group[row] ?? -1;
    if (card === last || ((fails[row] ?? 0) & ~bit) !== 0) continue;
    if (flag !== 0 && ((flags[row] ?? 0) & flag) === 0) continue;
    last = card;
    count += 1;
  }
  return count;
}

/** For each bound the cards with a variant whose minimum order is at most that. */
function orderCounts({ fails, passing, near, grouped }: Candidates, group: Int32Array, minOrder: Int32Array): number[] {
  const counts = new Int32Array(ORDER_BOUNDS.length + 1);
  const add = (least: number) => {
    let bound = 0;
    while (bound < ORDER_BOUNDS.length && least > (ORDER_BOUNDS[bound] ?? 0)) bound += 1;
    counts[bound] = (counts[bound] ?? 0) + 1;
  };
  for (const rows of [passing, near.get(ORDER) ?? NONE]) {
    for (let at = 0; at < rows.length; at += 1) add(minOrder[rows[at] ?? 0] ?? 0);
  }
  let [card, least] = [-1, Infinity];
  for (let at = 0; at < grouped.length; at += 1) {
    const row = grouped[at] ?? 0;
    if (((fails[row] ?? 0) & ~ORDER) !== 0) continue;
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

/** The range of prices, and whether they can be compared by piece and by content, with the price's filter left out. */
function pricesOf(
  { fails, passing, near, grouped }: Candidates,
  prices: Float64Array,
  flags: Uint8Array,
): Pick<Tallies, "price" | "hasPacks" | "hasContent"> {
  let [from, to, units] = [Infinity, -Infinity, 0];
  for (const rows of [passing, near.get(PRICE) ?? NONE, grouped]) {
    for (let at = 0; at < rows.length; at += 1) {
      const row = rows[at] ?? 0;
      if (((fails[row] ?? 0) & ~PRICE) !== 0) continue;
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
