import { eq } from "drizzle-orm";
import { isUuid } from "#app/lib/uuid.ts";
import type { Tx } from "#db/client.server.ts";
import { product_groups, products } from "#db/schema/catalog.ts";
import { groupVariants, type GroupVariant } from "./variants.server.ts";

/** A product with its group for editing; `group` is null for a product without group. */
export type GroupRecord = {
  product: { id: string; name: string; price_kobo: number };
  group: {
    id: string;
    version: number;
    name: string;
    option_names: string[];
    steps_together: boolean;
    variants: Pick<GroupVariant, "id" | "slug" | "sku" | "option_values" | "price_kobo" | "stock_quantity">[];
  } | null;
};

/** The group of a product with all variants in option order; null for an unknown product. */
export async function groupRecord(db: Tx, productId: string): Promise<GroupRecord | null> {
  if (!isUuid(productId)) return null;
  const { id, name, price_kobo, group_id } = products;
  const [row] = await db.select({ id, name, price_kobo, group_id }).from(products).where(eq(id, productId));
  if (!row) return null;
  const product = { id: row.id, name: row.name, price_kobo: row.price_kobo };
  if (row.group_id === null) return { product, group: null };
  const [group] = await db.select().from(product_groups).where(eq(product_groups.id, row.group_id));
  if (!group) return { product, group: null };
  const variants = await groupVariants(db, group.id, group.option_names);
  return {
    product,
    group: {
      id: group.id,
      version: group.version,
      name: group.name,
      option_names: group.option_names,
      steps_together: group.steps_together,
      variants: variants.map((one) => ({
        id: one.id,
        slug: one.slug,
        sku: one.sku,
        option_values: one.option_values,
        price_kobo: one.price_kobo,
        stock_quantity: one.stock_quantity,
      })),
    },
  };
}
