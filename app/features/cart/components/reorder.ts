import { formatCount } from "#app/lib/money.ts";
import { addLine, mergeLines, type CartItem, type CartLine } from "../rules.ts";
import type { CheckedLine } from "../rules/check.ts";
import { lineMessages } from "./cart-messages.ts";

/** An order line to be ordered again; `product_id` is null for a deleted product. */
export type OrderedLine = {
  product_id: string | null;
  product_name: string;
  product_price_kobo: number;
  quantity: number;
};

/**
 * Result of a reorder for the cart page: `added` of `lines` lines were added; `texts` describe missing and changed
 * ones.
 */
export type ReorderResult = { order: string; lines: number; added: number; texts: string[] };

/** Number of order lines added to the cart, as a sentence. */
export function reorderSentence({ order, lines, added }: Omit<ReorderResult, "texts">): string {
  if (added === 0) return `Nothing of order #${order} was added to your cart.`;
  if (lines === 1) return `The product of order #${order} is in your cart.`;
  if (added === lines) return `All ${lines} products of order #${order} are in your cart.`;
  return `${added} of ${lines} products of order #${order} ${added === 1 ? "is" : "are"} in your cart.`;
}

/** Lines for a server check, with the prices paid. */
export function linesToReorder(lines: OrderedLine[]): CartLine[] {
  return mergeLines(
    lines.flatMap(({ product_id: id, quantity, product_price_kobo: price_kobo }) =>
      id === null ? [] : [{ id, quantity, price_kobo }],
    ),
  );
}

/** Adds order lines to the cart with current price, minimum and stock; returns a message for each difference. */
export function addReorder(
  items: CartItem[],
  ordered: OrderedLine[],
  checked: CheckedLine[],
): Omit<ReorderResult, "order"> & { items: CartItem[] } {
  const gone = ordered.filter(({ product_id }) => product_id === null);
  const names = new Map(ordered.map(({ product_id, product_name }) => [product_id, product_name]));
  const texts = gone.map(({ product_name }) => `${product_name}: no longer sold.`);
  let current = items;
  let added = 0;
  for (const line of checked) {
    const { product } = line;
    if (!product) {
      texts.push(`${names.get(line.id) ?? "A product"}: no longer sold.`);
      continue;
    }
    const { distributor: _, ...facts } = product;
    const item = { ...facts, quantity: line.quantity };
    const messages = lineMessages(item, line.changes).map(({ text }) => text);
    if (line.buyable) {
      const result = addLine(current, item);
      current = result.items;
      if (result.added > 0) added += 1;
      if (result.limit === "cart_full") messages.push("Not added, the cart is full");
      else if (result.added < line.quantity)
        messages.push(`${formatCount(result.added)} added, the cart then holds all that is left`);
    }
    if (messages.length > 0) texts.push(`${product.name}: ${messages.join(". ")}.`);
  }
  return { items: current, lines: gone.length + checked.length, added, texts };
}
