import { nameSlug } from "#app/features/products/links.ts";
import type { CategoryLink, Flag } from "#app/features/products/queries.server.ts";
import type { ListingState } from "../rules/listing-links.ts";
import { Bits } from "./product-index/bits.server.ts";
import { optionName } from "./product-index/codes.server.ts";
import { FLAGS } from "./product-index/indexed-product.server.ts";
import type { IndexedProducts } from "./product-index/indexed-products.server.ts";
import type { PostedColumn } from "./product-index/posted-rows.server.ts";
import type { PriceRange } from "./product-index/sort-orders.server.ts";

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

/** Whether a row passes. */
export type Test = (row: number) => boolean;

/**
 * A filter of a listing. Filters with the same `key` pass the same rows. `test` makes a test that is valid until the next
 * edit. `listed` together are all rows that pass, until then too, where they are stored. `range`: of a range of prices.
 */
export type Filter = {
  facet: Facet;
  key: string;
  test: () => Test;
  listed: readonly Int32Array[] | null;
  range: PriceRange | null;
};

const MAX_OPTION_NAMES = 8;

/** The filters of `state` within `scope`. `subs` are the sub-categories on offer. */
export function filtersOf(
  index: IndexedProducts,
  scope: Scope,
  state: ListingState,
  subs: readonly CategoryLink[],
): Filter[] {
  const { table } = index;
  const filters: Filter[] = [];
  const among = (facet: Facet, name: PostedColumn, codes: readonly number[]) => {
    const chosen = [...new Set(codes)].toSorted((a, b) => a - b);
    const listed = chosen.map((code) => table.postings[name].of(code));
    filters.push({
      facet,
      key: `${name} ${chosen.join()}`,
      test: () => withCode(table.columns[name], chosen),
      listed,
      range: null,
    });
  };
  const check = (facet: Facet, key: string, test: () => Test, listed: Filter["listed"] = null) =>
    filters.push({ facet, key, test, listed, range: null });
  const flag = (facet: Facet, bit: number, listed: Filter["listed"] = null) =>
    check(facet, `flag ${bit}`, () => withFlag(table.columns.flags, bit), listed);

  if (scope.distributor) {
    among("scope", "distributor", [index.distributors.of(nameSlug(scope.distributor))]);
  }
  if (scope.flag) flag("scope", FLAGS[scope.flag], [table.postings.flagged(scope.flag)]);
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
    const prices = perPiece ? "piecePrice" : "price";
    filters.push(priceFilter(index, { prices, from: minPrice ?? -Infinity, to: maxPrice ?? Infinity }));
  }
  if (state.inStock) flag("inStock", FLAGS.buyable);
  if (state.discounted) flag("discounted", FLAGS.discounted);
  if (state.priceBreaks) flag("priceBreaks", FLAGS.priceBreaks);
  if (maxOrder !== null) {
    check("order", `order ${maxOrder}`, () => between(table.columns.minOrder, -Infinity, maxOrder));
  }
  const chosen = Map.groupBy(state.option, optionName);
  for (const [name, keys] of [...chosen].slice(0, MAX_OPTION_NAMES)) {
    const codes = keys.map((key) => index.options.of(key));
    check(`option ${name}`, `options ${codes.join()}`, () => {
      const lists = table.optionLists.flatMap((list, n) => (list.some((code) => codes.includes(code)) ? [n] : []));
      return withCode(table.columns.options, lists);
    });
  }
  return filters;
}

/** The filter of a range of prices. */
export function priceFilter({ table, orders }: IndexedProducts, range: PriceRange): Filter {
  const { prices, from, to } = range;
  return {
    facet: "price",
    key: `${prices} ${from} ${to}`,
    test: () => between(table.columns[prices], from, to),
    listed: [orders.priced(range)],
    range,
  };
}

function withCode(column: Int32Array, codes: readonly number[]): Test {
  const [only] = codes;
  if (codes.length === 1) return (row) => column[row] === only;
  const marks = new Uint8Array(Math.max(...codes, 0) + 1);
  for (const code of codes) if (code >= 0) marks[code] = 1;
  return (row) => marks[column[row] ?? -1] === 1;
}

const withFlag =
  (flags: Uint8Array, bit: number): Test =>
  (row) =>
    ((flags[row] ?? 0) & bit) !== 0;

function between(column: Float64Array | Int32Array, from: number, to: number): Test {
  return (row) => {
    const value = column[row] ?? 0;
    return value >= from && value <= to;
  };
}

/** Whether a row passes all `filters`; until the next edit. */
export function passesAll(filters: readonly Pick<Filter, "test">[]): Test {
  const tests = filters.map(({ test }) => test());
  const [first, second] = tests;
  if (!first) return () => true;
  if (!second) return first;
  if (tests.length === 2) return (row) => first(row) && second(row);
  return (row) => tests.every((passes) => passes(row));
}

/** Number of rows in `lists`. */
export function lengthOf(lists: readonly Int32Array[]): number {
  return lists.reduce((sum, { length }) => sum + length, 0);
}

/** The shortest of the stored lists that hold all rows which pass `filters`, and the filters which it does not apply. */
export function shortestList(index: IndexedProducts, filters: readonly Filter[]) {
  const length = ({ listed }: Filter) => (listed ? lengthOf(listed) : Infinity);
  const [first, ...others] = filters.toSorted((a, b) => length(a) - length(b));
  return first?.listed ? { lists: first.listed, others } : { lists: [index.table.live], others: filters };
}

/** The rows that pass all `filters`, of `among` if given, ascending; until the next call or edit. */
export function rowsPassing(index: IndexedProducts, filters: readonly Filter[], among: Int32Array | null): Int32Array {
  const { lists, others } = among ? { lists: [among], others: filters } : shortestList(index, filters);
  return rowsOf(index, lists, others);
}

/** The rows of `lists` that pass all `filters`, ascending, as columns are read fastest; until the next call or edit. */
export function rowsOf(index: IndexedProducts, lists: readonly Int32Array[], filters: readonly Filter[]): Int32Array {
  const all = index.buffers.passing.of(lengthOf(lists));
  return filters.reduce(
    (from, { test }) => {
      const passes = test();
      let count = 0;
      for (let at = 0; at < from.length; at += 1) {
        const row = from[at] ?? 0;
        // A filter after the first writes over what it has read.
        if (passes(row)) all[count++] = row;
      }
      return all.subarray(0, count);
    },
    ascending(index, lists, all),
  );
}

/** `lists` as one, written to `to` if they are not that already. */
function ascending({ table }: IndexedProducts, lists: readonly Int32Array[], to: Int32Array): Int32Array {
  const [only] = lists;
  if (only && lists.length === 1 && isAscending(only)) return only;
  const bits = new Bits(table.rows);
  for (const rows of lists) for (let at = 0; at < rows.length; at += 1) bits.add(rows[at] ?? 0);
  return to.subarray(0, bits.write(to));
}

function isAscending(rows: Int32Array): boolean {
  for (let at = 1; at < rows.length; at += 1) if ((rows[at - 1] ?? 0) > (rows[at] ?? 0)) return false;
  return true;
}
