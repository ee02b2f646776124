import {
  lengthOf,
  passesAll,
  priceFilter,
  rowsOf,
  rowsPassing,
  shortestList,
  type Filter,
  type Test,
} from "../filters.server.ts";
import { addCodes, addFlags, addOptions, addOrders, ORDER_BOUNDS, type Counted } from "./card-sums.server.ts";
import type { ProductTable } from "./index-table.server.ts";
import type { IndexedProducts } from "./indexed-products.server.ts";
import type { PriceRange } from "./sort-orders.server.ts";

/**
 * What cards are counted by: a code of their variants, by the bits of `FLAGS` that their variants have together, and by the
 * first of `ORDER_BOUNDS` that their smallest minimum order keeps to. All numbers are sums over cards.
 */
export type Kind = "category" | "top" | "distributor" | "brand" | "options" | "flags" | "orders";
export type Counts = Record<Kind, Int32Array>;

/** Counts that are kept; those of a few rows are soon made anew. */
const KEPT = 128;
export const KEPT_FROM = 5_000;
/**
 * Steps of prices for each power of ten. Ranges that end at one are kept, each made of one near it that ends at the next: 128
 * leave at most some 9 of 1,000 products in between, 16 some 7 of 100.
 */
const STEPS = [128, 16] as const;
/** Up to this share of the rows to be read, those that a range near that of the prices has more or fewer are counted. */
const MOVED = 1 / 4;

/** Numbers of cards by the filters of their rows. Those of many rows are kept, and an edit changes them by its own cards. */
export class CardCounts {
  readonly #index: IndexedProducts;
  readonly #keptFrom: number;
  readonly #kept = new Map<string, { tests: Pick<Filter, "test">[]; counts: Map<Kind, Int32Array> }>();

  /** Counts of `keptFrom` rows or more are kept, and those near them that they are made of. */
  constructor(index: IndexedProducts, keptFrom: number) {
    this.#index = index;
    this.#keptFrom = keptFrom;
  }

  /** The cards of the rows that pass `filters`, of `found` if given. */
  of(filters: readonly Filter[], kinds: readonly Kind[], found: Int32Array | null): Partial<Counts> {
    if (found) return this.#counted(rowsPassing(this.#index, filters, found), kinds);
    if (lengthOf(shortestList(this.#index, filters).lists) >= this.#keptFrom)
      return this.#ofMany(filters, kinds, STEPS);
    return this.#counted(rowsPassing(this.#index, filters, null), kinds);
  }

  /** Counts that are kept, or made of those with a range of prices near that of `filters` which are. */
  #ofMany(filters: readonly Filter[], kinds: readonly Kind[], steps: readonly number[]): Partial<Counts> {
    const anew = (made: readonly Kind[]) => this.#counted(rowsPassing(this.#index, filters, null), made);
    const [ofTen, ...coarser] = steps;
    const asked = filters.find(({ range }) => range);
    if (!asked?.range || ofTen === undefined) return this.#keptOr(filters, kinds, anew);
    const near = this.#index.orders.near(asked.range, ofTen);
    const length = lengthOf(shortestList(this.#index, filters).lists);
    if (!near || lengthOf(near.moved) > length * MOVED) return anew(kinds);
    if (isEqual(near.range, asked.range)) {
      return this.#keptOr(filters, kinds, (missing) => this.#ofMany(filters, missing, coarser));
    }
    const others = filters.filter((filter) => filter !== asked);
    const kept = priceFilter(this.#index, near.range);
    const counts = this.#ofMany(isOpen(near.range) ? others : [...others, kept], kinds, steps);
    return this.#moved(counts, rowsOf(this.#index, near.moved, others), passesAll(others), kept, asked);
  }

  #keptOr(filters: readonly Filter[], kinds: readonly Kind[], make: (missing: readonly Kind[]) => Partial<Counts>) {
    const counts = this.#countsOf(filters);
    const missing = kinds.filter((kind) => !counts.has(kind));
    if (missing.length > 0) for (const [kind, made] of entriesOf(make(missing))) counts.set(kind, made);
    return Object.fromEntries(kinds.map((kind) => [kind, counts.get(kind)?.slice()]));
  }

  /**
   * Calls `write`, which changes cards that have the rows `before`, those of a card beside each other, and returns the rows
   * that they have then.
   */
  change(before: readonly number[], write: () => readonly number[]): void {
    this.#addToKept(before, -1);
    this.#addToKept(write(), 1);
  }

  #addToKept(rows: readonly number[], sign: 1 | -1): void {
    for (const { tests, counts } of this.#kept.values()) {
      const counted = divided(this.#index.table, rows.filter(passesAll(tests)));
      for (const [kind, before] of counts) counts.set(kind, this.#add(kind, before, counted, sign));
    }
  }

  #countsOf(filters: readonly Filter[]): Map<Kind, Int32Array> {
    const key = filters.map((filter) => filter.key).join("\n");
    const kept = this.#kept.get(key) ?? { tests: filters.map(({ test }) => ({ test })), counts: new Map() };
    // The last one is that which was asked last.
    this.#kept.delete(key);
    this.#kept.set(key, kept);
    const [oldest] = this.#kept.keys();
    if (this.#kept.size > KEPT && oldest !== undefined) this.#kept.delete(oldest);
    return kept.counts;
  }

  #counted(rows: Int32Array, kinds: readonly Kind[]): Partial<Counts> {
    const counted = dividedInBuffers(this.#index, rows);
    return Object.fromEntries(kinds.map((kind) => [kind, this.#add(kind, new Int32Array(), counted, 1)]));
  }

  /** `counts` of cards by their rows that pass `kept`, counted by those that pass `asked`; `rows` pass one of them. */
  #moved(counts: Partial<Counts>, rows: Int32Array, passes: Test, kept: Filter, asked: Filter): Partial<Counts> {
    const [isKept, isAsked] = [kept.test(), asked.test()];
    const { alone, grouped } = dividedInBuffers(this.#index, rows);
    const { table, buffers } = this.#index;
    const { group } = table.columns;
    // Those that come, then those that go.
    let come = 0;
    for (let at = 0; at < alone.length; at += 1) {
      const row = alone[at] ?? 0;
      if (!isAsked(row)) continue;
      alone[at] = alone[come] ?? 0;
      alone[come++] = row;
    }
    // The codes of the groups, in place of their rows.
    let [codes, most] = [0, 0];
    for (let at = 0, last = -1; at < grouped.length; at += 1) {
      const code = group[grouped[at] ?? 0] ?? -1;
      if (code === last) continue;
      grouped[codes++] = last = code;
      most += table.groups[code]?.rows.length ?? 0;
    }
    const [before, after] = [buffers.before.of(most), buffers.after.of(most)];
    let [ofKept, ofAsked] = [0, 0];
    for (let at = 0; at < codes; at += 1) {
      for (const row of table.groups[grouped[at] ?? -1]?.rows ?? []) {
        if (!passes(row)) continue;
        if (isKept(row)) before[ofKept++] = row;
        if (isAsked(row)) after[ofAsked++] = row;
      }
    }
    const out = { alone: alone.subarray(come), grouped: before.subarray(0, ofKept) };
    const added = { alone: alone.subarray(0, come), grouped: after.subarray(0, ofAsked) };
    return Object.fromEntries(
      entriesOf(counts).map(([kind, all]) => [kind, this.#add(kind, this.#add(kind, all, out, -1), added, 1)]),
    );
  }

  /** Adds cards to `counts`, or to a longer copy if there are more codes by now. */
  #add(kind: Kind, counts: Int32Array, rows: Counted, sign: 1 | -1): Int32Array {
    const size = this.#sizeOf(kind);
    const sums = counts.length < size ? new Int32Array(size) : counts;
    if (sums !== counts) sums.set(counts);
    const { table } = this.#index;
    if (kind === "flags") addFlags(sums, rows, table, sign);
    else if (kind === "orders") addOrders(sums, rows, table, sign);
    else if (kind === "options") addOptions(sums, rows, table, sign);
    else addCodes(sums, rows, table.columns[kind], table.columns.group, sign);
    return sums;
  }

  #sizeOf(kind: Kind): number {
    const { categories, distributors, brands, options } = this.#index;
    if (kind === "flags") return 256;
    if (kind === "orders") return ORDER_BOUNDS.length + 1;
    const codes = { category: categories, top: categories, distributor: distributors, brand: brands, options };
    return codes[kind].keys.length;
  }
}

const isOpen = ({ from, to }: PriceRange) => from === -Infinity && to === Infinity;
const isEqual = (a: PriceRange, b: PriceRange) => a.from === b.from && a.to === b.to;

const entriesOf = (counts: Partial<Counts>) => Object.entries(counts) as [Kind, Int32Array][];

/** A few rows, those of a group beside each other already. */
function divided({ columns: { group } }: ProductTable, rows: readonly number[]): Counted {
  const isAlone = (row: number) => (group[row] ?? -1) < 0;
  return {
    alone: Int32Array.from(rows.filter(isAlone)),
    grouped: Int32Array.from(rows.filter((row) => !isAlone(row))),
  };
}

/** Any rows, until the next call. */
export function dividedInBuffers({ table, buffers }: IndexedProducts, rows: Int32Array): Counted {
  const { group } = table.columns;
  const all = buffers.divided.of(rows.length);
  let [single, inGroups] = [0, rows.length];
  let isSorted = true;
  let last = -1;
  // From the end, so that the groups, which are written backwards, are ascending where the rows are.
  for (let at = rows.length - 1; at >= 0; at -= 1) {
    const row = rows[at] ?? 0;
    const code = group[row] ?? -1;
    if (code < 0) {
      all[single++] = row;
      continue;
    }
    if (last >= 0 && code > last) isSorted = false;
    last = code;
    all[--inGroups] = row;
  }
  const grouped = all.subarray(inGroups);
  return {
    alone: all.subarray(0, single),
    grouped: isSorted ? grouped : byGroup(table, grouped, buffers.sorted.of(grouped.length)),
  };
}

/** Writes `rows` to `sorted` by their group; a load puts most of them in this order. */
function byGroup({ columns: { group }, groups }: ProductTable, rows: Int32Array, sorted: Int32Array): Int32Array {
  const ends = new Int32Array(groups.length + 1);
  for (let at = 0; at < rows.length; at += 1) {
    const code = (group[rows[at] ?? 0] ?? 0) + 1;
    ends[code] = (ends[code] ?? 0) + 1;
  }
  for (let code = 1; code < ends.length; code += 1) ends[code] = (ends[code] ?? 0) + (ends[code - 1] ?? 0);
  for (let at = 0; at < rows.length; at += 1) {
    const row = rows[at] ?? 0;
    const code = group[row] ?? 0;
    const place = ends[code] ?? 0;
    sorted[place] = row;
    ends[code] = place + 1;
  }
  return sorted;
}
