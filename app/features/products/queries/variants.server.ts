import { eq } from "drizzle-orm";
import type { Tx } from "#db/client.server.ts";
import { pickColumns } from "#db/columns.ts";
import { product_groups, products } from "#db/schema/catalog.ts";
import { termsColumns } from "../queries.server.ts";
import { sortOptionValues, valuesInOrder } from "../rules/variants.ts";

const variantColumns = {
  ...pickColumns(products, "id", "name", "slug", "option_values", "price_kobo", "discount_price_kobo"),
  ...pickColumns(products, "min_order", "stock_quantity", "unit", "sku", "barcode"),
  ...termsColumns,
};

/** A group with variants in option order; prices in kobo per sold unit. */
export type ProductGroup = {
  id: string;
  name: string;
  option_names: string[];
  mixed_price_breaks: boolean;
  variants: GroupVariant[];
};
export type GroupVariant = Awaited<ReturnType<typeof selectVariants>>[number];

/** The group with this id; null without an id, and for a group with a single variant. */
export async function productGroup(db: Tx, group_id: string | null): Promise<ProductGroup | null> {
  if (group_id === null) return null;
  const [group] = await db
    .select(pickColumns(product_groups, "id", "name", "option_names", "mixed_price_breaks"))
    .from(product_groups)
    .where(eq(product_groups.id, group_id));
  if (!group) return null;
  const variants = await groupVariants(db, group_id, group.option_names);
  return variants.length < 2 ? null : { ...group, variants };
}

/** All variants of a group in option order. */
export async function groupVariants(
  db: Tx,
  group_id: string,
  option_names: readonly string[],
): Promise<GroupVariant[]> {
  return inOptionOrder(option_names, await selectVariants(db, group_id));
}

async function selectVariants(db: Tx, group_id: string) {
  return await db.select(variantColumns).from(products).where(eq(products.group_id, group_id)).orderBy(products.id);
}

function inOptionOrder(names: readonly string[], variants: GroupVariant[]): GroupVariant[] {
  const orders = names.map((name) =>
    sortOptionValues(variants.flatMap((one) => one.option_values[name] ?? []).toSorted()),
  );
  const placeOf = (variant: GroupVariant) =>
    names.map((name, at) => orders[at]?.indexOf(variant.option_values[name] ?? "") ?? -1);
  return variants
    .map((variant) => ({ variant, place: placeOf(variant), text: valuesInOrder(names, variant.option_values).join() }))
    .toSorted((a, b) => {
      const at = a.place.findIndex((place, index) => place !== b.place[index]);
      return at < 0 ? a.text.localeCompare(b.text, "en") : (a.place[at] ?? 0) - (b.place[at] ?? 0);
    })
    .map(({ variant }) => variant);
}
