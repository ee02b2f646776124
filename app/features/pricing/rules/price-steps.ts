import { nearestQuantities, quantityRange, subtotal, unitPrice, type Priced, type Stocked } from "../rules.ts";

/** A row of the price table: quantities `from` to `to` (null: unlimited) at `unit_kobo` each. */
export type PriceRow = { from: number; to: number | null; unit_kobo: number };

/** Price at the minimum order and at each later step; a single row without steps. */
export function priceRows(product: Priced & Pick<Stocked, "min_order">): PriceRow[] {
  const starts = [product.min_order, ...(product.price_steps ?? []).map((step) => step.from)];
  return starts.map((from, at) => {
    const next = starts[at + 1];
    return { from, to: next === undefined ? null : next - 1, unit_kobo: unitPrice(product, from) };
  });
}

/** Start of the current price step; null at the base price. */
export function stepInForce(product: Priced, counted: number): number | null {
  return product.price_steps?.findLast((step) => counted >= step.from)?.from ?? null;
}

/** Saving of a line of `quantity` units at `unit_kobo` compared with the base price, in kobo. */
export function savedKobo(product: Priced, unit_kobo: number, quantity: number): number {
  return subtotal(unitPrice({ ...product, price_steps: [] }, quantity) - unit_kobo, quantity);
}

/** `add` more units reduce the unit price to `unit_kobo`. */
export type Nudge = { add: number; unit_kobo: number };

/**
 * The next price step: additional units to reach it in valid quantities, and its price. Null when there is none or
 * stock is too low. `counted` is the quantity that determines the step.
 */
export function nextPriceStep(product: Priced & Stocked, quantity: number, counted = quantity): Nudge | null {
  const range = quantityRange(product);
  const now = unitPrice(product, counted);
  const next = (product.price_steps ?? []).find((step) => step.from > counted && step.unit_kobo < now);
  if (!next || !range.buyable) return null;
  const wanted = quantity + next.from - counted;
  const target = nearestQuantities(wanted, product).find((one) => one >= wanted);
  if (target === undefined || target <= quantity) return null;
  return { add: target - quantity, unit_kobo: unitPrice(product, counted + target - quantity) };
}
