import { count } from "drizzle-orm";
import type { Tx } from "#db/client.server.ts";
import { products } from "#db/schema/catalog.ts";
import { upToDateIndex } from "./product-index/current-index.server.ts";

/** Up to this number of products the database counts them in a few milliseconds. */
const COUNTED = 100_000;

/**
 * The number of products of a category by its id, without those of its sub-categories. Above `counted` products it is
 * that of the index, unless this is behind.
 */
export async function productsByCategory(db: Tx, counted = COUNTED): Promise<(id: string) => number> {
  const index = upToDateIndex(db);
  if (index && index.table.size > counted) {
    const { categories, table } = index;
    return (id) => table.postings.category.of(categories.of(id)).length;
  }
  const rows = await db
    .select({ id: products.category_id, count: count() })
    .from(products)
    .groupBy(products.category_id);
  const counts = new Map(rows.map((row) => [row.id, row.count]));
  return (id) => counts.get(id) ?? 0;
}
