import type { MetaDescriptor } from "react-router";
import { listHref, type ListingState } from "#app/features/catalog/links.ts";
import { pageTitle, type Matches } from "./root-data.ts";

type ListingMeta = {
  matches: Matches;
  title: string;
  description: string;
  baseUrl: string;
  path: string;
  state: ListingState;
  listing: { page: number; pages: number; beyond: boolean };
  image?: string;
};

/** Head of a listing: canonical address, neighbours, and no index for searches and pages that are not there. */
export function listingMeta({
  matches,
  title,
  description,
  baseUrl,
  path,
  state,
  listing,
  image,
}: ListingMeta): MetaDescriptor[] {
  const { page, pages, beyond } = listing;
  const href = (n: number) => `${baseUrl}${listHref(path, { ...state, page: n })}`;
  const full = pageTitle(matches, page > 1 ? `${title}, page ${page}` : title);
  const tags: MetaDescriptor[] = [
    { title: full },
    { name: "description", content: description },
    { property: "og:title", content: full },
    { property: "og:description", content: description },
    { property: "og:type", content: "website" },
    { property: "og:url", content: href(page) },
    { property: "og:image", content: new URL(image ?? "/og.png", baseUrl).href },
    { tagName: "link", rel: "canonical", href: href(page) },
  ];
  if (page > 1 && !beyond) tags.push({ tagName: "link", rel: "prev", href: href(page - 1) });
  if (page < pages) tags.push({ tagName: "link", rel: "next", href: href(page + 1) });
  if (state.search !== "" || beyond) tags.push({ name: "robots", content: "noindex, follow" });
  return tags;
}
