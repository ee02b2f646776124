import type { MetaDescriptor } from "react-router";
import { hasFacets, listingHref, type ListingState } from "#app/features/catalog/rules/listing-links.ts";
import type { Store } from "#app/features/settings/rules.ts";
import { pageHead } from "./page-head.ts";

type ListingMeta = {
  store: Store;
  title: string;
  description: string;
  baseUrl: string;
  path: string;
  state: ListingState;
  listing: { page: number; pages: number; beyond: boolean };
  image?: string;
};

/**
 * Meta tags of a listing, created on the server so that pages need no code for them: canonical address, prev and next,
 * and noindex for searches, facets and pages out of range.
 */
export function listingMeta({
  store,
  title,
  description,
  baseUrl,
  path,
  state,
  listing,
  image,
}: ListingMeta): MetaDescriptor[] {
  const { page, pages, beyond } = listing;
  const href = (n: number) => `${baseUrl}${listingHref(path, { ...state, page: n })}`;
  const full = `${page > 1 ? `${title}, page ${page}` : title} | ${store.name}`;
  const noindex = state.search !== "" || hasFacets(state) || beyond;
  const tags = pageHead({ title: full, description, url: href(page), image, noindex });
  if (page > 1 && !beyond) tags.push({ tagName: "link", rel: "prev", href: href(page - 1) });
  if (page < pages) tags.push({ tagName: "link", rel: "next", href: href(page + 1) });
  return tags;
}
