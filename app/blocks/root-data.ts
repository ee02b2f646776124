import { useEffect } from "react";
import { useRouteLoaderData } from "react-router";
import type { CategoryLink } from "#app/features/catalog/queries.server.ts";
import { toast } from "#app/ui/toast.ts";

/** What the root loader gives every page; null when the categories could not be read. */
export type RootData = { categories: CategoryLink[] | null };

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
