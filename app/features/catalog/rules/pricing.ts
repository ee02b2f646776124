/** From `from` sold units on, each costs `unit_kobo`. Steps rise in quantity and fall in price. */
export type PriceStep = { from: number; unit_kobo: number };
/** `price_kobo`, or the discount price where there is one, is the unit price at the minimum order. */
export type Priced = {
  price_kobo: number;
  discount_price_kobo?: number | null;
  price_steps?: readonly PriceStep[];
};
/** `stock_quantity` is what can still be sold, in sold units; `order_multiple` is 1 unless given. */
export type Stocked = { min_order: number; stock_quantity: number; order_multiple?: number };
/** A larger unit of the same goods, such as a pallet: `pieces` is a multiple of the sold unit's pieces. */
export type LargerUnit = { unit: string; pieces: number };
/** With `steps_together` the price steps count the quantities of all lines of the group. */
export type GroupMember = { group_id?: string | null; steps_together?: boolean };

/** How a product is sold wholesale, beside price, minimum and stock. `pieces` is how many are in one sold unit. */
export type WholesaleTerms = {
  order_multiple: number;
  pieces: number;
  price_steps: PriceStep[];
  larger_units: LargerUnit[];
  group_id: string | null;
  steps_together: boolean;
};

/** A product of one price, in any quantity, by itself. */
export const PLAIN_TERMS: WholesaleTerms = {
  order_multiple: 1,
  pieces: 1,
  price_steps: [],
  larger_units: [],
  group_id: null,
  steps_together: false,
};

/**
 * What one sold unit costs, in kobo, when `quantity` units count: the discount price where there is one, from the
 * quantity of a price step on that of the step. Never more for a larger quantity.
 */
export function unitPrice(product: Priced, quantity: number): number {
  let unit_kobo = product.discount_price_kobo ?? product.price_kobo;
  for (const step of product.price_steps ?? []) {
    if (quantity >= step.from) unit_kobo = Math.min(unit_kobo, step.unit_kobo);
  }
  return unit_kobo;
}

/** What one piece costs, in kobo, rounded, when a unit of `pieces` pieces costs `unit_kobo`. */
export function piecePrice(unit_kobo: number, pieces: number): number {
  return Math.round(unit_kobo / Math.max(1, pieces));
}

/** What `quantity` units of `unit_kobo` each cost, in kobo: for prices that were agreed, as in an order. */
export function subtotal(unit_kobo: number, quantity: number): number {
  return unit_kobo * quantity;
}

/** What `quantity` units of a product cost today, in kobo, when nothing else counts for its steps. */
export function lineTotal(product: Priced, quantity: number): number {
  return subtotal(unitPrice(product, quantity), quantity);
}

/** One line of a cart as it is priced. */
export type PricedLine = Priced & GroupMember & { quantity: number };

/** `counted` is the quantity that the line's price steps go by; `unit_kobo` and `total_kobo` what it costs. */
export type LinePrice = { counted: number; unit_kobo: number; total_kobo: number };

/** The price of each line of a cart, in the order of `lines`. Lines that cannot be bought must not be among them. */
export function priceLines(lines: readonly PricedLine[]): LinePrice[] {
  const together = new Map<string, number>();
  for (const { group_id, steps_together, quantity } of lines) {
    if (group_id && steps_together) together.set(group_id, (together.get(group_id) ?? 0) + quantity);
  }
  return lines.map((line) => {
    const { group_id, steps_together, quantity } = line;
    const counted = (steps_together && together.get(group_id ?? "")) || quantity;
    const unit_kobo = unitPrice(line, counted);
    return { counted, unit_kobo, total_kobo: subtotal(unit_kobo, quantity) };
  });
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

/** `max` is the last whole step within the stock. */
export type QuantityRange =
  | { buyable: true; min: number; max: number; step: number }
  | { buyable: false; reason: "out_of_stock" | "below_minimum" };

/**
 * Which quantities can be bought: `min`, and from there in whole `step`s up to `max`. `size` limits them to whole larger
 * units of that many sold units. With less in stock than the least of them the product cannot be bought at all, although
 * its badge still says Low Stock.
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

/**
 * The quantities next to `quantity` that can be bought, in whole units of `size`: itself, or the one below and above,
 * as far as there are such.
 */
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
 * The nearest quantity that can be ordered in whole units of `size`, of two the lower; anything that is not a number,
 * and any quantity of a product that cannot be bought, becomes the minimum.
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
