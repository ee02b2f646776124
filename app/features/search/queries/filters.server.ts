import { nameSlug } from "#app/features/products/links.ts";
import type { CategoryLink, Flag } from "#app/features/products/queries.server.ts";
import type { ListingState } from "../rules/listing-links.ts";
import { optionName, type Codes } from "./codes.server.ts";
import type { ProductIndex } from "./product-index.server.ts";
import { FLAGS } from "./product-table.server.ts";

/** Scope of a listing: a category, the slug of a distributor, or a flag. */
export type Scope = {
  category?: Pick<CategoryLink, "id" | "parent_id"> | null;
  distributor?: string | null;
  flag?: Flag | null;
};

/** Bits of the facets that a product fails. */
export const CATEGORY = 1;
export const SUB = 2;
export const DISTRIBUTOR = 4;
export const BRAND = 8;
export const PRICE = 16;
export const IN_STOCK = 32;
export const DISCOUNTED = 64;
export const PRICE_BREAKS = 128;
export const ORDER = 256;
/** First bit of the option facets, one for each selected option name. */
const OPTION = 512;
const MAX_OPTION_NAMES = 8;
/** Outside the scope: two bits, as of a product that no facet counts. */
export const OUT = 3 << 29;

/**
 * Bits of the facets that the product of each row fails, 0 for a match; the array lasts until the next call.
 * `optionBits`: the bit of each selected option name.
 */
export type Failures = { fails: Int32Array; optionBits: ReadonlyMap<string, number> };

/** Tests all rows against `state` within `scope`, one column after the other. `subs` are the sub-categories on offer. */
export function failuresOf(
  index: ProductIndex,
  scope: Scope,
  state: ListingState,
  subs: readonly CategoryLink[],
): Failures {
  const { rows, free, columns } = index.table;
  const fails = index.scratch().fails.subarray(0, rows).fill(0);
  for (const row of free) fails[row] = OUT;
  if (scope.distributor) {
    failUnlessAmong(fails, columns.distributor, marked(index.distributors, [nameSlug(scope.distributor)]), OUT);
  }
  if (scope.flag) failUnlessFlag(fails, columns.flags, FLAGS[scope.flag], OUT);
  if (scope.category) {
    const column = scope.category.parent_id === null ? columns.top : columns.category;
    failUnlessAmong(fails, column, marked(index.categories, [scope.category.id]), CATEGORY);
  }
  if (state.sub.length > 0) {
    const ids = subs.filter(({ slug }) => state.sub.includes(slug)).map(({ id }) => id);
    failUnlessAmong(fails, columns.category, marked(index.categories, ids), SUB);
  }
  if (state.distributor.length > 0) {
    failUnlessAmong(fails, columns.distributor, marked(index.distributors, state.distributor), DISTRIBUTOR);
  }
  if (state.brand.length > 0) failUnlessAmong(fails, columns.brand, marked(index.brands, state.brand), BRAND);
  const { minPrice, maxPrice } = state;
  if (minPrice !== null || maxPrice !== null) {
    const prices = state.perPiece ? columns.piecePrice : columns.price;
    failOutside(fails, prices, minPrice ?? -Infinity, maxPrice ?? Infinity, PRICE);
  }
  if (state.inStock) failUnlessFlag(fails, columns.flags, FLAGS.buyable, IN_STOCK);
  if (state.discounted) failUnlessFlag(fails, columns.flags, FLAGS.discounted, DISCOUNTED);
  if (state.priceBreaks) failUnlessFlag(fails, columns.flags, FLAGS.priceBreaks, PRICE_BREAKS);
  if (state.maxOrder !== null) failAbove(fails, columns.minOrder, state.maxOrder, ORDER);
  return { fails, optionBits: failOptions(index, fails, state.option) };
}

/** Marks rows whose options lack a chosen value of a chosen name; returns the bit of each name. */
function failOptions(index: ProductIndex, fails: Int32Array, chosen: readonly string[]): Map<string, number> {
  const names = [...new Set(chosen.map(optionName))].slice(0, MAX_OPTION_NAMES);
  const bits = new Map(names.map((name, i) => [name, OPTION << i]));
  if (names.length === 0) return bits;
  const all = [...bits.values()].reduce((sum, bit) => sum | bit, 0);
  const bitOf = new Map(chosen.map((key) => [index.options.of(key), bits.get(optionName(key)) ?? 0]));
  const lacking = Int32Array.from(
    index.table.optionLists,
    (codes) => all & ~codes.reduce((met, code) => met | (bitOf.get(code) ?? 0), 0),
  );
  const { options } = index.table.columns;
  for (let row = 0; row < fails.length; row += 1) {
    const list = options[row] ?? -1;
    fails[row] = (fails[row] ?? 0) | (list < 0 ? all : (lacking[list] ?? 0));
  }
  return bits;
}

/** Marks the codes of `keys`. */
function marked(codes: Codes, keys: readonly string[]): Uint8Array {
  const chosen = new Uint8Array(codes.keys.length);
  for (const key of keys) chosen[codes.of(key)] = 1;
  return chosen;
}

function failUnlessAmong(fails: Int32Array, column: Int32Array, chosen: Uint8Array, bit: number): void {
  for (let row = 0; row < fails.length; row += 1) {
    const code = column[row] ?? -1;
    if (code < 0 || chosen[code] !== 1) fails[row] = (fails[row] ?? 0) | bit;
  }
}

function failUnlessFlag(fails: Int32Array, flags: Uint8Array, flag: number, bit: number): void {
  for (let row = 0; row < fails.length; row += 1) {
    if (((flags[row] ?? 0) & flag) === 0) fails[row] = (fails[row] ?? 0) | bit;
  }
}

function failOutside(fails: Int32Array, column: Float64Array, from: number, to: number, bit: number): void {
  for (let row = 0; row < fails.length; row += 1) {
    const value = column[row] ?? 0;
    if (value < from || value > to) fails[row] = (fails[row] ?? 0) | bit;
  }
}

function failAbove(fails: Int32Array, column: Int32Array, most: number, bit: number): void {
  for (let row = 0; row < fails.length; row += 1) {
    if ((column[row] ?? 0) > most) fails[row] = (fails[row] ?? 0) | bit;
  }
}
