import { data, type MetaDescriptor, type RouterContextProvider } from "react-router";
import type { Flag } from "#app/features/products/queries.server.ts";
import { flagPage, tagShown, type Listing } from "#app/features/search/queries/listing.server.ts";
import { EMPTY_LISTING, hasFacets, listingHref, type ListingState } from "#app/features/search/rules/listing-links.ts";
import { currentStore } from "#app/features/settings/queries.server.ts";
import { changedFrom } from "#app/lib/changed.ts";
import { pageHead } from "#app/lib/page-head.ts";
import { cacheTagsContext, shopContext } from "#app/platform/context.server.ts";

type Context = Readonly<RouterContextProvider>;
type Page = { state: ListingState; listing: Listing; notices: string[] };
type Head = { title: string; description: string; path: string; image?: string };

/**
 * The response of a listing's loader: the page and `more` with meta tags as `head`, 404 for a page out of range. Tags
 * the page for the cache.
 */
export async function answerListing<Found extends Page, More extends object>(
  context: Context,
  page: Found,
  head: Head,
  more: More,
) {
  const { products, beyond } = page.listing;
  context.get(cacheTagsContext).mayCache &&= page.notices.length === 0;
  await tagShown(context, products);
  const sent = {
    ...page,
    ...more,
    state: changedFrom(page.state, EMPTY_LISTING),
    head: await listingHead(context, page, head),
  };
  return data(sent, { status: beyond ? 404 : 200 });
}

/** The same for the products with a flag, newest first. */
export async function answerFlagged(context: Context, url: URL, flag: Flag, head: Omit<Head, "image">) {
  const page = await flagPage(context.get(shopContext).db, flag, url.searchParams);
  return await answerListing(context, page, head, {});
}

/**
 * Meta tags of a listing, created on the server so that pages need no code for them: canonical address, prev and next,
 * and noindex for searches, facets and pages out of range.
 */
async function listingHead(context: Context, { state, listing }: Page, head: Head): Promise<MetaDescriptor[]> {
  const shop = context.get(shopContext);
  const { title, description, path, image } = head;
  const { page, pages, beyond } = listing;
  const href = (n: number) => `${shop.baseUrl}${listingHref(path, { ...state, show: "", page: n })}`;
  const full = `${page > 1 ? `${title}, page ${page}` : title} | ${(await currentStore(shop)).name}`;
  const noindex = state.search !== "" || hasFacets(state) || beyond;
  const tags = pageHead({ title: full, description, url: href(page), image, noindex });
  if (page > 1 && !beyond) tags.push({ tagName: "link", rel: "prev", href: href(page - 1) });
  if (page < pages) tags.push({ tagName: "link", rel: "next", href: href(page + 1) });
  return tags;
}
