import type { Sort } from "../../rules/listing-links.ts";
import { IndexFileError, withRoom, type Leaf, type StoredLeaves } from "./index-file.server.ts";
import { NO_MEASURE, type ProductTable } from "./index-table.server.ts";
import type { Turns } from "./turns.server.ts";

/** Compares the products of two rows. */
type Compare = (a: number, b: number) => number;
type Base = "newest" | "price" | "name" | "piece-price" | "content-price";
/** Rows from the start of a larger array; `isLent` while a search may read it. */
type Stored = { rows: Int32Array; count: number; isLent: boolean };

/** All rows in an order: `at` is the row at a place below `count`; `rows` has them, from the end if `isReversed`. */
export type Order = { count: number; at: (place: number) => number; rows: Int32Array; isReversed: boolean };

/** Prices from `from` to `to`, both included, or open. */
export type PriceRange = { prices: "price" | "piecePrice"; from: number; to: number };

/** Each sort is one of the stored orders, or that from its end. */
const SORTED_BY: Record<Sort, { base: Base; isReversed: boolean }> = {
  newest: { base: "newest", isReversed: false },
  "price-asc": { base: "price", isReversed: false },
  "price-desc": { base: "price", isReversed: true },
  "name-asc": { base: "name", isReversed: false },
  "name-desc": { base: "name", isReversed: true },
  "piece-price": { base: "piece-price", isReversed: false },
  "content-price": { base: "content-price", isReversed: false },
};
const BASES = ["newest", "price", "name", "piece-price", "content-price"] as const satisfies Base[];
/** Rows that are sorted without a pause. */
const RUN = 4_096;
/** Steps between two looks at the clock. */
const STEPS = 8_192;

/** What a product is sorted by, to tell whether a change moves it. */
function keysOf(table: ProductTable): Record<Base, (row: number) => number | string | undefined> {
  return {
    newest: (row) => table.columns.created[row],
    price: (row) => table.columns.price[row],
    name: (row) => table.names.of(row),
    "piece-price": (row) => table.columns.piecePrice[row],
    "content-price": (row) => `${table.columns.measure[row]} ${table.columns.contentPrice[row]}`,
  };
}

/** Each is a total order: products with equal values stand by id. */
function comparisonsOf(table: ProductTable): Record<Base, Compare> {
  const { ids } = table;
  type Column = "created" | "price" | "piecePrice" | "contentPrice" | "measure";
  const of = (column: Column, row: number) => table.columns[column][row] ?? 0;
  const byId: Compare = (a, b) => ids.compare(a, b);
  return {
    newest: (a, b) => of("created", b) - of("created", a) || byId(a, b),
    price: (a, b) => of("price", a) - of("price", b) || byId(a, b),
    name: (a, b) => table.names.compare(a, b) || byId(a, b),
    "piece-price": (a, b) => of("piecePrice", a) - of("piecePrice", b) || byId(a, b),
    // Kilos, then litres, then metres; products without content last.
    "content-price": (a, b) =>
      of("measure", a) - of("measure", b) ||
      (of("measure", a) === NO_MEASURE ? 0 : of("contentPrice", a) - of("contentPrice", b)) ||
      byId(a, b),
  };
}

/** All rows of a table in each order; a change moves the rows that it concerns only. */
export class SortOrders {
  readonly #table: ProductTable;
  readonly #compare: Record<Base, Compare>;
  readonly #keys: ReturnType<typeof keysOf>;
  readonly #orders = new Map<Base, Stored>();

  constructor(table: ProductTable) {
    this.#table = table;
    this.#compare = comparisonsOf(table);
    this.#keys = keysOf(table);
  }

  /** Sorts all rows, with pauses. */
  async build(turns: Turns): Promise<void> {
    for (const base of BASES) {
      const rows = await sortInParts(this.#table.live.slice(), this.#compare[base], turns);
      this.#orders.set(base, { rows, count: rows.length, isLent: false });
    }
  }

  /** What `restore` takes in. */
  *stored(): Generator<[string, Leaf]> {
    for (const [base, { rows, count }] of this.#orders) yield [`order ${base}`, rows.subarray(0, count)];
  }

  /** Takes in the stored orders of a restored table. Throws an `IndexFileError` if they are not of it. */
  restore(leaves: StoredLeaves): void {
    for (const base of BASES) {
      const rows = leaves.column(`order ${base}`, Int32Array);
      if (rows.length !== this.#table.size) throw new IndexFileError(`with another order by ${base}`);
      this.#orders.set(base, { rows: withRoom(rows), count: rows.length, isLent: false });
    }
  }

  /** The comparison of a sort. */
  compare(sort: Sort): Compare {
    const { base, isReversed } = SORTED_BY[sort];
    const compare = this.#compare[base];
    return isReversed ? (a, b) => compare(b, a) : compare;
  }

  /** All rows in the order of `sort`, until the next edit. */
  of(sort: Sort): Order {
    const { base, isReversed } = SORTED_BY[sort];
    const { rows, count } = this.#stored(base);
    const last = count - 1;
    const at = isReversed ? (place: number) => rows[last - place] ?? 0 : (place: number) => rows[place] ?? 0;
    return { count, at, rows: rows.subarray(0, count), isReversed };
  }

  /** The rows with a price in `range`, cheapest first; until the next edit. */
  priced(range: PriceRange): Int32Array {
    const { order, start, end } = this.#places(range);
    return order.subarray(start, end);
  }

  /**
   * The range near `range` whose ends are open or steps of prices, `ofTen` of them for each power of ten, each that with
   * the fewest rows in between, and all rows that are in one range only; until the next edit. Null if there is no such
   * range.
   */
  near(range: PriceRange, ofTen: number): { range: PriceRange; moved: Int32Array[] } | null {
    const { order, start, end } = this.#places(range);
    const placesOf = (ends: Partial<PriceRange>) => this.#places({ ...range, ...ends });
    const starts = stepsAround(range.from, -Infinity, ofTen).map((from) => ({ from, place: placesOf({ from }).start }));
    const ends = stepsAround(range.to, Infinity, ofTen).map((to) => ({ to, place: placesOf({ to }).end }));
    const [first] = starts.toSorted((a, b) => Math.abs(a.place - start) - Math.abs(b.place - start));
    const [last] = ends.toSorted((a, b) => Math.abs(a.place - end) - Math.abs(b.place - end));
    if (!first || !last || Math.max(start, first.place) >= Math.min(end, last.place)) return null;
    const between = (a: number, b: number) => order.subarray(Math.min(a, b), Math.max(a, b));
    return {
      range: { ...range, from: first.from, to: last.to },
      moved: [between(start, first.place), between(end, last.place)],
    };
  }

  /** The rows in the order of `sort` as they are now: an edit does not change them. */
  lend(sort: Sort): Order {
    this.#stored(SORTED_BY[sort].base).isLent = true;
    return this.of(sort);
  }

  /**
   * Calls `write`, which changes the products of the rows `before` in the table and returns the rows that have a product
   * after it, and moves those whose place is another.
   */
  async change(before: readonly number[], write: () => readonly number[], turns: Turns): Promise<void> {
    const known = new Map(before.map((row, at) => [row, at]));
    const were = BASES.map((base) => ({
      base,
      keys: before.map(this.#keys[base]),
      places: this.#placesOf(base, before),
    }));
    const after = write();
    const left = new Set(after);
    for (const { base, keys, places } of were) {
      await turns.rest();
      const isMoved = (row: number) => keys[known.get(row) ?? -1] !== this.#keys[base](row);
      const taken = before.flatMap((row, at) => (left.has(row) && !isMoved(row) ? [] : [places[at] ?? 0]));
      const added = after.filter((row) => !known.has(row) || isMoved(row));
      this.#replace(
        base,
        taken.toSorted((a, b) => a - b),
        added.toSorted(this.#compare[base]),
      );
    }
  }

  #stored(base: Base): Stored {
    const known = this.#orders.get(base);
    if (known) return known;
    const made = { rows: new Int32Array(), count: 0, isLent: false };
    this.#orders.set(base, made);
    return made;
  }

  #places({ prices, from, to }: PriceRange) {
    const { rows, count } = this.#stored(prices === "price" ? "price" : "piece-price");
    const order = rows.subarray(0, count);
    const column = this.#table.columns[prices];
    const start = firstPlace(order, (row) => (column[row] ?? 0) >= from);
    const end = firstPlace(order, (row) => (column[row] ?? 0) > to);
    return { order, start, end: Math.max(start, end) };
  }

  #placesOf(base: Base, rows: readonly number[]): number[] {
    const { rows: order, count } = this.#stored(base);
    return rows.map((row) => placeIn(order.subarray(0, count), row, this.#compare[base]));
  }

  /** Takes out what is at the sorted `places` and puts the sorted `added` in. */
  #replace(base: Base, places: readonly number[], added: readonly number[]): void {
    if (places.length === 0 && added.length === 0) return;
    const order = this.#stored(base);
    const count = order.count - places.length + added.length;
    if (order.isLent || count > order.rows.length) {
      const rows = new Int32Array(count > order.rows.length ? Math.ceil(count * 1.1) : order.rows.length);
      rows.set(order.rows.subarray(0, order.count));
      Object.assign(order, { rows, isLent: false });
    }
    const { rows } = order;
    let end = places[0] ?? order.count;
    for (const [i, place] of places.entries()) {
      const next = places[i + 1] ?? order.count;
      rows.copyWithin(end, place + 1, next);
      end += next - place - 1;
    }
    for (let i = added.length - 1; i >= 0; i -= 1) {
      const row = added[i] ?? 0;
      const place = placeIn(rows.subarray(0, end), row, this.#compare[base]);
      rows.copyWithin(place + i + 1, place, end);
      rows[place + i] = row;
      end = place;
    }
    order.count = count;
  }
}

/** The steps beside the end of a range, and `open`; the end itself if it is one of them. */
function stepsAround(end: number, open: number, ofTen: number): number[] {
  if (end === open) return [open];
  const place = Math.log10(Math.max(1, end)) * ofTen;
  const steps = [Math.floor(place), Math.ceil(place)].map((step) => Math.round(10 ** (step / ofTen)));
  return steps.includes(end) ? [end] : [...steps, open];
}

/** Where `row` stands among sorted rows, or would stand. */
function placeIn(order: Int32Array, row: number, compare: Compare): number {
  return firstPlace(order, (other) => compare(other, row) >= 0);
}

/** The first place whose row passes `isBehind`, as all rows behind it do. */
function firstPlace(order: Int32Array, isBehind: (row: number) => boolean): number {
  let [low, high] = [0, order.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (isBehind(order[middle] ?? 0)) high = middle;
    else low = middle + 1;
  }
  return low;
}

/** `rows` sorted; other requests are answered in between. */
async function sortInParts(rows: Int32Array<ArrayBuffer>, compare: Compare, turns: Turns) {
  for (let start = 0; start < rows.length; start += RUN) {
    rows.subarray(start, start + RUN).sort(compare);
    await turns.rest();
  }
  let [from, to] = [rows, new Int32Array(rows.length)];
  for (let width = RUN; width < rows.length; width *= 2) {
    for (let start = 0; start < rows.length; start += 2 * width) await merge(from, to, start, width);
    [from, to] = [to, from];
  }
  return from;

  async function merge(source: Int32Array, target: Int32Array, start: number, width: number) {
    const middle = Math.min(start + width, source.length);
    const end = Math.min(middle + width, source.length);
    let [left, right] = [start, middle];
    for (let at = start; at < end; at += 1) {
      const isLeft = left < middle && (right >= end || compare(source[left] ?? 0, source[right] ?? 0) <= 0);
      target[at] = source[isLeft ? left : right] ?? 0;
      if (isLeft) left += 1;
      else right += 1;
      if (at % STEPS === 0) await turns.rest();
    }
  }
}
