import { nameSlug, type ListingState, type Sort } from "../links.ts";
import type { CategoryLink, Flag } from "../queries.server.ts";
import { FLAGS, type ProductColumns, type IndexedProduct } from "./product-columns.server.ts";
import { optionName, type Codes, type ProductIndex } from "./product-index.server.ts";
import type { Matches } from "./search.server.ts";
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

/** Within what a listing chooses: a category, the slug of a distributor, or a flag. */
export type Scope = {
  category?: Pick<CategoryLink, "id" | "parent_id"> | null;
  distributor?: string | null;
  flag?: Flag | null;
};

/** How well products match a search; a product without a rank is not found. */
export type Ranks = ReadonlyMap<IndexedProduct, number>;

/**
 * The rows of the products that stand for the cards, in order; of a search without a sort by how well they match. `alone`
 * has a mark at the row of each that is the only variant of its group which was asked for. Rows are those of today's
 * columns: whoever waits for something takes the products before.
 */
export type Selection = { rows: readonly number[]; alone: Uint8Array; tallies: Tallies };

const MAX_OPTION_NAMES = 8;

/** Answers which facets the product of a row fails, a bit for each; -1 for what is outside the scope. */
type Test = (row: number) => number;

/** The cards that `state` asks for within `scope`, among those with `ranks` when they are given. */
export function selectCards(
  index: ProductIndex,
  scope: Scope,
  state: ListingState,
  subs: readonly CategoryLink[],
  ranks: Ranks | null = null,
): Selection {
  const { columns } = index;
  const { products, cardStart } = columns;
  const { test, optionBits } = testOf(index, scope, state, subs);
  const tally = new Tally(index, optionBits, state.perPiece);
  const isBetter = betterOf(columns, ranks, state.perPiece || state.sort === "piece-price");
  const rows: number[] = [];
  const alone = new Uint8Array(products.length);
  const asked = ranks ? rankedRows(columns, ranks) : null;
  const length = asked ? asked.cards.length : cardStart.length - 1;
  for (let at = 0; at < length; at += 1) {
    const card = asked ? (asked.cards[at] ?? 0) : at;
    const from = cardStart[card] ?? 0;
    const end = cardStart[card + 1] ?? 0;
    let best = -1;
    let passed = 0;
    for (let row = from; row < end; row += 1) {
      if (asked && asked.found[row] === 0) continue;
      const fails = test(row);
      if (fails < 0) continue;
      tally.count(row, fails);
      if (fails !== 0) continue;
      passed += 1;
      if (best < 0 || isBetter(row, best)) best = row;
    }
    tally.next();
    if (best < 0) continue;
    rows.push(best);
    if (passed === 1 && end - from > 1) alone[best] = 1;
  }
  return { rows: inOrder(index, rows, state.sort, ranks), alone, tallies: tally.result() };
}

/** The cards of ranked products, and a mark at each of their rows. */
function rankedRows({ products, cardOf }: ProductColumns, ranks: Ranks) {
  const found = new Uint8Array(products.length);
  const cards = new Set<number>();
  for (const product of ranks.keys()) {
    // One that changed while the search was under way is another object by now.
    if (products[product.row] !== product) continue;
    found[product.row] = 1;
    cards.add(cardOf[product.row] ?? 0);
  }
  return { found, cards: [...cards] };
}

/** The same of all that a scope has, remembered until a product changes. */
export function rememberedCards(
  index: ProductIndex,
  scope: Scope,
  state: ListingState,
  subs: readonly CategoryLink[] = [],
): Selection {
  const asked = { ...state, page: 0, findBrand: "", findDistributor: "" };
  const key = JSON.stringify([scope.category, scope.distributor, scope.flag, asked]);
  return index.memo(key, () => selectCards(index, scope, state, subs));
}

/** The rank of each found product that the index has. */
export function ranksOf(index: ProductIndex, matches: Matches): Map<IndexedProduct, number> {
  const ranks = new Map<IndexedProduct, number>();
  for (const { ids, rank } of matches) {
    for (const id of ids) {
      const product = index.products.get(id);
      if (product) ranks.set(product, rank);
    }
  }
  return ranks;
}

/** Whether a row stands for its card rather than another: it can be bought, matches better, is cheaper. */
function betterOf({ products, flags, price, piecePrice }: ProductColumns, ranks: Ranks | null, piece: boolean) {
  const prices = piece ? piecePrice : price;
  const rankOf = (row: number) => (ranks && products[row] && ranks.get(products[row])) ?? 0;
  return (row: number, other: number): boolean => {
    const buyable = ((flags[row] ?? 0) & FLAGS.buyable) - ((flags[other] ?? 0) & FLAGS.buyable);
    if (buyable !== 0) return buyable > 0;
    const match = ranks ? rankOf(row) - rankOf(other) : 0;
    if (match !== 0) return match > 0;
    const dearer = (prices[row] ?? 0) - (prices[other] ?? 0);
    return dearer === 0 ? (products[row]?.id ?? "") < (products[other]?.id ?? "") : dearer < 0;
  };
}

function inOrder(index: ProductIndex, rows: readonly number[], sort: Sort | null, ranks: Ranks | null) {
  const sorted = index.sortedRows(rows, sort ?? "newest");
  if (sort !== null || !ranks) return sorted;
  const { products, flags } = index.columns;
  const rank = (row: number) => (products[row] && ranks.get(products[row])) ?? 0;
  const buyable = (row: number) => (flags[row] ?? 0) & FLAGS.buyable;
  return sorted.toSorted((a, b) => buyable(b) - buyable(a) || rank(b) - rank(a));
}

/** The rows of the products, not cards, that pass all that `state` asks for within `scope`. */
export function passingRows(
  index: ProductIndex,
  scope: Scope,
  state: ListingState,
  subs: readonly CategoryLink[],
): number[] {
  const { test } = testOf(index, scope, state, subs);
  const rows: number[] = [];
  for (let row = 0; row < index.columns.products.length; row += 1) if (test(row) === 0) rows.push(row);
  return rows;
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

/** A mark at the code of each of `keys`; null when nothing is chosen. */
function chosenCodes(codes: Codes, keys: readonly string[], isChosen = keys.length > 0): Uint8Array | null {
  if (!isChosen) return null;
  const chosen = new Uint8Array(codes.keys.length);
  for (const key of keys) chosen[codes.of(key)] = 1;
  return chosen;
}

function isAmong(chosen: Uint8Array, code = -1): boolean {
  return code >= 0 && chosen[code] === 1;
}
