import type { Tx } from "#db/client.server.ts";
import { productIndex } from "./product-index/current-index.server.ts";

/** The number of products of a category by its id, without those of its sub-categories. */
export async function productsByCategory(db: Tx): Promise<(id: string) => number> {
  const { categories, table } = await productIndex(db);
  return (id) => table.postings.category.of(categories.of(id)).length;
}
