import { sql } from "drizzle-orm";
import type { Tx } from "#db/client.server.ts";
import type { CategoryLink, Flag } from "../queries.server.ts";

/** Exact numbers of products: all, per category (a top-level category counts its children's too) and per flag. */
export type CatalogueCounts = {
  all: number;
  categories: ReadonlyMap<string, number>;
  flags: Record<Flag, number>;
};

const KEEP_MS = 60_000;
type Kept = { at: number; counts: Promise<CatalogueCounts> };
let kept = new WeakMap<object, Kept>();

/**
 * The counts of the catalogue, read once and kept until `resetCatalogueCounts` says the catalogue changed.
 * The minute is a second line of defence for a process that missed the notice.
 */
export function categoryCounts(db: Tx): Promise<CatalogueCounts> {
  const known = kept.get(db);
  if (known && Date.now() - known.at < KEEP_MS) return known.counts;
  const counts = readCounts(db);
  kept.set(db, { at: Date.now(), counts });
  counts.catch(() => kept.delete(db));
  return counts;
}

/** To be called when the catalogue changed, before cached listings are dropped. */
export function resetCatalogueCounts(): void {
  kept = new WeakMap();
}

async function readCounts(db: Tx): Promise<CatalogueCounts> {
  const { rows } = await db.execute<{
    kind: string;
    id: string | null;
    parent_id: string | null;
    n: number;
  }>(sql`
    select 'category' as kind, p.category_id as id, c.parent_id, p.n
    from (select category_id, count(*)::int as n from products group by category_id) p
    left join categories c on c.id = p.category_id
    union all select 'featured', null, null, count(*)::int from products where featured
    union all select 'best_seller', null, null, count(*)::int from products where best_seller
    union all select 'new_arrival', null, null, count(*)::int from products where new_arrival`);
  const perCategory = new Map<string, number>();
  const flags: Record<Flag, number> = { featured: 0, best_seller: 0, new_arrival: 0 };
  let all = 0;
  for (const row of rows) {
    if (row.kind !== "category") {
      flags[row.kind as Flag] = row.n;
      continue;
    }
    all += row.n;
    for (const id of [row.id, row.parent_id]) if (id) perCategory.set(id, (perCategory.get(id) ?? 0) + row.n);
  }
  return { all, categories: perCategory, flags };
}

/** One line of the category filter; `depth` 1 is a sub-category of the line above. */
export type CategoryChoice = {
  slug: string;
  name: string;
  count: number;
  depth: 0 | 1;
  current: boolean;
};

/** The category filter: every top-level category by name and, under the one that is open, its sub-categories. */
export function categoryChoices(
  all: readonly CategoryLink[],
  counts: CatalogueCounts,
  current: CategoryLink | null,
): CategoryChoice[] {
  const openId = current?.parent_id ?? current?.id;
  const choice = (category: CategoryLink, depth: 0 | 1): CategoryChoice => ({
    slug: category.slug,
    name: category.name,
    count: counts.categories.get(category.id) ?? 0,
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
