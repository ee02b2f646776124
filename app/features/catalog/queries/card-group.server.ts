import { optionCounts } from "../rules/variants.ts";
import type { Card } from "./product-columns.server.ts";
import { optionName, type ProductIndex } from "./product-index.server.ts";

/** What a card says of its group: its name, "6 sizes, 4 colours", and whether variants that can be bought cost more. */
export type CardGroup = { name: string; options: string; from: boolean };

/** The group that the card of a product stands for; null for a product alone. */
export function groupOf(index: ProductIndex, id: string): CardGroup | null {
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

/** The ids of every variant behind these products' cards: what a page shows of one depends on all of them. */
export function idsBehind(index: ProductIndex, ids: readonly string[]): string[] {
  return ids.flatMap((id) => index.products.get(id)?.card.variants.map((variant) => variant.id) ?? [id]);
}
