import { useRouteLoaderData } from "react-router";
import type { CategoryLink } from "#app/features/catalog/queries.server.ts";

/** What the root loader gives every page. */
export type RootData = { categories: CategoryLink[] };

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
