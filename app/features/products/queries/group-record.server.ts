import { eq } from "drizzle-orm";
import { isUuid } from "#app/lib/uuid.ts";
import type { Tx } from "#db/client.server.ts";
import { pickColumns } from "#db/columns.ts";
import { product_groups, products } from "#db/schema/catalog.ts";
import { groupVariants } from "./variants.server.ts";

/** A product with its group for editing; `group` is null for a product without group. */
export type GroupRecord = NonNullable<Awaited<ReturnType<typeof groupRecord>>>;

/** The group of a product with all variants in option order; null for an unknown product. */
export async function groupRecord(db: Tx, productId: string) {
  if (!isUuid(productId)) return null;
  const columns = pickColumns(products, "id", "name", "price_kobo", "group_id");
  const [row] = await db.select(columns).from(products).where(eq(products.id, productId));
  if (!row) return null;
  const { group_id, ...product } = row;
  return { product, group: group_id === null ? null : await editableGroup(db, group_id) };
}

async function editableGroup(db: Tx, group_id: string) {
  const columns = pickColumns(product_groups, "id", "version", "name", "option_names", "mixed_price_breaks");
  const [group] = await db.select(columns).from(product_groups).where(eq(product_groups.id, group_id));
  if (!group) return null;
  const variants = await groupVariants(db, group.id, group.option_names);
  return {
    ...group,
    variants: variants.map(({ id, slug, sku, option_values, price_kobo, stock_quantity }) => {
      return { id, slug, sku, option_values, price_kobo, stock_quantity };
    }),
  };
}
