import { nameSlug } from "#app/features/products/links.ts";
import type { CategoryLink, Flag } from "#app/features/products/queries.server.ts";
import type { ListingState, Sort } from "../rules/listing-links.ts";
import { optionName, type Codes } from "./codes.server.ts";
import { FLAGS, type ProductColumns } from "./product-columns.server.ts";
import type { ProductIndex } from "./product-index.server.ts";
import { isInName, type Matches } from "./search.server.ts";
import {
  BRAND,
  CATEGORY,
  DISCOUNTED,
  DISTRIBUTOR,
  IN_STOCK,
  OPTION,
  ORDER,
  PRICE,
  PRICE_BREAKS,
  SUB,
  Tally,
  type Tallies,
} from "./tally.server.ts";

/** Scope of a listing: a category, the slug of a distributor, or a flag. */
export type Scope = {
  category?: Pick<CategoryLink, "id" | "parent_id"> | null;
  distributor?: string | null;
  flag?: Flag | null;
};

/** Relevance of each row's product, from 0; -1 for no match. */
export type Ranks = Float64Array;

/**
 * Rows of the products that represent the cards, in order; by relevance for a search without sort. `alone` marks rows
 * whose group has only this matching variant. Rows refer to the current columns: resolve products before awaiting.
 */
export type CardSelection = { rows: readonly number[]; alone: Uint8Array; tallies: Tallies };

const MAX_OPTION_NAMES = 8;

/** Returns a bit for each facet that the product of a row fails; -1 outside the scope. */
type Test = (row: number) => number;

/** Cards matching `state` within `scope`, restricted to those with `ranks` if given; sorted unless only counted. */
export function selectCards(
  index: ProductIndex,
  scope: Scope,
  state: ListingState,
  subs: readonly CategoryLink[],
  ranks: Ranks | null = null,
  isOrdered = true,
): CardSelection {
  const { columns } = index;
  const { products, cardStart } = columns;
  const { test, optionBits } = testOf(index, scope, state, subs);
  const tally = new Tally(index, optionBits, state.perPiece);
  const isBetter = betterOf(columns, ranks, comparedPrices(columns, state));
  const rows: number[] = [];
  const alone = new Uint8Array(products.length);
  const ranked = ranks && rankedCards(columns, ranks);
  const length = ranked ? ranked.length : cardStart.length - 1;
  for (let at = 0; at < length; at += 1) {
    const card = ranked ? (ranked[at] ?? 0) : at;
    const from = cardStart[card] ?? 0;
    const end = cardStart[card + 1] ?? 0;
    let best = -1;
    let matched = 0;
    for (let row = from; row < end; row += 1) {
      if (ranks && (ranks[row] ?? -1) < 0) continue;
      const fails = test(row);
      if (fails < 0) continue;
      tally.count(row, fails);
      if (fails !== 0) continue;
      matched += 1;
      if (best < 0 || isBetter(row, best)) best = row;
    }
    tally.next();
    if (best < 0) continue;
    rows.push(best);
    if (matched === 1 && end - from > 1) alone[best] = 1;
  }
  return { rows: isOrdered ? inOrder(index, rows, state.sort, ranks) : rows, alone, tallies: tally.result() };
}

/** Cards with a ranked product. Rows of a card are contiguous. */
function rankedCards({ cardOf }: ProductColumns, ranks: Ranks): number[] {
  const cards: number[] = [];
  for (let row = 0; row < ranks.length; row += 1) {
    if ((ranks[row] ?? -1) < 0) continue;
    const card = cardOf[row] ?? 0;
    if (cards.at(-1) !== card) cards.push(card);
  }
  return cards;
}

/** `selectCards` for a whole scope, cached until a product changes. */
export function cachedCards(
  index: ProductIndex,
  scope: Scope,
  state: ListingState,
  subs: readonly CategoryLink[] = [],
): CardSelection {
  const keyState = { ...state, page: 0, findBrand: "", findDistributor: "" };
  const key = JSON.stringify([scope.category, scope.distributor, scope.flag, keyState]);
  return index.memo(key, () => selectCards(index, scope, state, subs));
}

/** Ranks of matches by row of the current columns. */
export function ranksOf(index: ProductIndex, matches: Matches): Ranks {
  const { columns } = index;
  const ranks = new Float64Array(columns.products.length).fill(-1);
  for (const { ids, rank } of matches) {
    for (const row of columns.rowsById().rowsOf(ids)) if (row >= 0) ranks[row] = rank;
  }
  return ranks;
}

/** The prices by which variants of a card are compared. */
function comparedPrices({ price, piecePrice, contentPrice }: ProductColumns, state: ListingState): Float64Array {
  if (state.sort === "content-price") return contentPrice;
  return state.perPiece || state.sort === "piece-price" ? piecePrice : price;
}

/** Whether a row represents its card better: available, more relevant, cheaper. */
function betterOf({ products, flags }: ProductColumns, ranks: Ranks | null, prices: Float64Array) {
  return (row: number, other: number): boolean => {
    const buyable = ((flags[row] ?? 0) & FLAGS.buyable) - ((flags[other] ?? 0) & FLAGS.buyable);
    if (buyable !== 0) return buyable > 0;
    const match = ranks ? (ranks[row] ?? 0) - (ranks[other] ?? 0) : 0;
    if (match !== 0) return match > 0;
    const [own = 0, best = 0] = [prices[row], prices[other]];
    const dearer = own === best ? 0 : own - best;
    return dearer === 0 ? (products[row]?.id ?? "") < (products[other]?.id ?? "") : dearer < 0;
  };
}

function inOrder(index: ProductIndex, rows: readonly number[], sort: Sort | null, ranks: Ranks | null): number[] {
  const parts = index.sortedRows(rows, sort ?? "newest");
  if (!ranks) return parts.flat();
  // In an order of the shopper's, goods that only mention the words still come after those that are named so.
  const rankOf = (row: number) => ranks[row] ?? -1;
  return parts.flatMap((part) => byRank(part, sort === null ? rankOf : (row) => Number(isInName(rankOf(row)))));
}

/** Sorts rows by rank; stable for equal ranks. */
function byRank(rows: readonly number[], rankOf: (row: number) => number): number[] {
  const groups = Map.groupBy(rows, rankOf);
  return [...groups.keys()].toSorted((a, b) => b - a).flatMap((rank) => groups.get(rank) ?? []);
}

/** Whether the product (not the card) of a row matches `state` within `scope`. */
export function isMatch(
  index: ProductIndex,
  scope: Scope,
  state: ListingState,
  subs: readonly CategoryLink[],
): (row: number) => boolean {
  const { test } = testOf(index, scope, state, subs);
  return (row) => test(row) === 0;
}

function testOf(index: ProductIndex, scope: Scope, state: ListingState, subs: readonly CategoryLink[]) {
  const { columns } = index;
  const { flags, minOrder, category, distributor, brand, optionStart, options } = columns;
  const inDistributor = scope.distributor ? index.distributors.of(nameSlug(scope.distributor)) : null;
  const scopeFlag = scope.flag ? FLAGS[scope.flag] : 0;
  const inCategory = scope.category ? index.categories.of(scope.category.id) : null;
  const categories = scope.category?.parent_id === null ? columns.top : category;
  const subIds = subs.filter(({ slug }) => state.sub.includes(slug)).map(({ id }) => id);
  const subChosen = chosenCodes(index.categories, subIds, state.sub.length > 0);
  const distributorChosen = chosenCodes(index.distributors, state.distributor);
  const brandChosen = chosenCodes(index.brands, state.brand);
  const names = [...new Set(state.option.map(optionName))].slice(0, MAX_OPTION_NAMES);
  const optionBits = new Map(names.map((name, i) => [name, OPTION << i]));
  const bitOfChosen = new Int32Array(index.options.keys.length);
  for (const key of state.option) bitOfChosen[index.options.of(key)] = optionBits.get(optionName(key)) ?? 0;
  const allOptions = [...optionBits.values()].reduce((all, bit) => all | bit, 0);
  const prices = state.perPiece ? columns.piecePrice : columns.price;
  const { minPrice, maxPrice, maxOrder, inStock, discounted, priceBreaks } = state;

  const test: Test = (row) => {
    const flag = flags[row] ?? 0;
    if (inDistributor !== null && distributor[row] !== inDistributor) return -1;
    if (scopeFlag !== 0 && (flag & scopeFlag) === 0) return -1;
    let fails = 0;
    if (inCategory !== null && categories[row] !== inCategory) fails |= CATEGORY;
    if (subChosen && !isAmong(subChosen, category[row])) fails |= SUB;
    if (distributorChosen && !isAmong(distributorChosen, distributor[row])) fails |= DISTRIBUTOR;
    if (brandChosen && !isAmong(brandChosen, brand[row])) fails |= BRAND;
    const price = prices[row] ?? 0;
    if ((minPrice !== null && price < minPrice) || (maxPrice !== null && price > maxPrice)) fails |= PRICE;
    if (inStock && (flag & FLAGS.buyable) === 0) fails |= IN_STOCK;
    if (discounted && (flag & FLAGS.discounted) === 0) fails |= DISCOUNTED;
    if (priceBreaks && (flag & FLAGS.priceBreaks) === 0) fails |= PRICE_BREAKS;
    if (maxOrder !== null && (minOrder[row] ?? 0) > maxOrder) fails |= ORDER;
    if (allOptions !== 0) {
      let met = 0;
      const end = optionStart[row + 1] ?? 0;
      for (let at = optionStart[row] ?? 0; at < end; at += 1) met |= bitOfChosen[options[at] ?? 0] ?? 0;
      fails |= allOptions & ~met;
    }
    return fails;
  };
  return { test, optionBits };
}

/** Marks the codes of `keys`; null when nothing is selected. */
function chosenCodes(codes: Codes, keys: readonly string[], isChosen = keys.length > 0): Uint8Array | null {
  if (!isChosen) return null;
  const chosen = new Uint8Array(codes.keys.length);
  for (const key of keys) chosen[codes.of(key)] = 1;
  return chosen;
}

function isAmong(chosen: Uint8Array, code = -1): boolean {
  return code >= 0 && chosen[code] === 1;
}
