import { formatNaira } from "#app/lib/money.ts";
import type { OptionValues } from "../rules/variants.ts";
import type { ImportedProduct } from "./shopify-rows.server.ts";

/** The columns of `products` that an import writes; all others stay as they are. */
export type ProductValues = {
  name: string;
  slug: string;
  description: string;
  distributor: string;
  category_id: string | null;
  price_kobo: number;
  discount_price_kobo: number | null;
  stock_quantity: number;
  unit: string;
  images: string[];
  image_alts: Record<string, string>;
  brand: string;
  sku: string | null;
  barcode: string | null;
  weight_grams: number | null;
  group_id: string | null;
  option_values: OptionValues;
};

/** A product of the shop; `held` pieces are taken from its stock by payments under way. */
export type StoredProduct = ProductValues & { id: string; held: number };

export type ProductPlan =
  | { action: "created"; values: ProductValues; changes: string[] }
  | {
      action: "updated";
      id: string;
      values: ProductValues;
      stock_change: number;
      changes: string[];
    }
  | { action: "unchanged"; changes: string[] };

/**
 * What importing one product does to the shop. What the file leaves empty stays as the shop has it. The file
 * counts all goods on the shelf, so pieces that payments under way hold are taken off before it becomes stock.
 */
export function planProduct(
  wanted: ImportedProduct,
  { category_id: categoryId, group_id }: Pick<ProductValues, "category_id" | "group_id">,
  stored: StoredProduct | null,
): ProductPlan {
  const { type: _type, stock_quantity, ...values } = wanted;
  if (!stored) {
    const created = { ...values, group_id, category_id: categoryId, stock_quantity: stock_quantity ?? 0 };
    return {
      action: "created",
      values: created,
      changes: [`price ${priceText(created)}`, `stock ${created.stock_quantity}`],
    };
  }
  const merged: ProductValues = {
    ...values,
    description: wanted.description || stored.description,
    distributor: wanted.distributor || stored.distributor,
    unit: wanted.unit || stored.unit,
    images: wanted.images.length > 0 ? wanted.images : stored.images,
    image_alts: { ...stored.image_alts, ...wanted.image_alts },
    brand: wanted.brand || stored.brand,
    sku: wanted.sku ?? stored.sku,
    barcode: wanted.barcode ?? stored.barcode,
    weight_grams: wanted.weight_grams ?? stored.weight_grams,
    group_id: group_id ?? stored.group_id,
    option_values: group_id ? wanted.option_values : stored.option_values,
    category_id: categoryId ?? stored.category_id,
    stock_quantity: stock_quantity === null ? stored.stock_quantity : Math.max(0, stock_quantity - stored.held),
  };
  const changes = differences(stored, merged);
  if (changes.length === 0) return { action: "unchanged", changes };
  const stock_change = merged.stock_quantity - stored.stock_quantity;
  if (stock_change !== 0 && stored.held > 0) changes.push(`${stored.held} held for payments under way`);
  return { action: "updated", id: stored.id, values: merged, stock_change, changes };
}

function differences(stored: StoredProduct, next: ProductValues): string[] {
  const changes: string[] = [];
  if (stored.name !== next.name) changes.push(`name (was "${stored.name}")`);
  if (stored.price_kobo !== next.price_kobo || stored.discount_price_kobo !== next.discount_price_kobo) {
    changes.push(`price ${priceText(stored)} -> ${priceText(next)}`);
  }
  if (stored.stock_quantity !== next.stock_quantity)
    changes.push(`stock ${stored.stock_quantity} -> ${next.stock_quantity}`);
  for (const field of ["description", "distributor", "unit", "brand", "sku", "barcode"] as const) {
    if (stored[field] !== next[field]) changes.push(field);
  }
  if (stored.weight_grams !== next.weight_grams) changes.push("weight");
  if (stored.group_id !== next.group_id) changes.push("group");
  if (!sameValues(stored.option_values, next.option_values)) changes.push("options");
  if (stored.category_id !== next.category_id) changes.push("category");
  if (JSON.stringify(stored.images) !== JSON.stringify(next.images)) changes.push("images");
  if (!sameValues(stored.image_alts, next.image_alts)) changes.push("texts of images");
  return changes;
}

function sameValues(one: Record<string, string>, other: Record<string, string>): boolean {
  const names = Object.keys(one);
  return names.length === Object.keys(other).length && names.every((name) => one[name] === other[name]);
}

function priceText({ price_kobo, discount_price_kobo }: ProductValues): string {
  if (discount_price_kobo === null) return formatNaira(price_kobo);
  return `${formatNaira(discount_price_kobo)} (before ${formatNaira(price_kobo)})`;
}
