import type { RouterContextProvider } from "react-router";
import type { CategoryLink, Flag } from "#app/features/products/queries.server.ts";
import { pageCount } from "#app/features/products/rules.ts";
import { PLAIN_TILE, type ListedTile } from "#app/features/products/rules/listed-tile.ts";
import { changedFrom } from "#app/lib/changed.ts";
import { cacheTagsContext, shopContext } from "#app/platform/context.server.ts";
import type { Tx } from "#db/client.server.ts";
import { EMPTY_LISTING, VALUE_FACETS, type ListingState } from "../rules/listing-links.ts";
import { readPage, unknownValue } from "../schema.ts";
import { categoryChoices, type CategoryChoice } from "./category-choices.server.ts";
import type { ListingFacets } from "./facets.server.ts";
import { listingEngine } from "./index-engine.server.ts";
import type { FoundListing, Reading } from "./listing-engine.server.ts";
import { productIndex } from "./product-index/current-index.server.ts";
import { cardVariantIds, tilesByIds } from "./tiles.server.ts";

/** One page of a listing. `beyond`: the requested page is after the last one. */
export type Listing = Pick<FoundListing, keyof Reading | "total" | "shelf"> & {
  products: ListedTile[];
  page: number;
  pages: number;
  beyond: boolean;
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

const NO_CATEGORIES: readonly CategoryLink[] = [];

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
  const subs = subsOf(tree, category);
  const found = await listingEngine(db).find({ scope: { category, distributor }, state: requested, subs });
  const { state, facets, isSearch, categories } = found;
  const all = facets.capped || (isSearch && category) ? null : found.all;
  return {
    listing: await pageOf(db, state.page, found),
    facets,
    choices: categoryChoices(tree, (id) => categories.get(id) ?? 0, category).filter(
      ({ count, current }) => (distributor === null && (!isSearch || all === null)) || count > 0 || current,
    ),
    all,
    state,
    notices: VALUE_FACETS.flatMap((facet) =>
      requested[facet].filter((value) => !state[facet].includes(value)).map((value) => unknownValue(facet, value)),
    ),
  };
}

/** The number of cards that a listing of all products has. */
export async function catalogueSize(db: Tx): Promise<number> {
  return await listingEngine(db).count({});
}

/** One page of featured products, best sellers or new arrivals, newest first. */
export async function listFlagged(db: Tx, flag: Flag, page: number): Promise<Listing> {
  const state = { ...EMPTY_LISTING, page };
  return await pageOf(db, page, await listingEngine(db).find({ scope: { flag }, state, subs: NO_CATEGORIES }));
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

async function pageOf(db: Tx, page: number, found: FoundListing): Promise<Listing> {
  const { ids, alone, total, corrected, asTyped, partial, mentioned, shelf } = found;
  const pages = pageCount(total.count);
  const tiles = await tilesByIds(db, ids, alone);
  const details = { corrected, asTyped, partial, mentioned, ...(shelf === undefined ? {} : { shelf }) };
  const listed = tiles.map(({ id, ...tile }) => ({ id, ...changedFrom(tile, PLAIN_TILE) }) as ListedTile);
  return { products: listed, total, page, pages, beyond: page > pages, ...details };
}
