import { optionCounts } from "#app/features/products/rules/variants.ts";
import type { Card } from "./product-columns.server.ts";
import { optionName, type ProductIndex } from "./product-index.server.ts";

/** Group data of a card: name, "6 sizes, 4 colours", and whether available variants have higher prices. */
export type CardGroup = { name: string; options: string; from: boolean };

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
