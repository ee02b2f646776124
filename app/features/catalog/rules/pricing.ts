export type Priced = { price_kobo: number; discount_price_kobo?: number | null };
/** `stock_quantity` is what can still be sold, in pieces. */
export type Stocked = { min_order: number; stock_quantity: number };

/**
 * What one piece costs, in kobo, when `quantity` pieces are bought: the discount price where there is one. It is the
 * same for every quantity so far.
 */
export function unitPrice(product: Priced, _quantity: number): number {
  return product.discount_price_kobo ?? product.price_kobo;
}

/** What `quantity` pieces of `unit_kobo` each cost, in kobo: for prices that were agreed, as in an order. */
export function subtotal(unit_kobo: number, quantity: number): number {
  return unit_kobo * quantity;
}

/** What `quantity` pieces of a product cost today, in kobo. */
export function lineTotal(product: Priced, quantity: number): number {
  return subtotal(unitPrice(product, quantity), quantity);
}

export type OrderTotals = { items_kobo: number; shipping_kobo: number; discount_kobo: number; total_kobo: number };

/**
 * What an order of lines with these totals comes to, in kobo: items, plus shipping, minus the discount. Both are 0
 * unless given. Throws for a discount of more than the rest.
 */
export function orderTotals(
  lineTotals: readonly number[],
  { shipping_kobo = 0, discount_kobo = 0 }: { shipping_kobo?: number; discount_kobo?: number } = {},
): OrderTotals {
  const items_kobo = lineTotals.reduce((sum, total) => sum + total, 0);
  const total_kobo = items_kobo + shipping_kobo - discount_kobo;
  if (total_kobo < 0) throw new RangeError("the discount is larger than the order");
  return { items_kobo, shipping_kobo, discount_kobo, total_kobo };
}

/** The least quantity of a product that can be ordered. */
export function minimumQuantity(product: Pick<Stocked, "min_order">): number {
  return Math.max(1, product.min_order);
}

export type QuantityRange =
  | { buyable: true; min: number; max: number }
  | { buyable: false; reason: "out_of_stock" | "below_minimum" };

/**
 * Between which quantities a product can be bought. With less in stock than one minimum order it cannot be
 * bought at all, although its badge still says Low Stock.
 */
export function quantityRange(product: Stocked): QuantityRange {
  const min = minimumQuantity(product);
  if (product.stock_quantity <= 0) return { buyable: false, reason: "out_of_stock" };
  if (product.stock_quantity < min) return { buyable: false, reason: "below_minimum" };
  return { buyable: true, min, max: product.stock_quantity };
}

/** The nearest quantity that can be ordered; anything that is not a number becomes the minimum. */
export function nearestQuantity(quantity: number, product: Stocked): number {
  const min = minimumQuantity(product);
  if (!Number.isFinite(quantity)) return min;
  return Math.max(min, Math.min(Math.floor(quantity), product.stock_quantity));
}
