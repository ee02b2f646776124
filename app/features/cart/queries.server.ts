import { inArray, sql } from "drizzle-orm";
import { termsColumns } from "#app/features/products/queries.server.ts";
import type { Tx } from "#db/client.server.ts";
import { products } from "#db/schema/catalog.ts";
import { mergeLines, type CartLine } from "./rules.ts";
import { compareCart, type CheckedCart, type SoldProduct } from "./rules/check.ts";

export type { CartLine } from "./rules.ts";
export type { CheckedCart } from "./rules/check.ts";

const NONE: ReadonlyMap<string, number> = new Map();

/**
 * Prices a cart with current data in a single query. Lines must be validated with `cartLinesSchema`; duplicate ids are
 * merged. `held` is the stock held by the shopper's own payment, by product id in sold units, and counts as available.
 * Read-only.
 */
export async function checkCart(db: Tx, lines: CartLine[], held = NONE): Promise<CheckedCart> {
  const merged = mergeLines(lines);
  const sold = await readProducts(
    db,
    merged.map((line) => line.id),
  );
  return compareCart(
    merged,
    new Map(sold.map((product) => [product.id, { ...product, stock: product.stock + (held.get(product.id) ?? 0) }])),
  );
}

async function readProducts(db: Tx, ids: string[]): Promise<SoldProduct[]> {
  if (ids.length === 0) return [];
  return await db
    .select({
      id: products.id,
      name: products.name,
      slug: products.slug,
      image: sql<string | null>`${products.images}->>0`,
      unit: products.unit,
      distributor: products.distributor,
      price_kobo: products.effective_price_kobo,
      min_order: products.min_order,
      stock: products.stock_quantity,
      ...termsColumns,
    })
    .from(products)
    .where(inArray(products.id, ids));
}
