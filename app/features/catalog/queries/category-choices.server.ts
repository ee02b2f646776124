import type { CategoryLink } from "../queries.server.ts";

/** One line of the category filter; `depth` 1 is a sub-category of the line above. */
export type CategoryChoice = {
  slug: string;
  name: string;
  count: number;
  depth: 0 | 1;
  current: boolean;
};

/**
 * The category filter: every top-level category in its order and, under the one that is open, its sub-categories. `countOf`
 * answers how many cards a category has; a top-level one counts its children's too.
 */
export function categoryChoices(
  all: readonly CategoryLink[],
  countOf: (id: string) => number,
  current: CategoryLink | null,
): CategoryChoice[] {
  const openId = current?.parent_id ?? current?.id;
  const choice = (category: CategoryLink, depth: 0 | 1): CategoryChoice => ({
    slug: category.slug,
    name: category.name,
    count: countOf(category.id),
    depth,
    current: category.id === current?.id,
  });
  return all
    .filter((category) => category.parent_id === null)
    .flatMap((top) => {
      const children = top.id === openId ? all.filter((category) => category.parent_id === top.id) : [];
      return [choice(top, 0), ...children.map((child) => choice(child, 1))];
    });
}
