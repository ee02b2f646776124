import { and, eq, inArray, sql, type SQL } from "drizzle-orm";
import type { CategoryLink } from "#app/features/products/queries.server.ts";
import { PRODUCTS_PER_PAGE } from "#app/features/products/rules.ts";
import type { Tx } from "#db/client.server.ts";
import { products } from "#db/schema/catalog.ts";
import { hasFacets, isPriceRangeInverted, type ListingState } from "../rules/listing-links.ts";
import { broadSelection } from "./broad-search.server.ts";
import type { Scope } from "./filters.server.ts";
import { READ_CAP, SAMPLE, type SearchRequest } from "./find-matches.server.ts";
import type { FoundListing, Reading, Shelf } from "./listing-engine.server.ts";
import { distributorNames } from "./product-index/distributor-rows.server.ts";
import type { ProductIndex } from "./product-index/product-index.server.ts";
import { searchWords } from "./search-text.server.ts";
import { searchProducts, type SearchResult } from "./search.server.ts";
import { cachedCards, ranksOf, selectCards, type CardSelection } from "./select-cards.server.ts";
import { correctWords } from "./spelling.server.ts";
import { shelfFor } from "./synonyms.server.ts";
import type { Tallies } from "./tally.server.ts";

/** The cards of a listing: those of its page, their number, and the counts of its facets by the codes of the index. */
export type FoundCards = Pick<FoundListing, keyof Reading | "ids" | "alone" | "total" | "isSearch" | "shelf"> & {
  tallies: Tallies;
  /** More products match than are counted: `tallies` are lower bounds. */
  isCapped: boolean;
  /** What the text finds as it is. */
  typed: SearchResult["typed"];
};

/**
 * How much is read: `cards` of a page, and `sample` matches of a broad search, whose counts are the lower bounds of these.
 */
type Extent = { cards: number; sample: number };

const PAGE: Extent = { cards: PRODUCTS_PER_PAGE, sample: SAMPLE };
const NOT_SEARCHED = { corrected: null, asTyped: true, partial: false, mentioned: false, typed: [] };

/**
 * The one way from a listing's state to its cards: searches the text, filters, groups, sorts and counts in `index`.
 * `subs` are the sub-categories that can be chosen. A reversed price range finds nothing.
 */
export async function findCards(
  db: Tx,
  index: ProductIndex,
  scope: Scope,
  state: ListingState,
  subs: readonly CategoryLink[],
  { cards, sample }: Extent = PAGE,
): Promise<FoundCards> {
  const found =
    state.search === "" || isPriceRangeInverted(state)
      ? null
      : await searchProducts(db, requestOf(index, state, scope, sample));
  if (found) await index.whole();
  const chosen = await choose(db, index, scope, state, subs, found, cards);
  const { corrected, asTyped, partial, mentioned, typed } = found ?? NOT_SEARCHED;
  const isMissing = found !== null && found.matches.length === 0;
  return {
    ...chosen,
    corrected,
    asTyped,
    partial,
    mentioned,
    typed,
    isSearch: found !== null,
    isCapped: found !== null && (found.broad !== null || found.capped),
    ...(isMissing ? { shelf: await nearestShelf(db, state.search) } : {}),
  };
}

function requestOf(index: ProductIndex, state: ListingState, scope: Scope, sample: number): SearchRequest {
  const { category, distributor } = scope;
  const parts: (SQL | undefined)[] = [
    category
      ? eq(category.parent_id === null ? products.top_category_id : products.category_id, category.id)
      : undefined,
    distributor ? inArray(products.distributor, distributorNames(index, distributor)) : undefined,
  ];
  const isNarrowed = hasFacets(state) || state.minPrice !== null || state.maxPrice !== null;
  const filter = and(...parts) ?? sql`true`;
  const { rows } = index.table;
  return { text: state.search, exact: state.exact, filter, products: rows, sample: isNarrowed ? READ_CAP : sample };
}

async function choose(
  db: Tx,
  index: ProductIndex,
  scope: Scope,
  state: ListingState,
  subs: readonly CategoryLink[],
  found: SearchResult | null,
  cards: number,
): Promise<Pick<FoundCards, "total" | "tallies" | "ids" | "alone">> {
  const offset = (state.page - 1) * cards;
  const exactly = (selection: CardSelection, capped = false) => ({
    ...selection,
    total: { count: selection.count, capped },
    page: selection.rows(offset, offset + cards),
  });
  const { total, tallies, page, isAlone } = found?.broad
    ? await broadSelection(db, index, { scope, state, subs, found, broad: found.broad, size: cards })
    : found
      ? exactly(selectCards(index, scope, state, subs, ranksOf(index, found.matches)), found.capped)
      : exactly(cachedCards(index, scope, state, subs));
  // Rows are those of now, so they are resolved before anything else is awaited.
  const idsOf = (rows: readonly number[]) => rows.map((row) => index.table.ids.idOf(row));
  return { total, tallies, ids: idsOf(page), alone: new Set(idsOf(page.filter(isAlone))) };
}

/** Also of a misspelt search. */
async function nearestShelf(db: Tx, text: string): Promise<Shelf | null> {
  const words = searchWords(text);
  const corrected = await correctWords(db, words, async () => false);
  return (await shelfFor(db, words)) ?? (corrected && (await shelfFor(db, corrected)));
}
