import { SORTS, type Sort } from "../rules/listing-links.ts";
import { NO_MEASURE, type ProductTable } from "./product-table.server.ts";
import type { Turns } from "./turns.server.ts";

/** Compares the products of two rows. */
type Compare = (a: number, b: number) => number;
/** Rows from the start of a larger array; `isLent` while a search may read it. */
type Order = { rows: Int32Array; count: number; isLent: boolean };

/** Rows that are sorted without a pause. */
const RUN = 4_096;
/** Steps between two looks at the clock. */
const STEPS = 8_192;

/** The comparison of each sort. Each is a total order: products with equal values stand by id. */
export function comparisons(table: ProductTable): Record<Sort, Compare> {
  const { ids, names } = table;
  const of = (column: "created" | "price" | "piecePrice" | "measure", row: number) => table.columns[column][row] ?? 0;
  const byId: Compare = (a, b) => ids.compare(a, b);
  const byPrice: Compare = (a, b) => of("price", a) - of("price", b) || byId(a, b);
  const byName: Compare = (a, b) => {
    const [one = "", other = ""] = [names[a], names[b]];
    return one < other ? -1 : one > other ? 1 : byId(a, b);
  };
  const byContentPrice: Compare = (a, b) =>
    of("measure", a) === NO_MEASURE ? 0 : table.contentPrice(a) - table.contentPrice(b);
  return {
    newest: (a, b) => of("created", b) - of("created", a) || byId(a, b),
    "price-asc": byPrice,
    "price-desc": (a, b) => byPrice(b, a),
    "name-asc": byName,
    "name-desc": (a, b) => byName(b, a),
    "piece-price": (a, b) => of("piecePrice", a) - of("piecePrice", b) || byId(a, b),
    // Kilos, then litres, then metres; products without content last.
    "content-price": (a, b) => of("measure", a) - of("measure", b) || byContentPrice(a, b) || byId(a, b),
  };
}

/** All rows of a table in each order; an edit moves the changed rows only. */
export class SortOrders {
  readonly compare: Record<Sort, Compare>;
  readonly #table: ProductTable;
  readonly #orders = new Map<Sort, Order>();

  constructor(table: ProductTable) {
    this.#table = table;
    this.compare = comparisons(table);
  }

  /** Sorts all rows, with pauses. */
  async build(turns: Turns): Promise<void> {
    const free = new Set(this.#table.free);
    const all = Int32Array.from(new Array(this.#table.rows).keys()).filter((row) => !free.has(row));
    for (const sort of SORTS) {
      const rows = await sortInParts(all.slice(), this.compare[sort], turns);
      this.#orders.set(sort, { rows, count: rows.length, isLent: false });
    }
  }

  /** The rows in the order of `sort`, until the next edit. */
  rows(sort: Sort): Int32Array {
    const order = this.#orders.get(sort);
    return order ? order.rows.subarray(0, order.count) : new Int32Array();
  }

  /** The rows in the order of `sort` as they are now: an edit does not change them. */
  lend(sort: Sort): Int32Array {
    const order = this.#orders.get(sort);
    if (order) order.isLent = true;
    return this.rows(sort);
  }

  /**
   * Calls `write`, which changes the products of the rows `before` in the table and returns the rows that have a product
   * after it, and moves these rows.
   */
  async change(before: readonly number[], write: () => readonly number[], turns: Turns): Promise<void> {
    const places = new Map(SORTS.map((sort) => [sort, this.#places(sort, before)]));
    const after = write();
    for (const sort of SORTS) {
      await turns.rest();
      this.#replace(sort, places.get(sort) ?? [], after.toSorted(this.compare[sort]));
    }
  }

  #places(sort: Sort, rows: readonly number[]): number[] {
    const order = this.rows(sort);
    return rows.map((row) => placeIn(order, row, this.compare[sort])).toSorted((a, b) => a - b);
  }

  /** Takes out what is at `places` and puts the sorted `added` in. */
  #replace(sort: Sort, places: readonly number[], added: readonly number[]): void {
    const order = this.#orders.get(sort) ?? { rows: new Int32Array(), count: 0, isLent: false };
    this.#orders.set(sort, order);
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
      const place = placeIn(rows.subarray(0, end), row, this.compare[sort]);
      rows.copyWithin(place + i + 1, place, end);
      rows[place + i] = row;
      end = place;
    }
    order.count = count;
  }
}

/** Where `row` stands among sorted rows, or would stand. */
function placeIn(order: Int32Array, row: number, compare: Compare): number {
  let [low, high] = [0, order.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (compare(order[middle] ?? 0, row) < 0) low = middle + 1;
    else high = middle;
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
