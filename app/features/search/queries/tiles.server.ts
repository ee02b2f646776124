import { inArray } from "drizzle-orm";
import { tileColumns, type CardGroup, type TileProduct } from "#app/features/products/queries.server.ts";
import { optionCounts } from "#app/features/products/rules/variants.ts";
import type { Tx } from "#db/client.server.ts";
import { products } from "#db/schema/catalog.ts";
import { optionName } from "./codes.server.ts";
import type { Card } from "./product-columns.server.ts";
import { productIndex, type ProductIndex } from "./product-index.server.ts";

/** The group of a product's card; null for a product without group. */
export function cardGroup(index: ProductIndex, id: string): CardGroup | null {
  const product = index.products.get(id);
  if (!product || product.card.variants.length < 2) return null;
  const { variants } = product.card;
  const buyable = variants.filter((variant) => variant.buyable);
  const prices = (buyable.length > 0 ? buyable : variants).map(({ price }) => price);
  const from = product.price === Math.min(...prices) && product.price < Math.max(...prices);
  return { name: product.groupName, options: optionsOf(index, product.card, product.optionNames), from };
}

function optionsOf(index: ProductIndex, { variants }: Card, names: readonly string[]): string {
  const codes = [...new Set(variants.flatMap(({ options }) => options))];
  const byName = Map.groupBy(codes, (code) => optionName(index.options.keys[code] ?? ""));
  return optionCounts(names, (key) => byName.get(key)?.length ?? 0, variants.length);
}

/** Ids of all variants of these products' cards; the page depends on all of them (cache tags). */
export function cardVariantIds(index: ProductIndex, ids: readonly string[]): string[] {
  return ids.flatMap((id) => index.products.get(id)?.card.variants.map((variant) => variant.id) ?? [id]);
}

/**
 * Product tiles in the order of `ids`; deleted products are skipped. A variant's tile shows its group, except those in
 * `alone`. A group's card leads to its page and adds nothing to a cart: of its terms it has the lowest price step only.
 */
export async function tilesByIds(
  db: Tx,
  ids: readonly string[],
  alone: ReadonlySet<string> = new Set(),
): Promise<TileProduct[]> {
  if (ids.length === 0) return [];
  const rows = await db
    .select(tileColumns)
    .from(products)
    .where(inArray(products.id, [...ids]));
  const index = await productIndex(db);
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.flatMap((id) => {
    const row = byId.get(id);
    if (!row) return [];
    const group = alone.has(id) ? null : cardGroup(index, id);
    const content = index.products.get(id)?.content;
    const tile = content ? { ...row, content } : row;
    if (!group) return tile;
    return { ...tile, price_steps: row.price_steps.slice(-1), larger_units: [], group_id: null, group };
  });
}
