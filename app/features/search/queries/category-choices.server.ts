import type { CategoryLink } from "#app/features/products/queries.server.ts";

/** An entry of the category filter; `depth` 1 is a sub-category of the entry above, and `current` is set on one. */
export type CategoryChoice = {
  slug: string;
  name: string;
  count: number;
  depth?: 1;
  current?: true;
};

/**
 * Category filter: all top-level categories in order, and the sub-categories of the current one. `countOf` returns the
 * number of cards of a category; for a top-level one including its children.
 */
export function categoryChoices(
  all: readonly CategoryLink[],
  countOf: (id: string) => number,
  current: CategoryLink | null,
): CategoryChoice[] {
  const openId = current?.parent_id ?? current?.id;
  const choice = (category: CategoryLink, depth: Pick<CategoryChoice, "depth">): CategoryChoice => ({
    slug: category.slug,
    name: category.name,
    count: countOf(category.id),
    ...depth,
    ...(category.id === current?.id ? { current: true } : {}),
  });
  return all
    .filter((category) => category.parent_id === null)
    .flatMap((top) => {
      const children = top.id === openId ? all.filter((category) => category.parent_id === top.id) : [];
      return [choice(top, {}), ...children.map((child) => choice(child, { depth: 1 }))];
    });
}
