/** From `from` sold units, each costs `unit_kobo`. Steps ascend by quantity and descend by price. */
export type PriceStep = { from: number; unit_kobo: number };
/** The unit price at the minimum order is the discount price if set, else `price_kobo`. */
export type Priced = {
  price_kobo: number;
  discount_price_kobo?: number | null;
  price_steps?: readonly PriceStep[];
};
/** `stock_quantity` is the available stock in sold units; `order_multiple` defaults to 1. */
export type Stocked = { min_order: number; stock_quantity: number; order_multiple?: number };
/** A larger unit of the product, such as a pallet; `pieces` is a multiple of the sold unit's pieces. */
export type LargerUnit = { unit: string; pieces: number };
/** With `mixed_price_breaks`, price steps use the total quantity of all lines of the group. */
export type GroupMember = { group_id?: string | null; mixed_price_breaks?: boolean };

/** Wholesale terms besides price, minimum and stock. `pieces` is the number of pieces in a sold unit. */
export type WholesaleTerms = {
  order_multiple: number;
  pieces: number;
  price_steps: PriceStep[];
  larger_units: LargerUnit[];
  group_id: string | null;
  mixed_price_breaks: boolean;
};

/** Terms of a product without steps, larger units and group. */
export const PLAIN_TERMS: WholesaleTerms = {
  order_multiple: 1,
  pieces: 1,
  price_steps: [],
  larger_units: [],
  group_id: null,
  mixed_price_breaks: false,
};

/**
 * Unit price in kobo for `quantity` units: that of the price step reached, else the discount price or price. Never
 * rises with the quantity.
 */
export function unitPrice(product: Priced, quantity: number): number {
  let unit_kobo = product.discount_price_kobo ?? product.price_kobo;
  for (const step of product.price_steps ?? []) {
    if (quantity >= step.from) unit_kobo = Math.min(unit_kobo, step.unit_kobo);
  }
  return unit_kobo;
}

/** Price per piece in kobo, rounded, of a unit of `pieces` pieces at `unit_kobo`. */
export function piecePrice(unit_kobo: number, pieces: number): number {
  return Math.round(unit_kobo / Math.max(1, pieces));
}

/** Total of `quantity` units at an agreed `unit_kobo`, in kobo, as in an order. */
export function subtotal(unit_kobo: number, quantity: number): number {
  return unit_kobo * quantity;
}

/** Current total of `quantity` units in kobo, if no other line counts towards the steps. */
export function lineTotal(product: Priced, quantity: number): number {
  return subtotal(unitPrice(product, quantity), quantity);
}

/** A cart line to be priced. */
export type PricedLine = Priced & GroupMember & { quantity: number };

/** `counted` is the quantity that determines the price step; `unit_kobo` and `total_kobo` are the prices. */
export type LinePrice = { counted: number; unit_kobo: number; total_kobo: number };

/** Prices of cart lines in the order of `lines`, which must all be available. */
export function priceLines(lines: readonly PricedLine[]): LinePrice[] {
  const together = new Map<string, number>();
  for (const { group_id, mixed_price_breaks, quantity } of lines) {
    if (group_id && mixed_price_breaks) together.set(group_id, (together.get(group_id) ?? 0) + quantity);
  }
  return lines.map((line) => {
    const { group_id, mixed_price_breaks, quantity } = line;
    const counted = (mixed_price_breaks && together.get(group_id ?? "")) || quantity;
    const unit_kobo = unitPrice(line, counted);
    return { counted, unit_kobo, total_kobo: subtotal(unit_kobo, quantity) };
  });
}

export type OrderTotals = { items_kobo: number; shipping_kobo: number; discount_kobo: number; total_kobo: number };

/**
 * Order total in kobo: items plus shipping minus discount, both 0 by default. Throws when the discount exceeds the
 * rest.
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

/** Minimum order quantity of a product. */
export function minimumQuantity(product: Pick<Stocked, "min_order">): number {
  return Math.max(1, product.min_order);
}

/** `max` is the largest valid quantity within the stock. */
export type QuantityRange =
  | { buyable: true; min: number; max: number; step: number }
  | { buyable: false; reason: "out_of_stock" | "below_minimum" };

/**
 * Valid quantities: from `min` in steps of `step` up to `max`. `size` restricts them to whole larger units of that many
 * sold units. With stock below the minimum the product is unavailable, as its badge says.
 */
export function quantityRange(product: Stocked, size = 1): QuantityRange {
  if (product.stock_quantity <= 0) return { buyable: false, reason: "out_of_stock" };
  const step = commonMultiple(Math.max(1, product.order_multiple ?? 1), size);
  const minimum = minimumQuantity(product);
  // The minimum is a multiple of the order multiple.
  const min = size === 1 ? minimum : Math.ceil(minimum / step) * step;
  if (product.stock_quantity < min) return { buyable: false, reason: "below_minimum" };
  return { buyable: true, min, max: min + wholeSteps(product.stock_quantity - min, step), step };
}

/** Valid quantities next to `quantity`, in whole units of `size`: itself, or the nearest below and above. */
export function nearestQuantities(quantity: number, product: Stocked, size = 1): number[] {
  const range = quantityRange(product, size);
  if (!range.buyable) return [];
  const { min, max, step } = range;
  if (quantity <= min) return [min];
  if (quantity >= max) return [max];
  const below = min + wholeSteps(quantity - min, step);
  return below === quantity ? [below] : [below, below + step];
}

/**
 * Nearest valid quantity in whole units of `size`, the lower of two; the minimum for a non-number or an unavailable
 * product.
 */
export function nearestQuantity(quantity: number, product: Stocked, size = 1): number {
  const wanted = Number.isFinite(quantity) ? Math.floor(quantity) : 0;
  const [below = minimumQuantity(product), above = below] = nearestQuantities(wanted, product, size);
  return above - wanted < wanted - below ? above : below;
}

function wholeSteps(quantity: number, step: number): number {
  return Math.floor(quantity / step) * step;
}

function commonMultiple(a: number, b: number): number {
  let [divisor, rest] = [a, b];
  while (rest > 0) [divisor, rest] = [rest, divisor % rest];
  return (a / divisor) * b;
}
