import { sql } from "drizzle-orm";
import type { CategoryLink } from "#app/features/products/queries.server.ts";
import { COUNT_CAP, PRODUCTS_PER_PAGE, type Total } from "#app/features/products/rules.ts";
import type { Tx } from "#db/client.server.ts";
import type { ListingState } from "../rules/listing-links.ts";
import { idBytes, type IndexedProduct } from "./product-columns.server.ts";
import type { ProductIndex } from "./product-index.server.ts";
import type { TextQuery } from "./search-text.server.ts";
import { IN_NAME, TIER, tierOf, WHOLE, type BroadQuery, type Matches, type SearchResult } from "./search.server.ts";
import { isMatch, ranksOf, selectCards, type Scope, type CardSelection } from "./select-cards.server.ts";

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
): Promise<CardSelection & { total: Total; page: IndexedProduct[] }> {
  const isCandidate = isMatch(index, scope, state, subs);
  const candidates = index.firstRows(isCandidate, EACH + 1);
  const offset = (state.page - 1) * PRODUCTS_PER_PAGE;
  const matcher = new Matcher(db, broad.query);
  if (candidates.length <= EACH) {
    const known = ranksOf(index, found.matches);
    const unread = candidates.filter((row) => (known[row] ?? -1) < 0);
    const answers = await matcher.ask(index.productsAt(unread));
    // Rows may have changed since.
    const selection = selectCards(index, scope, state, subs, ranksOf(index, [...found.matches, ...matchesOf(answers)]));
    const total = { count: selection.rows.length, capped: false };
    return { ...selection, total, page: index.productsAt(selection.rows.slice(offset, offset + PRODUCTS_PER_PAGE)) };
  }
  const selection = selectCards(index, scope, state, subs, ranksOf(index, found.matches), false);
  const end = Math.min(offset + PRODUCTS_PER_PAGE, COUNT_CAP);
  // Of the rows that the candidates are of: an edit may come while the database is asked.
  const parts = index.inOrder(state.sort ?? "newest", isCandidate);
  const tiers = state.sort === null ? await tiersOf(db, broad) : [];
  const cards: Cards = new Map();
  for (const part of parts) {
    const productsAt = readAgain(part);
    for (const { tier, ids } of tiers) {
      if (ids) for (const product of productsAt(0, Infinity)) if (ids.has(product.id)) addCard(cards, product);
      if (!ids) await walk(matcher, productsAt, tier, cards, end);
    }
    await walk(matcher, productsAt, 0, cards, end);
  }
  const page = [...cards.values()].slice(offset, end);
  return {
    ...selection,
    total: { count: Math.min(COUNT_CAP, Math.max(selection.rows.length, cards.size)), capped: true },
    page,
  };
}

/** Tiers that come before the rest: complete words in the name, then a prefix there; `ids` of those that are rare. */
async function tiersOf(db: Tx, { query, wholeShare, namedShare }: BroadQuery) {
  const named = [
    { tier: WHOLE, share: wholeShare, text: query.whole },
    { tier: IN_NAME, share: namedShare, text: query.name },
  ];
  const rareIds = async (share: number, text: string) => (share < RARE ? new Set(await idsMatching(db, text)) : null);
  return await Promise.all(named.map(async ({ tier, share, text }) => ({ tier, ids: await rareIds(share, text) })));
}

/** Ids of products that match the tsquery, if there are few. */
async function idsMatching(db: Tx, query: string): Promise<string[]> {
  const { rows } = await db.execute<{ id: string }>(
    sql`select id from products where search @@ ${query}::tsquery limit ${COUNT_CAP}`,
  );
  return rows.map(({ id }) => id);
}

/**
 * The tiers of those of `ids` that match a broad search. Tested row by row, because the index has too many other
 * matches.
 */
async function matchBroadSearch(db: Tx, ids: readonly string[], query: TextQuery): Promise<Map<string, number>> {
  if (ids.length === 0) return new Map();
  const { rows } = await db.execute<{ id: string; tier: number }>(sql`
    select id, ${tierOf(query)} as tier from (
      select id, search from products where id = any(${`{${ids.join()}}`}::uuid[]) offset 0
    ) asked where search @@ ${query.anywhere}::tsquery`);
  return new Map(rows.map(({ id, tier }) => [id, tier]));
}

function matchesOf(answers: ReadonlyMap<IndexedProduct, number>): Matches {
  return [...answers].flatMap(([{ id }, tier]) => (tier < 0 ? [] : [{ ids: idBytes([id]), rank: tier * TIER }]));
}

/** Reads a part of `products` as far as asked for, and the same part again. */
function readAgain(products: Iterator<IndexedProduct>): (from: number, to: number) => IndexedProduct[] {
  const read: IndexedProduct[] = [];
  return (from, to) => {
    while (read.length < to) {
      const next = products.next();
      if (next.done) break;
      read.push(next.value);
    }
    return read.slice(from, to);
  };
}

/** Adds cards of products that match in `tier` or a higher one to `cards` until there are `end`. */
async function walk(
  matcher: Matcher,
  productsAt: (from: number, to: number) => IndexedProduct[],
  tier: number,
  cards: Cards,
  end: number,
): Promise<void> {
  let size = FIRST_PART;
  for (let at = 0; cards.size < end; at += size, size = Math.min(LARGEST_PART, size * 2)) {
    const part = productsAt(at, at + size);
    if (part.length === 0) return;
    const answers = await matcher.ask(part);
    for (const product of part) {
      if ((answers.get(product) ?? NONE) >= tier) addCard(cards, product);
    }
  }
}

function addCard(cards: Cards, product: IndexedProduct): void {
  const key = product.group || product.id;
  if (!cards.has(key)) cards.set(key, product);
}

/** The product of each card, by group or product: an edit makes a new card. */
type Cards = Map<string, IndexedProduct>;

const NONE = -1;

/** Tests products against a search in the database, each at most once; the answer is a tier or NONE. */
class Matcher {
  readonly #db: Tx;
  readonly #query: TextQuery;
  readonly #known = new Map<IndexedProduct, number>();

  constructor(db: Tx, query: TextQuery) {
    this.#db = db;
    this.#query = query;
  }

  async ask(products: readonly IndexedProduct[]): Promise<ReadonlyMap<IndexedProduct, number>> {
    const unknown = products.filter((product) => !this.#known.has(product));
    const tiers = await matchBroadSearch(
      this.#db,
      unknown.map(({ id }) => id),
      this.#query,
    );
    for (const product of unknown) this.#known.set(product, tiers.get(product.id) ?? NONE);
    return this.#known;
  }
}
