import type { LargerUnit, PriceStep } from "#app/features/pricing/rules.ts";
import { formatNaira } from "#app/lib/money.ts";

type Steps = { price_steps: PriceStep[]; min_order: number; price: number; discount_price: number | null };
type Units = { larger_units: LargerUnit[]; pieces: number };

/** The stored terms of a product; a missing one is that of a new product. */
type Terms = Partial<Omit<Steps, "price" | "discount_price"> & Units> & {
  price_kobo: number;
  discount_price_kobo?: number | null;
};

/** The rule that the price steps or larger units of a product break, as a message; null if none. */
export function termsProblem({ price_kobo, discount_price_kobo = null, ...terms }: Terms): string | null {
  const { min_order = 1, pieces = 1, price_steps = [], larger_units = [] } = terms;
  return (
    stepsProblem({ price: price_kobo, discount_price: discount_price_kobo, min_order, price_steps }) ??
    unitsProblem({ pieces, larger_units })
  );
}

/** Why the minimum order does not fit the multiple; null if it does. */
export function multipleProblem({
  min_order,
  order_multiple,
}: {
  min_order: number;
  order_multiple: number;
}): string | null {
  if (min_order % order_multiple === 0) return null;
  const below = min_order - (min_order % order_multiple);
  const choices = below > 0 ? `${below} or ${below + order_multiple}` : `${order_multiple}`;
  return `The minimum order ${min_order} is no multiple of ${order_multiple}: make it ${choices}, or change the multiple.`;
}

/** Why these are no price steps below the price at the minimum order; null if they are. */
export function stepsProblem({ price_steps, min_order, price, discount_price }: Steps): string | null {
  if (price_steps.length > 8) return `A product has at most 8 price steps; these are ${price_steps.length}.`;
  let before = { from: min_order, unit_kobo: discount_price ?? price };
  for (const [at, step] of price_steps.entries()) {
    const { from, unit_kobo } = step;
    if (unit_kobo === 0) return `Price step ${at + 1} needs a price above zero.`;
    if (from <= before.from)
      return at === 0
        ? `Price step 1 starts at ${from}: it must start above the minimum order of ${min_order}.`
        : `Price steps ${at} and ${at + 1} overlap: step ${at + 1} must start above ${before.from}.`;
    if (unit_kobo >= before.unit_kobo)
      return `Price step ${at + 1} costs ${formatNaira(unit_kobo)}: it must be less than ${
        at === 0 ? "the price at the minimum order" : `step ${at}`
      }, ${formatNaira(before.unit_kobo)}.`;
    before = step;
  }
  return null;
}

/** Why these are no larger units of the sold one; null if they are. */
export function unitsProblem({ larger_units, pieces: each }: Units): string | null {
  if (larger_units.length > 4) return `A product has at most 4 larger units; these are ${larger_units.length}.`;
  let before = each;
  for (const { unit, pieces } of larger_units) {
    const name = `The larger unit “${unit}”`;
    if (unit.length > 40) return `${name} has a name of more than 40 characters.`;
    if (pieces <= before)
      return `${name} has ${pieces} pieces: it must have more than the ${before} of the unit before it.`;
    if (pieces % each !== 0)
      return `${name} has ${pieces} pieces: that is no multiple of the ${each} in the unit that is sold.`;
    before = pieces;
  }
  return null;
}
