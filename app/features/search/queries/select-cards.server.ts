import type { CategoryLink } from "#app/features/products/queries.server.ts";
import type { ListingState, Sort } from "../rules/listing-links.ts";
import { filtersOf, passesAll, rowsPassing, type Scope } from "./filters.server.ts";
import { isInName, type Matches } from "./find-matches.server.ts";
import { Bits } from "./product-index/bits.server.ts";
import { dividedInBuffers } from "./product-index/card-counts.server.ts";
import type { ProductTable } from "./product-index/index-table.server.ts";
import { FLAGS } from "./product-index/indexed-product.server.ts";
import type { ProductIndex } from "./product-index/product-index.server.ts";
import type { Order } from "./product-index/sort-orders.server.ts";
import { tallyOf, type Tallies } from "./tally.server.ts";

/** Relevance of the products of rows that a search found, from 0. */
export type Ranks = ReadonlyMap<number, number>;

/**
 * Cards of a listing: their number, the counts of facets, and the rows of the products that represent them, in order.
 * Rows are those of the current index: resolve products before awaiting.
 */
export type CardSelection = {
  count: number;
  tallies: Tallies;
  /** Rows of the cards from place `from` to before `to`. */
  rows: (from: number, to: number) => number[];
  /** Whether a row is the only matching variant of its group. */
  isAlone: (row: number) => boolean;
};

/** Below this share of products, sorting them is faster than scanning all in sorted order. */
const WALK_SHARE = 1 / 256;
/** Behind this share of cards it is faster to find first which rows represent cards than to ask each on the way. */
const DEEP_SHARE = 1 / 8;

/** Cards matching `state` within `scope`, restricted to those with `ranks` if given. */
export function selectCards(
  index: ProductIndex,
  scope: Scope,
  state: ListingState,
  subs: readonly CategoryLink[],
  ranks: Ranks | null = null,
): CardSelection {
  const filters = filtersOf(index, scope, state, subs);
  const found = ranks && Int32Array.from(ranks.keys()).sort();
  const isWithOptions = Boolean(scope.category) || state.option.length > 0;
  const { count, buyable, tallies } = tallyOf(index, filters, found, { perPiece: state.perPiece, isWithOptions });
  const { table } = index;
  const isBetter = betterOf(table, ranks, comparedPrices(index, state));
  const isPassing = passesAll(filters);
  const passes = ranks ? (row: number) => ranks.has(row) && isPassing(row) : isPassing;
  const represents = (row: number) =>
    !table.groupOf(row)?.rows.some((other) => other !== row && passes(other) && isBetter(other, row));
  const chosen = () => representing(index, rowsPassing(index, filters, found), isBetter);
  const isFew = count < table.rows * WALK_SHARE;
  return {
    count,
    tallies,
    rows: ranks
      ? byRank(index, chosen(), state.sort, ranks)
      : isFew
        ? sorted(index, chosen(), state.sort ?? "newest")
        : walked(index, (row) => passes(row) && represents(row), state.sort ?? "newest", { buyable, count }, chosen),
    isAlone: (row) => {
      const variants = table.variantsOf(row);
      return variants.length > 1 && variants.every((other) => passes(other) === (other === row));
    },
  };
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

/** Ranks of matches by row of the current index. */
export function ranksOf(index: ProductIndex, matches: Matches): Map<number, number> {
  const ranks = new Map<number, number>();
  for (const { ids, rank } of matches) {
    for (const row of index.table.ids.rowsOf(ids)) if (row >= 0) ranks.set(row, rank);
  }
  return ranks;
}

type Better = (row: number, other: number) => boolean;

/** Of rows that pass, those which represent their cards. */
function representing(index: ProductIndex, rows: Int32Array, isBetter: Better): Int32Array {
  const { group } = index.table.columns;
  const { alone, grouped } = dividedInBuffers(index, rows);
  const best = new Int32Array(rows.length);
  best.set(alone);
  let count = alone.length;
  for (let at = 0; at < grouped.length;) {
    let first = grouped[at] ?? 0;
    const code = group[first] ?? -1;
    for (at += 1; at < grouped.length && group[grouped[at] ?? 0] === code; at += 1) {
      const row = grouped[at] ?? 0;
      if (isBetter(row, first)) first = row;
    }
    best[count++] = first;
  }
  return best.subarray(0, count);
}

/** The price by which variants of a card are compared. */
function comparedPrices({ table }: ProductIndex, state: ListingState): Float64Array {
  if (state.sort === "content-price") return table.columns.contentPrice;
  return state.perPiece || state.sort === "piece-price" ? table.columns.piecePrice : table.columns.price;
}

/** Whether a row represents its card better: available, more relevant, cheaper. */
export function betterOf({ ids, columns: { flags } }: ProductTable, ranks: Ranks | null, prices: Float64Array): Better {
  return (row, other) => {
    const buyable = ((flags[row] ?? 0) & FLAGS.buyable) - ((flags[other] ?? 0) & FLAGS.buyable);
    if (buyable !== 0) return buyable > 0;
    const match = ranks ? (ranks.get(row) ?? 0) - (ranks.get(other) ?? 0) : 0;
    if (match !== 0) return match > 0;
    const own = prices[row] ?? 0;
    const best = prices[other] ?? 0;
    return own === best ? ids.compare(row, other) < 0 : own < best;
  };
}

/** The parts of a list, one after the other, each of which is sorted or read only when a page reaches it. */
type Part = { count: number; rows: (from: number, to: number) => number[] };

function inParts(parts: readonly Part[]) {
  return (from: number, to: number): number[] => {
    const found: number[] = [];
    let start = 0;
    for (const { count, rows } of parts) {
      if (start < to && start + count > from)
        found.push(...rows(Math.max(0, from - start), Math.min(count, to - start)));
      start += count;
    }
    return found;
  };
}

/** `chosen` in the order of `sort`, available ones first. */
function sorted(index: ProductIndex, chosen: Int32Array, sort: Sort) {
  const rows = chosen.sort(index.orders.compare(sort));
  const parts = [true, false].map((isFirst) => rows.filter((row) => index.table.isBuyable(row) === isFirst));
  return inParts(parts.map((part) => ({ count: part.length, rows: (from, to) => [...part.subarray(from, to)] })));
}

/** Of `rows`, the available ones if `isFirst`, else the others. */
function cardsOf({ table }: ProductIndex, rows: Int32Array, isFirst: boolean): Bits {
  const bits = new Bits(table.rows);
  for (let at = 0; at < rows.length; at += 1) {
    const row = rows[at] ?? 0;
    if (table.isBuyable(row) === isFirst) bits.add(row);
  }
  return bits;
}

/** The rows that pass `isCard` in the order of `sort`, available ones first, read from the nearer end up to the page. */
function walked(
  index: ProductIndex,
  isCard: (row: number) => boolean,
  sort: Sort,
  { buyable, count }: { buyable: number; count: number },
  chosen: () => Int32Array,
) {
  const walk = (isFirst: boolean, all: number) => (from: number, to: number) => {
    const order = index.orders.of(sort);
    const isBackward = from > all - to;
    const [start, end] = isBackward ? [all - to, all - from] : [from, to];
    const found =
      end > count * DEEP_SHARE
        ? cardsOf(index, chosen(), isFirst).inOrder(order.rows, order.isReversed !== isBackward, start, end)
        : asked(order, isBackward, isFirst, start, end);
    return isBackward ? found.toReversed() : found;
  };
  const asked = (order: Order, isBackward: boolean, isFirst: boolean, start: number, end: number) => {
    const found: number[] = [];
    for (let at = 0, seen = 0; at < order.count && seen < end; at += 1) {
      const row = order.at(isBackward ? order.count - 1 - at : at);
      if (!isCard(row) || index.table.isBuyable(row) !== isFirst) continue;
      if (seen >= start) found.push(row);
      seen += 1;
    }
    return found;
  };
  return inParts([
    { count: buyable, rows: walk(true, buyable) },
    { count: count - buyable, rows: walk(false, count - buyable) },
  ]);
}

/**
 * `chosen` by relevance, or in an order of the shopper's, in which goods that only mention the words still come after
 * those that are named so; available ones first.
 */
function byRank(index: ProductIndex, chosen: Int32Array, sort: Sort | null, ranks: Ranks) {
  const rankOf = (row: number) => ranks.get(row) ?? -1;
  const keyOf = sort === null ? rankOf : (row: number) => Number(isInName(rankOf(row)));
  const parts = [true, false].flatMap((isFirst) => {
    const rows = chosen.filter((row) => index.table.isBuyable(row) === isFirst);
    const groups = Map.groupBy(rows, keyOf);
    return [...groups.keys()].toSorted((a, b) => b - a).map((key) => groups.get(key) ?? []);
  });
  const compare = index.orders.compare(sort ?? "newest");
  return inParts(
    parts.map((rows) => ({ count: rows.length, rows: (from, to) => rows.toSorted(compare).slice(from, to) })),
  );
}
