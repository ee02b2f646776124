import { nearestQuantities, quantityRange, subtotal, unitPrice, type Priced, type Stocked } from "./pricing.ts";

/** One row of the table of price steps: from `from` units on, to `to` units or without end, each costs `unit_kobo`. */
export type PriceRow = { from: number; to: number | null; unit_kobo: number };

/** The price at the minimum order and each step after it; a single row for a product without steps. */
export function priceRows(product: Priced & Pick<Stocked, "min_order">): PriceRow[] {
  const starts = [product.min_order, ...(product.price_steps ?? []).map((step) => step.from)];
  return starts.map((from, at) => {
    const next = starts[at + 1];
    return { from, to: next === undefined ? null : next - 1, unit_kobo: unitPrice(product, from) };
  });
}

/** The quantity from which the price in force is charged, when it is a step's; null at the price of the minimum order. */
export function stepInForce(product: Priced, counted: number): number | null {
  return product.price_steps?.findLast((step) => counted >= step.from)?.from ?? null;
}

/** What a line of `quantity` units at `unit_kobo` each costs less than at the price of the minimum order, in kobo. */
export function savedKobo(product: Priced, unit_kobo: number, quantity: number): number {
  return subtotal(unitPrice({ ...product, price_steps: [] }, quantity) - unit_kobo, quantity);
}

/** `add` more units make each cost `unit_kobo`. */
export type Nudge = { add: number; unit_kobo: number };

/**
 * What brings the next price step: how many units more than `quantity`, in quantities that can be bought, and the price
 * then. Null when no step is left or the stock does not reach it. `counted` is the quantity that steps go by.
 */
export function nextStep(product: Priced & Stocked, quantity: number, counted = quantity): Nudge | null {
  const range = quantityRange(product);
  const now = unitPrice(product, counted);
  const next = (product.price_steps ?? []).find((step) => step.from > counted && step.unit_kobo < now);
  if (!next || !range.buyable) return null;
  const wanted = quantity + next.from - counted;
  const target = nearestQuantities(wanted, product).find((one) => one >= wanted);
  if (target === undefined || target <= quantity) return null;
  return { add: target - quantity, unit_kobo: unitPrice(product, counted + target - quantity) };
}
