import { and, eq, inArray, sql, type SQL } from "drizzle-orm";
import type { RouterContextProvider } from "react-router";
import type { CategoryLink, Flag, TileProduct } from "#app/features/products/queries.server.ts";
import { PRODUCTS_PER_PAGE, pageCount, type Total } from "#app/features/products/rules.ts";
import { cacheTagsContext, shopContext } from "#app/platform/context.server.ts";
import type { Tx } from "#db/client.server.ts";
import { products } from "#db/schema/catalog.ts";
import { EMPTY_LISTING, isPriceRangeInverted, type ListingState } from "../rules/listing-links.ts";
import { readPage } from "../schema.ts";
import { broadSelection } from "./broad-search.server.ts";
import { categoryChoices, type CategoryChoice } from "./category-choices.server.ts";
import { distributorNames } from "./distributor.server.ts";
import { dropUnknown, facetsOf, type ListingFacets } from "./facets.server.ts";
import type { IndexedProduct } from "./product-columns.server.ts";
import { productIndex, type ProductIndex } from "./product-index.server.ts";
import { searchWords } from "./search-text.server.ts";
import { searchProducts, type SearchResult } from "./search.server.ts";
import { ranksOf, cachedCards, selectCards, type Scope, type CardSelection } from "./select-cards.server.ts";
import { correctWords } from "./spelling.server.ts";
import { shelfFor } from "./synonyms.server.ts";
import { cardVariantIds, tilesByIds } from "./tiles.server.ts";

/**
 * One page of a listing. `beyond`: the requested page is after the last one. `corrected`: the text searched instead of
 * the input; `asTyped`: the input has results too. `partial`: results contain only some of the words; `mentioned`: only
 * descriptions contain them.
 */
export type Listing = {
  products: TileProduct[];
  total: Total;
  page: number;
  pages: number;
  beyond: boolean;
  corrected: string | null;
  asTyped: boolean;
  partial: boolean;
  mentioned: boolean;
  /** The nearest category of a search that finds nothing. */
  shelf?: { name: string; slug: string } | null;
};

/** Data of a listing page: `state` is the valid part of the request, `notices` describe the rest. */
export type ListingPage = {
  listing: Listing;
  facets: ListingFacets;
  choices: CategoryChoice[];
  /** Number of cards in all categories; null when only one was searched. */
  all: number | null;
  state: ListingState;
  notices: string[];
};

/** The category to offer for a search that finds nothing, also when it is misspelt. */
async function nearestShelf(db: Tx, text: string): Promise<Listing["shelf"]> {
  const words = searchWords(text);
  const corrected = await correctWords(db, words, async () => false);
  return (await shelfFor(db, words)) ?? (corrected && (await shelfFor(db, corrected)));
}

type Chosen = CardSelection & { total: Total; page: IndexedProduct[] };

const NO_CATEGORIES: readonly CategoryLink[] = [];
const NOT_SEARCHED = { corrected: null, asTyped: true, partial: false, mentioned: false };

/**
 * One page of all products, of a category or of a distributor (by slug), with filters. The category is the parameter
 * from `tree`; `state.category` is ignored.
 */
export async function listingPage(
  db: Tx,
  requested: ListingState,
  category: CategoryLink | null,
  tree: readonly CategoryLink[],
  distributor: string | null = null,
): Promise<ListingPage> {
  const index = await productIndex(db);
  const scope = { category, distributor };
  const subs = subsOf(tree, category);
  const { state, notices } = dropUnknown(index, requested, subs);
  const found =
    state.search === "" || isPriceRangeInverted(state)
      ? null
      : await searchProducts(db, await requestOf(db, index, state, scope));
  const chosen = await choose(db, index, scope, state, subs, found);
  const capped = found !== null && (found.broad !== null || found.capped);
  const { tallies } = chosen;
  const countOf = (id: string) => tallies.category[index.categories.of(id)] ?? 0;
  const all = capped || (found && category) ? null : tallies.all;
  const listing = await pageOf(db, state.page, chosen, found ?? NOT_SEARCHED);
  const isMissing = found !== null && found.matches.length === 0;
  return {
    listing: isMissing ? { ...listing, shelf: await nearestShelf(db, state.search) } : listing,
    facets: facetsOf(index, scope, state, subs, tallies, capped),
    choices: categoryChoices(tree, countOf, category).filter(
      ({ count, current }) => (distributor === null && (found === null || all === null)) || count > 0 || current,
    ),
    all,
    state,
    notices,
  };
}

/** The number of cards that a listing of all products has. */
export async function catalogueSize(db: Tx): Promise<number> {
  return cachedCards(await productIndex(db), {}, EMPTY_LISTING).rows.length;
}

/** One page of featured products, best sellers or new arrivals, newest first. */
export async function listFlagged(db: Tx, flag: Flag, page: number): Promise<Listing> {
  const index = await productIndex(db);
  const chosen = await choose(db, index, { flag }, { ...EMPTY_LISTING, page }, NO_CATEGORIES, null);
  return await pageOf(db, page, chosen, NOT_SEARCHED);
}

/** One page of a flag's listing for its address. */
export async function flagPage(db: Tx, flag: Flag, params: URLSearchParams) {
  const { state, notices } = readPage(params);
  const listing = await listFlagged(db, flag, state.page);
  return { listing, notices, state: { ...EMPTY_LISTING, page: state.page } };
}

/**
 * Tags the page with all products that these cards depend on: a change of one variant can select another for the card.
 */
export async function tagShown(
  context: Readonly<RouterContextProvider>,
  shown: readonly { id: string }[],
): Promise<void> {
  const index = await productIndex(context.get(shopContext).db);
  const { products: tagged } = context.get(cacheTagsContext);
  const ids = shown.map(({ id }) => id);
  for (const id of cardVariantIds(index, ids)) tagged.add(id);
}

/** Sub-categories available as filter in a listing of `category`; all without a category. */
function subsOf(tree: readonly CategoryLink[], category: CategoryLink | null): CategoryLink[] {
  return tree.filter(({ parent_id }) => (category ? parent_id === category.id : parent_id !== null));
}

async function requestOf(db: Tx, index: ProductIndex, state: ListingState, scope: Scope) {
  const { category, distributor } = scope;
  const parts: (SQL | undefined)[] = [
    category
      ? eq(category.parent_id === null ? products.top_category_id : products.category_id, category.id)
      : undefined,
    distributor ? inArray(products.distributor, await distributorNames(db, index, distributor)) : undefined,
  ];
  return { text: state.search, exact: state.exact, filter: and(...parts) ?? sql`true` };
}

async function choose(
  db: Tx,
  index: ProductIndex,
  scope: Scope,
  state: ListingState,
  subs: readonly CategoryLink[],
  found: SearchResult | null,
): Promise<Chosen> {
  const offset = (state.page - 1) * PRODUCTS_PER_PAGE;
  const exactly = (selection: CardSelection, capped = false) => ({
    ...selection,
    total: { count: selection.rows.length, capped },
    page: index.productsAt(selection.rows.slice(offset, offset + PRODUCTS_PER_PAGE)),
  });
  if (found?.broad) return await broadSelection(db, index, { scope, state, subs, found, broad: found.broad });
  if (found) return exactly(selectCards(index, scope, state, subs, ranksOf(index, found.matches)), found.capped);
  return exactly(cachedCards(index, scope, state, subs));
}

async function pageOf(
  db: Tx,
  page: number,
  { total, page: shown, alone }: Chosen,
  { corrected, asTyped, partial, mentioned }: Pick<Listing, "corrected" | "asTyped" | "partial" | "mentioned">,
): Promise<Listing> {
  const pages = pageCount(total.count);
  const ids = (list: readonly IndexedProduct[]) => list.map(({ id }) => id);
  const tiles = await tilesByIds(db, ids(shown), new Set(ids(shown.filter(({ row }) => alone[row] === 1))));
  return { products: tiles, total, page, pages, beyond: page > pages, corrected, asTyped, partial, mentioned };
}
