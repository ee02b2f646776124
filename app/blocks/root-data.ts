import { useEffect } from "react";
import { useRouteLoaderData } from "react-router";
import type { CategoryLink } from "#app/features/catalog/queries.server.ts";
import { DEFAULT_STORE, type Store } from "#app/features/settings/rules.ts";
import { toast } from "#app/ui/toast.ts";

/** What the root loader gives every page; `categories` is null when they could not be read. */
export type RootData = { categories: CategoryLink[] | null; store: Store };

/** What `meta` functions get of the pages around them. */
export type Matches = readonly ({ id: string; loaderData?: unknown } | undefined)[];

/** In a `meta` function: the shop's name and contact. */
export function storeIn(matches: Matches): Store {
  const root = matches.find((match) => match?.id === "root")?.loaderData as Partial<RootData> | undefined;
  return root?.store ?? DEFAULT_STORE;
}

/** In a `meta` function: the page's title with the shop's name behind it. */
export function pageTitle(matches: Matches, title: string): string {
  return `${title} | ${storeIn(matches).name}`;
}

/** The category row shows this many top-level categories. */
const HEADER_CATEGORIES = 6;

const NONE: CategoryLink[] = [];

/** Top-level categories by name; empty when the root loader failed, so that an error page still has its shell. */
export function useTopCategories(): CategoryLink[] {
  return useRouteLoaderData<RootData>("root")?.categories ?? NONE;
}

/** The first ones, for the category row. */
export function useHeaderCategories(): CategoryLink[] {
  return useTopCategories().slice(0, HEADER_CATEGORIES);
}

let missing = false;

/** In the browser: whether the page it shows came without its categories, so that the next one asks for them. */
export function areCategoriesMissing(): boolean {
  return missing;
}

/** Says that the categories could not be read. Stands before the page's own content, whose message is more urgent. */
export function useCategoriesNotice(): void {
  const isMissing = useRouteLoaderData<RootData>("root")?.categories === null;
  useEffect(() => {
    missing = isMissing;
    if (isMissing) toast.error("Failed to load categories");
  }, [isMissing]);
}
