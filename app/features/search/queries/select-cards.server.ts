import type { CategoryLink } from "#app/features/products/queries.server.ts";
import type { ListingState, Sort } from "../rules/listing-links.ts";
import { Bits } from "./bits.server.ts";
import { filtersOf, rowsPassing, type Scope } from "./filters.server.ts";
import { FLAGS, type ProductTable } from "./index-table.server.ts";
import type { ProductIndex } from "./product-index.server.ts";
import { isInName, type Matches } from "./search.server.ts";
import { Candidates, tallyOf, type Tallies } from "./tally.server.ts";

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

/** Cards matching `state` within `scope`, restricted to those with `ranks` if given. */
export function selectCards(
  index: ProductIndex,
  scope: Scope,
  state: ListingState,
  subs: readonly CategoryLink[],
  ranks: Ranks | null = null,
): CardSelection {
  const found = ranks && Int32Array.from(ranks.keys()).sort();
  const candidates = new Candidates(index, filtersOf(index, scope, state, subs), found);
  const isWithOptions = Boolean(scope.category) || state.option.length > 0;
  const tallies = tallyOf(index, candidates, { perPiece: state.perPiece, isWithOptions });
  const { alone: single, grouped } = candidates.passing;
  const { best, alone } = bestOfGroups(
    index.table,
    grouped,
    betterOf(index.table, ranks, comparedPrices(index, state)),
  );
  const chosen = new Int32Array(best.length + single.length);
  chosen.set(best);
  chosen.set(single, best.length);
  return {
    count: chosen.length,
    tallies,
    rows: ranks ? byRank(index, chosen, state.sort, ranks) : bySort(index, chosen, state.sort ?? "newest"),
    isAlone: (row) => alone.has(row),
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

/** Rows of the products that match `state` within `scope`, not of cards; as they are now. */
export function matchingRows(
  index: ProductIndex,
  scope: Scope,
  state: ListingState,
  subs: readonly CategoryLink[],
): Int32Array {
  return rowsPassing(index, filtersOf(index, scope, state, subs), null).slice();
}

type Better = (row: number, other: number) => boolean;

/** The row of `grouped` that represents each group, and those that are the only one of several variants. */
function bestOfGroups(table: ProductTable, grouped: Int32Array, isBetter: Better) {
  const { group } = table.columns;
  const best = new Int32Array(grouped.length);
  const alone = new Bits(table.rows);
  let count = 0;
  for (let at = 0; at < grouped.length;) {
    const start = at;
    let first = grouped[at] ?? 0;
    const code = group[first] ?? -1;
    for (at += 1; at < grouped.length && group[grouped[at] ?? 0] === code; at += 1) {
      const row = grouped[at] ?? 0;
      if (isBetter(row, first)) first = row;
    }
    best[count++] = first;
    if (at === start + 1 && (table.groups[code]?.rows.length ?? 0) > 1) alone.add(first);
  }
  return { best: best.subarray(0, count), alone };
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
    const [own = 0, best = 0] = [prices[row], prices[other]];
    const dearer = own === best ? 0 : own - best;
    return dearer === 0 ? ids.compare(row, other) < 0 : dearer < 0;
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
function bySort(index: ProductIndex, chosen: Int32Array, sort: Sort) {
  const { table } = index;
  if (chosen.length < table.rows * WALK_SHARE) {
    const sorted = chosen.sort(index.orders.compare(sort));
    const first = sorted.filter((row) => table.isBuyable(row));
    const last = sorted.filter((row) => !table.isBuyable(row));
    return inParts(
      [first, last].map((rows) => ({ count: rows.length, rows: (from, to) => [...rows.subarray(from, to)] })),
    );
  }
  const bits = new Bits(table.rows);
  let first = 0;
  for (let at = 0; at < chosen.length; at += 1) {
    const row = chosen[at] ?? 0;
    bits.add(row);
    if (table.isBuyable(row)) first += 1;
  }
  const walk = (isFirst: boolean) => (from: number, to: number) => {
    const order = index.orders.of(sort);
    const found: number[] = [];
    let seen = 0;
    for (let at = 0; at < order.count && seen < to; at += 1) {
      const row = order.at(at);
      if (!bits.has(row) || table.isBuyable(row) !== isFirst) continue;
      if (seen >= from) found.push(row);
      seen += 1;
    }
    return found;
  };
  return inParts([
    { count: first, rows: walk(true) },
    { count: chosen.length - first, rows: walk(false) },
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
