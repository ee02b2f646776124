import type { CategoryLink } from "#app/features/products/queries.server.ts";
import { COUNT_CAP, PRODUCTS_PER_PAGE, type Total } from "#app/features/products/rules.ts";
import type { Tx } from "#db/client.server.ts";
import type { ListingState } from "../rules/listing-links.ts";
import { idBytes, type Card, type IndexedProduct } from "./product-columns.server.ts";
import type { ProductIndex } from "./product-index.server.ts";
import type { TextQuery } from "./search-text.server.ts";
import { idsByName, matchBroadSearch, type Matches, type SearchResult } from "./search.server.ts";
import { isMatch, ranksOf, selectCards, type Scope, type CardSelection } from "./select-cards.server.ts";

type BroadSearch = {
  scope: Scope;
  state: ListingState;
  subs: readonly CategoryLink[];
  found: SearchResult;
  broad: { query: TextQuery; namedShare: number };
};

/** Up to this number of products, each is tested against the search. */
const EACH = 3_000;
const FIRST_PART = 100;
const LARGEST_PART = 1_600;
/** Below this share of matching names a scan in listing order would read most products. */
const RARE = 0.01;
/** Ranks of a match in the name and of any other match. */
const NAMED = 2_000;
const MENTIONED = 1;

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
  const byRank = state.sort === null;
  const isRare = broad.namedShare < RARE;
  const named = byRank && isRare ? new Set(await idsByName(db, broad.query)) : null;
  const cards = new Map<Card, IndexedProduct>();
  for (const part of index.inOrder(state.sort ?? "newest", isCandidate)) {
    const productsAt = readTwice(part);
    if (named) for (const product of productsAt(0, Infinity)) if (named.has(product.id)) addCard(cards, product);
    if (byRank && !isRare) await walk(matcher, productsAt, NAMED, cards, end);
    await walk(matcher, productsAt, null, cards, end);
  }
  const page = [...cards.values()].slice(offset, end);
  return {
    ...selection,
    total: { count: Math.min(COUNT_CAP, Math.max(selection.rows.length, cards.size)), capped: true },
    page,
  };
}

function matchesOf(answers: ReadonlyMap<IndexedProduct, number>): Matches {
  return [...answers].flatMap(([{ id }, rank]) => (rank > 0 ? [{ ids: idBytes([id]), rank }] : []));
}

/** Reads a part of `products` as far as asked for, and the same part again. */
function readTwice(products: Iterator<IndexedProduct>): (from: number, to: number) => IndexedProduct[] {
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

/** Adds cards of matching products to `cards` until there are `end`; `how` is the kind of match, null for any. */
async function walk(
  matcher: Matcher,
  productsAt: (from: number, to: number) => IndexedProduct[],
  how: number | null,
  cards: Map<Card, IndexedProduct>,
  end: number,
): Promise<void> {
  let size = FIRST_PART;
  for (let at = 0; cards.size < end; at += size, size = Math.min(LARGEST_PART, size * 2)) {
    const part = productsAt(at, at + size);
    if (part.length === 0) return;
    const answers = await matcher.ask(part);
    for (const product of part) {
      const answer = answers.get(product) ?? 0;
      if (answer > 0 && (how === null || answer === how)) addCard(cards, product);
    }
  }
}

function addCard(cards: Map<Card, IndexedProduct>, product: IndexedProduct): void {
  if (!cards.has(product.card)) cards.set(product.card, product);
}

/** Tests products against a search in the database, each at most once. */
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
    const named = await matchBroadSearch(
      this.#db,
      unknown.map(({ id }) => id),
      this.#query,
    );
    for (const product of unknown) {
      const isNamed = named.get(product.id);
      this.#known.set(product, isNamed === undefined ? 0 : isNamed ? NAMED : MENTIONED);
    }
    return this.#known;
  }
}
