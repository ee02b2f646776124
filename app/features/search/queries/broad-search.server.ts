import { setImmediate as nextTurn } from "node:timers/promises";
import { sql } from "drizzle-orm";
import type { CategoryLink } from "#app/features/products/queries.server.ts";
import { COUNT_CAP, type Total } from "#app/features/products/rules.ts";
import type { Tx } from "#db/client.server.ts";
import type { ListingState } from "../rules/listing-links.ts";
import { filtersOf, passesAll, rowsPassing, type Filter, type Scope, type Test } from "./filters.server.ts";
import {
  ALL_IDS,
  IN_NAME,
  TIER,
  isInName,
  rankOf,
  WHOLE,
  type BroadQuery,
  type Matches,
} from "./find-matches.server.ts";
import type { ProductIndex } from "./product-index/product-index.server.ts";
import { idBytes } from "./product-index/row-ids.server.ts";
import type { Order } from "./product-index/sort-orders.server.ts";
import { nameBeginnings, type TextQuery } from "./search-text.server.ts";
import type { SearchResult } from "./search.server.ts";
import { ranksOf, selectCards, type CardSelection, type Ranks } from "./select-cards.server.ts";

type BroadSearch = {
  scope: Scope;
  state: ListingState;
  subs: readonly CategoryLink[];
  found: SearchResult;
  broad: BroadQuery;
  /** Cards of a page. */
  size: number;
};

/** Up to this number of products, each is tested against the search. */
const EACH = 3_000;
const FIRST_PART = 100;
const LARGEST_PART = 1_600;
/** Cards of likely names that are asked of beyond those wanted, since some do not match. */
const MORE_CARDS = 4;
/** Rows whose names are read without a pause. */
const AT_ONCE = 5_000;
/** Known matches that tell whether names do. */
const TELLING = 200;
/** Names tell the products of a search if this share of its known matches has the words there, not in the unit. */
const TOLD_BY_NAME = 0.9;
/** Below this share of matching names a scan in listing order would read most products. */
const RARE = 0.01;

/**
 * A page of a search with more matches than are read; a scan in listing order soon fills it. Counts cover only the
 * products read and are lower bounds. With filters that leave few products the page is exact.
 */
export async function broadSelection(
  db: Tx,
  index: ProductIndex,
  { scope, state, subs, found, broad, size }: BroadSearch,
): Promise<Pick<CardSelection, "tallies" | "isAlone"> & { total: Total; page: number[] }> {
  const { ids: idsOfRows } = index.table;
  const filters = filtersOf(index, scope, state, subs);
  const offset = (state.page - 1) * size;
  const matcher = new Matcher(db, broad.query);
  const candidates = filters.length === 0 ? null : rowsPassing(index, filters, null);
  if (candidates && candidates.length <= EACH) {
    const known = ranksOf(index, found.matches);
    const unread = candidates.filter((row) => !known.has(row));
    const answers = await matcher.ask(Array.from(unread, (row) => idsOfRows.idOf(row)));
    // Rows may have changed since.
    await index.whole();
    const selection = selectCards(index, scope, state, subs, ranksOf(index, [...found.matches, ...matchesOf(answers)]));
    const total = { count: selection.count, capped: false };
    return { ...selection, total, page: selection.rows(offset, offset + size) };
  }
  const ranks = ranksOf(index, found.matches);
  const selection = selectCards(index, scope, state, subs, ranks);
  const end = Math.min(offset + size, COUNT_CAP);
  const sort = state.sort ?? "newest";
  const wanted: Wanted = {
    index,
    filters,
    // In the order of now: an edit may come while the database is asked.
    order: index.orders.lend(sort),
    // One more card tells that there is a next page.
    enough: end + 1,
    cards: new Map(),
  };
  const { cards } = wanted;
  const levels = state.sort === null ? await levelsOf(db, broad) : [];
  for (const isFirst of [true, false]) {
    for (const { rank, ids } of [...levels, { rank: 0, ids: null }]) {
      if (cards.size >= wanted.enough) break;
      if (!ids) await walk(matcher, wanted, isFirst, rank, likelyNames(index, broad.query, ranks, rank));
      else {
        const passes = passesAll(filters);
        const rows = index.table.ids.rowsOf(ids).filter((row) => row >= 0 && passes(row));
        const inPart = rows.filter((row) => index.table.isBuyable(row) === isFirst);
        for (const row of inPart.sort(index.orders.compare(sort))) addCard(cards, walkedOf(index, row));
      }
    }
  }
  const page = [...cards.values()].slice(offset, end).map(({ id }) => idsOfRows.rowOf(id));
  return {
    ...selection,
    total: { count: Math.min(COUNT_CAP, Math.max(selection.count, cards.size)), capped: true },
    page: page.filter((row) => row >= 0),
  };
}

/**
 * Least ranks that come before the rest: that of a large part, complete words in the name, then a prefix there; `ids` of
 * those that are rare.
 */
async function levelsOf(db: Tx, { query, wholeShare, namedShare, usual }: BroadQuery) {
  const named = [
    { rank: WHOLE * TIER, share: wholeShare, text: query.whole },
    { rank: IN_NAME * TIER, share: namedShare, text: query.name },
  ];
  const rareIds = async (share: number, text: string) => (share < RARE ? await idsMatching(db, text) : null);
  const levels = await Promise.all(
    named.map(async ({ rank, share, text }) => ({ rank, ids: await rareIds(share, text) })),
  );
  return [{ rank: usual, ids: null }, ...levels].toSorted((a, b) => b.rank - a.rank);
}

/** Ids of products that match the tsquery, if there are few, in the format of `idBytes`. */
async function idsMatching(db: Tx, query: string): Promise<Uint8Array> {
  const { rows } = await db.execute<{ ids: Uint8Array | null }>(
    sql`select ${ALL_IDS} as ids from (select id from products where search @@ ${query}::tsquery limit ${COUNT_CAP}) found`,
  );
  return rows[0]?.ids ?? idBytes([]);
}

/**
 * The ranks of those of `ids` that match a broad search. Tested row by row, because the index has too many other
 * matches.
 */
async function matchBroadSearch(db: Tx, ids: readonly string[], query: TextQuery): Promise<Map<string, number>> {
  if (ids.length === 0) return new Map();
  const { rows } = await db.execute<{ id: string; rank: number }>(sql`
    select id, ${rankOf(query)} as rank from (
      select id, search, sort_name, brand from products where id = any(${`{${ids.join()}}`}::uuid[]) offset 0
    ) asked where search @@ ${query.anywhere}::tsquery`);
  return new Map(rows.map(({ id, rank }) => [id, rank]));
}

function matchesOf(answers: ReadonlyMap<string, number>): Matches {
  return [...answers].flatMap(([id, rank]) => (rank < 0 ? [] : [{ ids: idBytes([id]), rank }]));
}

/** A product that a search walks by; `card` is its own or that of its group. */
type Walked = { id: string; card: string | number };

function walkedOf({ table: { ids, columns } }: ProductIndex, row: number): Walked {
  const [id, group] = [ids.idOf(row), columns.group[row] ?? -1];
  return { id, card: group < 0 ? id : group };
}

/** What a walk looks for: cards of products that pass `filters`, until there are `enough`. */
type Wanted = { index: ProductIndex; filters: readonly Filter[]; order: Order; enough: number; cards: Cards };

/**
 * A test of the names of rows which products that match with at least `rank` pass, but for a few: those are found by a
 * lower rank. Null where names do not tell.
 */
function likelyNames({ table }: ProductIndex, query: TextQuery, ranks: Ranks, rank: number): Test | null {
  if (!isInName(rank)) return null;
  const beginnings = nameBeginnings(rank < WHOLE * TIER ? query.name : query.whole);
  if (beginnings.length === 0) return null;
  const test = (row: number) => table.names.hasWords(row, beginnings);
  const matches = [...ranks].flatMap(([row, of]) => (of >= rank ? [row] : []));
  const step = Math.ceil(matches.length / TELLING);
  const known = matches.filter((_, at) => at % step === 0);
  return known.filter(test).length < known.length * TOLD_BY_NAME ? null : test;
}

/**
 * Adds the cards of products that match with `rank` or a higher one and pass `isLikely`, if given, until there are enough; of
 * available ones if `isFirst`, else of the others.
 */
async function walk(
  matcher: Matcher,
  { index, filters, order, enough, cards }: Wanted,
  isFirst: boolean,
  rank: number,
  isLikely: Test | null,
): Promise<void> {
  const { table } = index;
  let size = isLikely ? LARGEST_PART : FIRST_PART;
  let most = enough - cards.size + MORE_CARDS;
  for (let at = 0; at < order.count && cards.size < enough;) {
    const passes = passesAll(filters);
    const part: Walked[] = [];
    const asked = new Set<string | number>();
    const isFull = () => part.length === size || (isLikely && asked.size >= most);
    for (const end = Math.min(order.count, at + AT_ONCE); at < end && !isFull(); at += 1) {
      const row = order.at(at);
      if (table.isBuyable(row) !== isFirst || !passes(row) || (isLikely && !isLikely(row))) continue;
      const product = walkedOf(index, row);
      part.push(product);
      if (!cards.has(product.card)) asked.add(product.card);
    }
    const answers = await matcher.ask(part.map(({ id }) => id));
    for (const product of part) if ((answers.get(product.id) ?? NONE) >= rank) addCard(cards, product);
    if (isFull()) [size, most] = [Math.min(LARGEST_PART, size * 2), most * 2];
    else await nextTurn();
  }
}

function addCard(cards: Cards, product: Walked): void {
  if (!cards.has(product.card)) cards.set(product.card, product);
}

/** The product of each card. */
type Cards = Map<string | number, Walked>;

const NONE = -1;

/** Tests products by id against a search in the database, each at most once; the answer is a rank or NONE. */
class Matcher {
  readonly #db: Tx;
  readonly #query: TextQuery;
  readonly #known = new Map<string, number>();

  constructor(db: Tx, query: TextQuery) {
    this.#db = db;
    this.#query = query;
  }

  async ask(ids: readonly string[]): Promise<ReadonlyMap<string, number>> {
    const unknown = ids.filter((id) => !this.#known.has(id));
    const ranks = await matchBroadSearch(this.#db, unknown, this.#query);
    for (const id of unknown) this.#known.set(id, ranks.get(id) ?? NONE);
    return this.#known;
  }
}
