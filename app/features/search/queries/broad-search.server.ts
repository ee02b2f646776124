import { sql } from "drizzle-orm";
import type { CategoryLink } from "#app/features/products/queries.server.ts";
import { COUNT_CAP, PRODUCTS_PER_PAGE, type Total } from "#app/features/products/rules.ts";
import type { Tx } from "#db/client.server.ts";
import type { ListingState } from "../rules/listing-links.ts";
import type { Scope } from "./filters.server.ts";
import { Bits } from "./product-index/bits.server.ts";
import type { ProductIndex } from "./product-index/product-index.server.ts";
import { idBytes } from "./product-index/row-ids.server.ts";
import type { TextQuery } from "./search-text.server.ts";
import {
  ALL_IDS,
  IN_NAME,
  TIER,
  rankOf,
  WHOLE,
  type BroadQuery,
  type Matches,
  type SearchResult,
} from "./search.server.ts";
import { matchingRows, ranksOf, selectCards, type CardSelection } from "./select-cards.server.ts";

type BroadSearch = {
  scope: Scope;
  state: ListingState;
  subs: readonly CategoryLink[];
  found: SearchResult;
  broad: BroadQuery;
};

/** Up to this number of products, each is tested against the search. */
const EACH = 3_000;
const FIRST_PART = 100;
const LARGEST_PART = 1_600;
/** Below this share of matching names a scan in listing order would read most products. */
const RARE = 0.01;

/**
 * A page of a search with more matches than are read; a scan in listing order soon fills it. Counts cover only the
 * products read and are lower bounds. With filters that leave few products the page is exact.
 */
export async function broadSelection(
  db: Tx,
  index: ProductIndex,
  { scope, state, subs, found, broad }: BroadSearch,
): Promise<Pick<CardSelection, "tallies" | "isAlone"> & { total: Total; page: number[] }> {
  const { ids: idsOfRows } = index.table;
  const candidates = matchingRows(index, scope, state, subs);
  const offset = (state.page - 1) * PRODUCTS_PER_PAGE;
  const matcher = new Matcher(db, broad.query);
  if (candidates.length <= EACH) {
    const known = ranksOf(index, found.matches);
    const unread = candidates.filter((row) => !known.has(row));
    const answers = await matcher.ask(Array.from(unread, (row) => idsOfRows.idOf(row)));
    // Rows may have changed since.
    const selection = selectCards(index, scope, state, subs, ranksOf(index, [...found.matches, ...matchesOf(answers)]));
    const total = { count: selection.count, capped: false };
    return { ...selection, total, page: selection.rows(offset, offset + PRODUCTS_PER_PAGE) };
  }
  const selection = selectCards(index, scope, state, subs, ranksOf(index, found.matches));
  const end = Math.min(offset + PRODUCTS_PER_PAGE, COUNT_CAP);
  // One more card tells that there is a next page.
  const enough = end + 1;
  const sort = state.sort ?? "newest";
  // In the order of now: an edit may come while the database is asked.
  const isWanted = membership(index, candidates);
  const parts = index.inOrder(sort, isWanted);
  const levels = state.sort === null ? await levelsOf(db, broad) : [];
  const cards: Cards = new Map();
  for (const [place, part] of parts.entries()) {
    if (cards.size >= enough) break;
    const walked = new Walk(index, part);
    for (const { rank, ids } of levels) {
      if (!ids) await walk(matcher, walked, rank, cards, enough);
      else {
        const rows = index.table.ids.rowsOf(ids).filter((row) => row >= 0 && isWanted(row));
        const inPart = rows.filter((row) => index.table.isBuyable(row) === (place === 0));
        for (const row of inPart.sort(index.orders.compare(sort))) addCard(cards, walkedOf(index, row));
      }
    }
    await walk(matcher, walked, 0, cards, enough);
  }
  const page = [...cards.values()].slice(offset, end).map(({ id }) => idsOfRows.rowOf(id));
  return {
    ...selection,
    total: { count: Math.min(COUNT_CAP, Math.max(selection.count, cards.size)), capped: true },
    page: page.filter((row) => row >= 0),
  };
}

/** Whether a row is one of `rows`, which are distinct. */
function membership({ table }: ProductIndex, rows: Int32Array): (row: number) => boolean {
  if (rows.length === table.size) return () => true;
  const bits = new Bits(table.rows);
  for (let at = 0; at < rows.length; at += 1) bits.add(rows[at] ?? 0);
  return (row) => bits.has(row);
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

/** Reads products of `rows` as far as asked for, and the same ones again. */
class Walk {
  readonly #index: ProductIndex;
  readonly #rows: Iterator<number>;
  readonly #read: Walked[] = [];

  constructor(index: ProductIndex, rows: Iterable<number>) {
    this.#index = index;
    this.#rows = rows[Symbol.iterator]();
  }

  /** Products from place `from` to before `to`. */
  products(from: number, to: number): Walked[] {
    while (this.#read.length < to) {
      const next = this.#rows.next();
      if (next.done) break;
      this.#read.push(walkedOf(this.#index, next.value));
    }
    return this.#read.slice(from, to);
  }
}

/** Adds cards of products that match with `rank` or a higher one to `cards` until there are `end`. */
async function walk(matcher: Matcher, walked: Walk, rank: number, cards: Cards, end: number): Promise<void> {
  let size = FIRST_PART;
  for (let at = 0; cards.size < end; at += size, size = Math.min(LARGEST_PART, size * 2)) {
    const part = walked.products(at, at + size);
    if (part.length === 0) return;
    const answers = await matcher.ask(part.map(({ id }) => id));
    for (const product of part) {
      if ((answers.get(product.id) ?? NONE) >= rank) addCard(cards, product);
    }
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
