import { nameSlug, type ListingState, type Sort } from "../links.ts";
import type { CategoryLink, Flag } from "../queries.server.ts";
import { FLAGS, type ProductColumns } from "./product-columns.server.ts";
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

/** How well the product of each row matches a search, from 0 up; -1 for one that is not found. */
export type Ranks = Float64Array;

/**
 * The rows of the products that stand for the cards, in order; of a search without a sort by how well they match. `alone`
 * has a mark at the row of each that is the only variant of its group which was asked for. Rows are those of today's
 * columns: whoever waits for something takes the products before.
 */
export type Selection = { rows: readonly number[]; alone: Uint8Array; tallies: Tallies };

const MAX_OPTION_NAMES = 8;

/** Answers which facets the product of a row fails, a bit for each; -1 for what is outside the scope. */
type Test = (row: number) => number;

/** The cards that `state` asks for within `scope`, among those with `ranks` when they are given; ordered unless only counted. */
export function selectCards(
  index: ProductIndex,
  scope: Scope,
  state: ListingState,
  subs: readonly CategoryLink[],
  ranks: Ranks | null = null,
  isOrdered = true,
): Selection {
  const { columns } = index;
  const { products, cardStart } = columns;
  const { test, optionBits } = testOf(index, scope, state, subs);
  const tally = new Tally(index, optionBits, state.perPiece);
  const isBetter = betterOf(columns, ranks, state.perPiece || state.sort === "piece-price");
  const rows: number[] = [];
  const alone = new Uint8Array(products.length);
  const asked = ranks && rankedCards(columns, ranks);
  const length = asked ? asked.length : cardStart.length - 1;
  for (let at = 0; at < length; at += 1) {
    const card = asked ? (asked[at] ?? 0) : at;
    const from = cardStart[card] ?? 0;
    const end = cardStart[card + 1] ?? 0;
    let best = -1;
    let passed = 0;
    for (let row = from; row < end; row += 1) {
      if (ranks && (ranks[row] ?? -1) < 0) continue;
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
  return { rows: isOrdered ? inOrder(index, rows, state.sort, ranks) : rows, alone, tallies: tally.result() };
}

/** The cards with a ranked product. The rows of a card follow each other. */
function rankedCards({ cardOf }: ProductColumns, ranks: Ranks): number[] {
  const cards: number[] = [];
  for (let row = 0; row < ranks.length; row += 1) {
    if ((ranks[row] ?? -1) < 0) continue;
    const card = cardOf[row] ?? 0;
    if (cards.at(-1) !== card) cards.push(card);
  }
  return cards;
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

/** The ranks of found products by the rows of today's columns. */
export function ranksOf(index: ProductIndex, matches: Matches): Ranks {
  const { columns } = index;
  const ranks = new Float64Array(columns.products.length).fill(-1);
  for (const { ids, rank } of matches) {
    for (const row of columns.rowsById().rowsOf(ids)) if (row >= 0) ranks[row] = rank;
  }
  return ranks;
}

/** Whether a row stands for its card rather than another: it can be bought, matches better, is cheaper. */
function betterOf({ products, flags, price, piecePrice }: ProductColumns, ranks: Ranks | null, piece: boolean) {
  const prices = piece ? piecePrice : price;
  return (row: number, other: number): boolean => {
    const buyable = ((flags[row] ?? 0) & FLAGS.buyable) - ((flags[other] ?? 0) & FLAGS.buyable);
    if (buyable !== 0) return buyable > 0;
    const match = ranks ? (ranks[row] ?? 0) - (ranks[other] ?? 0) : 0;
    if (match !== 0) return match > 0;
    const dearer = (prices[row] ?? 0) - (prices[other] ?? 0);
    return dearer === 0 ? (products[row]?.id ?? "") < (products[other]?.id ?? "") : dearer < 0;
  };
}

function inOrder(index: ProductIndex, rows: readonly number[], sort: Sort | null, ranks: Ranks | null): number[] {
  const parts = index.sortedRows(rows, sort ?? "newest");
  return (sort === null && ranks ? parts.map((part) => byRank(part, ranks)) : parts).flat();
}

/** Rows with the same rank stay in their order. */
function byRank(rows: readonly number[], ranks: Ranks): number[] {
  const groups = Map.groupBy(rows, (row) => ranks[row] ?? -1);
  return [...groups.keys()].toSorted((a, b) => b - a).flatMap((rank) => groups.get(rank) ?? []);
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
