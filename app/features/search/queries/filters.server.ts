import { nameSlug } from "#app/features/products/links.ts";
import type { CategoryLink, Flag } from "#app/features/products/queries.server.ts";
import type { ListingState } from "../rules/listing-links.ts";
import { optionName } from "./codes.server.ts";
import { FLAGS } from "./index-table.server.ts";
import type { ProductIndex } from "./product-index.server.ts";

/** Scope of a listing: a category, the slug of a distributor, or a flag. */
export type Scope = {
  category?: Pick<CategoryLink, "id" | "parent_id"> | null;
  distributor?: string | null;
  flag?: Flag | null;
};

/** What a filter belongs to: its counts leave the filter out. An option name is a facet of its own; the scope is none. */
export type Facet =
  | "scope"
  | "category"
  | "sub"
  | "distributor"
  | "brand"
  | "price"
  | "inStock"
  | "discounted"
  | "priceBreaks"
  | "order"
  | `option ${string}`;

/**
 * A filter of a listing. `key` tells it from others of its facet. `narrow` writes the rows that pass into `to` and
 * returns their number. `listed` are all rows that pass, ascending, where a list is kept, else null.
 */
export type Filter = { facet: Facet; key: string; narrow: Narrow; listed: Int32Array | null };
type Narrow = (rows: Int32Array, to: Int32Array) => number;

const MAX_OPTION_NAMES = 8;

/** The filters of `state` within `scope`. `subs` are the sub-categories on offer. */
export function filtersOf(
  index: ProductIndex,
  scope: Scope,
  state: ListingState,
  subs: readonly CategoryLink[],
): Filter[] {
  const { columns, postings } = index.table;
  const filters: Filter[] = [];
  const among = (facet: Facet, name: keyof typeof postings, codes: readonly number[]) => {
    const chosen = [...new Set(codes)].toSorted((a, b) => a - b);
    const marks = new Uint8Array(Math.max(...chosen, 0) + 1);
    for (const code of chosen) if (code >= 0) marks[code] = 1;
    const listed = union(chosen.map((code) => postings[name].of(code)));
    filters.push({ facet, key: `${name} ${chosen.join()}`, narrow: withCodes(columns[name], marks), listed });
  };
  const check = (facet: Facet, key: unknown, narrow: Narrow) =>
    filters.push({ facet, key: String(key), narrow, listed: null });
  const flag = (facet: Facet, bit: number) => check(facet, `flag ${bit}`, withFlag(columns.flags, bit));

  if (scope.distributor) {
    among("scope", "distributor", [index.distributors.of(nameSlug(scope.distributor))]);
  }
  if (scope.flag) flag("scope", FLAGS[scope.flag]);
  if (scope.category) {
    const name = scope.category.parent_id === null ? "top" : "category";
    among("category", name, [index.categories.of(scope.category.id)]);
  }
  if (state.sub.length > 0) {
    const codes = subs.filter(({ slug }) => state.sub.includes(slug)).map(({ id }) => index.categories.of(id));
    among("sub", "category", codes);
  }
  if (state.distributor.length > 0) {
    const codes = state.distributor.map((key) => index.distributors.of(key));
    among("distributor", "distributor", codes);
  }
  if (state.brand.length > 0) {
    const codes = state.brand.map((key) => index.brands.of(key));
    among("brand", "brand", codes);
  }
  const { minPrice, maxPrice, perPiece, maxOrder } = state;
  if (minPrice !== null || maxPrice !== null) {
    const prices = perPiece ? columns.piecePrice : columns.price;
    const [from, to] = [minPrice ?? -Infinity, maxPrice ?? Infinity];
    check("price", `${from} ${to} ${perPiece}`, between(prices, from, to));
  }
  if (state.inStock) flag("inStock", FLAGS.buyable);
  if (state.discounted) flag("discounted", FLAGS.discounted);
  if (state.priceBreaks) flag("priceBreaks", FLAGS.priceBreaks);
  if (maxOrder !== null) check("order", maxOrder, between(columns.minOrder, -Infinity, maxOrder));
  const chosen = Map.groupBy(state.option, optionName);
  for (const [name, keys] of [...chosen].slice(0, MAX_OPTION_NAMES)) {
    const codes = new Set(keys.map((key) => index.options.of(key)));
    const marks = Uint8Array.from(index.table.optionLists, (list) => Number(list.some((code) => codes.has(code))));
    check(`option ${name}`, keys, withCodes(columns.options, marks));
  }
  return filters;
}

function withCodes(column: Int32Array, marks: Uint8Array): Narrow {
  return (rows, to) => {
    let count = 0;
    for (let at = 0; at < rows.length; at += 1) {
      const row = rows[at] ?? 0;
      const code = column[row] ?? -1;
      if (code >= 0 && marks[code] === 1) to[count++] = row;
    }
    return count;
  };
}

function withFlag(flags: Uint8Array, bit: number): Narrow {
  return (rows, to) => {
    let count = 0;
    for (let at = 0; at < rows.length; at += 1) {
      const row = rows[at] ?? 0;
      if (((flags[row] ?? 0) & bit) !== 0) to[count++] = row;
    }
    return count;
  };
}

function between(column: Float64Array | Int32Array, from: number, to: number): Narrow {
  return (rows, into) => {
    let count = 0;
    for (let at = 0; at < rows.length; at += 1) {
      const row = rows[at] ?? 0;
      const value = column[row] ?? 0;
      if (value >= from && value <= to) into[count++] = row;
    }
    return count;
  };
}

/** Ascending lists as one. */
function union(lists: readonly Int32Array[]): Int32Array {
  const [only] = lists;
  if (only && lists.length === 1) return only;
  const all = new Int32Array(lists.reduce((sum, { length }) => sum + length, 0));
  let end = 0;
  for (const list of lists) {
    all.set(list, end);
    end += list.length;
  }
  return all.sort();
}

/** The rows of `rows` that pass all `filters`. */
function passing(rows: Int32Array, filters: readonly Filter[]): Int32Array {
  return filters.reduce((from, { narrow }) => {
    const to = new Int32Array(from.length);
    return to.subarray(0, narrow(from, to));
  }, rows);
}

/** The rows, ascending, that pass all `filters`: of `among`, or read from the shortest list of a filter. */
export function rowsPassing(index: ProductIndex, filters: readonly Filter[], among: Int32Array | null): Int32Array {
  if (among) return passing(among, filters);
  const lengthOf = ({ listed }: Filter) => listed?.length ?? Infinity;
  const [first, ...others] = filters.toSorted((a, b) => lengthOf(a) - lengthOf(b));
  return first?.listed ? passing(first.listed, others) : passing(index.table.live, filters);
}
