import { useEffect } from "react";
import { useRouteLoaderData, type MetaDescriptor } from "react-router";
import type { CategoryLink } from "#app/features/products/queries.server.ts";
import { DEFAULT_STORE, type Store } from "#app/features/settings/rules.ts";
import { deliveryTexts, type DeliveryFacts, type DeliveryTexts } from "#app/features/site/rules/delivery-texts.ts";
import { toast } from "#app/ui/toast.ts";

/** A top-level category, as menus and tiles show it. Every page contains all of them. */
type TopCategory = Pick<CategoryLink, "name" | "slug" | "image_url">;

/**
 * The root loader's data for every page; `categories` is null if they could not be read, `delivery` also without rates.
 */
export type RootData = { categories: TopCategory[] | null; store: Store; delivery: DeliveryFacts | null };

/** The data of parent routes for `meta` functions. */
export type RouteMatches = readonly ({ id: string; loaderData?: unknown } | undefined)[];

/** In a `meta` function: the shop's name and contact. */
export function storeFromMatches(matches: RouteMatches): Store {
  return rootOf(matches)?.store ?? DEFAULT_STORE;
}

/** In a `meta` function: the shop's texts about delivery. */
export function deliveryFromMatches(matches: RouteMatches): DeliveryTexts {
  return deliveryTexts(rootOf(matches)?.delivery ?? null);
}

function rootOf(matches: RouteMatches): Partial<RootData> | undefined {
  return matches.find((match) => match?.id === "root")?.loaderData as Partial<RootData> | undefined;
}

/** In a `meta` function: the page's title followed by the shop's name. */
export function pageTitle(matches: RouteMatches, title: string): string {
  return `${title} | ${storeFromMatches(matches).name}`;
}

/** The `meta` function of a page that search engines leave out. */
export function noIndexMeta(title: string, ...more: MetaDescriptor[]) {
  return ({ matches }: { matches: RouteMatches }): MetaDescriptor[] => [
    { title: pageTitle(matches, title) },
    { name: "robots", content: "noindex" },
    ...more,
  ];
}

/** The `meta` function of a page whose loader returns its tags as `head`; `title` is for a failed loader. */
export function headMeta(title: string) {
  return ({ loaderData, matches }: { loaderData?: { head: MetaDescriptor[] } | undefined; matches: RouteMatches }) =>
    loaderData?.head ?? [{ title: pageTitle(matches, title) }];
}

/** Number of top-level categories in the category row. */
const HEADER_CATEGORIES = 6;

const NONE: TopCategory[] = [];

/** Top-level categories by name; empty if the root loader failed, so that an error page still renders the shell. */
export function useTopCategories(): TopCategory[] {
  return useRouteLoaderData<RootData>("root")?.categories ?? NONE;
}

/** The first ones, for the category row. */
export function useHeaderCategories(): TopCategory[] {
  return useTopCategories().slice(0, HEADER_CATEGORIES);
}

let missing = false;

/** In the browser: whether the current page lacks its categories, so that the next navigation requests them. */
export function areCategoriesMissing(): boolean {
  return missing;
}

/** Shows that the categories could not be read. It is before the page's own content, whose message is more urgent. */
export function useCategoriesNotice(): void {
  const isMissing = useRouteLoaderData<RootData>("root")?.categories === null;
  useEffect(() => {
    missing = isMissing;
    if (isMissing) toast.error("Failed to load categories");
  }, [isMissing]);
}
