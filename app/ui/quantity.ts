import { formatCount } from "#app/lib/money.ts";
/** The result of a typed quantity: the number, and a message if it was refused or clamped. */
export type TypedQuantity = { quantity: number | null; refusal: { title: string; text: string } | null };

export type QuantityBounds = {
  min: number;
  max: number;
  /** The step between valid quantities, counted from `min`; 1 by default. */
  step?: number;
  /** The reason why a quantity between two steps is invalid. */
  whyOff?: (wanted: number) => string;
};

/**
 * Parses a typed quantity. Only whole numbers are accepted, with commas or spaces as thousands separators ("1,200"):
 * "2.5" and "5e2" are refused, not read as 25 and 52. A number outside `min` and `max` is clamped, one between two
 * steps is rounded to the nearer one, ties down.
 */
export function readQuantity(input: string, { min, max, step = 1, whyOff }: QuantityBounds): TypedQuantity {
  const text = input.trim();
  if (text === "") return { quantity: null, refusal: null };
  if (!/^(\d+|\d{1,3}([, ]\d{3})+)$/.test(text)) {
    const refusal = { title: "Whole numbers only", text: `“${text}” is not a quantity. Please type a number like 25.` };
    return { quantity: null, refusal };
  }
  const wanted = Number(text.replaceAll(/[, ]/g, ""));
  if (wanted < min) {
    return {
      quantity: min,
      refusal: { title: "Minimum Quantity", text: `You cannot order less than ${min} units of this item.` },
    };
  }
  if (wanted > max) {
    const most = formatCount(max);
    return {
      quantity: max,
      refusal: { title: `Only ${most} left`, text: "The quantity is now all that is in stock." },
    };
  }
  const rest = (wanted - min) % step;
  if (rest === 0) return { quantity: wanted, refusal: null };
  const below = wanted - rest;
  const quantity = rest * 2 > step && below + step <= max ? below + step : below;
  const title = `The quantity is now ${formatCount(quantity)}`;
  return { quantity, refusal: { title, text: whyOff?.(wanted) ?? `This is sold in steps of ${step}.` } };
}
