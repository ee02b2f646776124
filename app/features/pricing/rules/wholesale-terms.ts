import { formatNaira } from "#app/lib/money.ts";
import type { LargerUnit, PriceStep } from "../rules.ts";

/** Maximum number of price steps and of larger units. */
export const MAX_PRICE_STEPS = 8;
export const MAX_LARGER_UNITS = 4;
/** Maximum length of the name of a larger unit, in characters. */
export const MAX_UNIT_NAME = 40;

/** Wholesale input of a form or import; prices in kobo. */
export type TermsInput = {
  price_kobo: number;
  discount_price_kobo?: number | null;
  min_order: number;
  order_multiple: number;
  pieces: number;
  price_steps: readonly PriceStep[];
  larger_units: readonly LargerUnit[];
};

/** Messages by field; list rows are named "price_steps.0", "larger_units.2". */
export type TermsErrors = Record<string, string>;

/**
 * Validates wholesale terms, one message per field and row; empty if valid. Same rules as the check constraints of
 * `products`.
 */
export function termsErrors(input: TermsInput): TermsErrors {
  const { min_order, order_multiple, pieces } = input;
  const errors: TermsErrors = {};
  if (!isCount(min_order)) errors["min_order"] = "The minimum order is a whole number from 1.";
  if (!isCount(order_multiple)) errors["order_multiple"] = "The order multiple is a whole number from 1.";
  else if (isCount(min_order) && min_order % order_multiple !== 0)
    errors["order_multiple"] = multipleError(min_order, order_multiple);
  if (!isCount(pieces)) errors["pieces"] = "The pieces in a unit are a whole number from 1.";
  return { ...errors, ...stepErrors(input), ...unitErrors(input) };
}

function multipleError(min_order: number, order_multiple: number): string {
  const below = min_order - (min_order % order_multiple);
  const choices = below > 0 ? `${below} or ${below + order_multiple}` : `${order_multiple}`;
  return `The minimum order ${min_order} is no multiple of ${order_multiple}: make it ${choices}, or change the multiple.`;
}

function stepErrors({ price_steps, min_order, ...price }: TermsInput): TermsErrors {
  if (price_steps.length > MAX_PRICE_STEPS)
    return { price_steps: `A product has at most ${MAX_PRICE_STEPS} price steps; these are ${price_steps.length}.` };
  const errors: TermsErrors = {};
  price_steps.forEach((step, at) => {
    const before = price_steps[at - 1];
    const error = before ? errorAfter(step, before, at) : errorOfFirst(step, min_order, price);
    if (error) errors[`price_steps.${at}`] = error;
  });
  return errors;
}

function errorOfFirst(
  step: PriceStep,
  min_order: number,
  price: Pick<TermsInput, "price_kobo" | "discount_price_kobo">,
): string | null {
  const own = errorOfStep(step, 1);
  if (own) return own;
  const price_kobo = price.discount_price_kobo ?? price.price_kobo;
  if (step.from <= min_order)
    return `Price step 1 starts at ${step.from}: it must start above the minimum order of ${min_order}.`;
  return step.unit_kobo < price_kobo ? null : notLower(step, 1, price_kobo, "the price at the minimum order");
}

function errorAfter(step: PriceStep, before: PriceStep, at: number): string | null {
  const own = errorOfStep(step, at + 1);
  if (own) return own;
  if (step.from <= before.from)
    return `Price steps ${at} and ${at + 1} overlap: step ${at + 1} must start above ${before.from}.`;
  return step.unit_kobo < before.unit_kobo ? null : notLower(step, at + 1, before.unit_kobo, `step ${at}`);
}

function errorOfStep({ from, unit_kobo }: PriceStep, number: number): string | null {
  if (!isCount(from)) return `Price step ${number} needs a quantity: a whole number from 1.`;
  return Number.isSafeInteger(unit_kobo) && unit_kobo > 0 ? null : `Price step ${number} needs a price above zero.`;
}

function notLower(step: PriceStep, number: number, before_kobo: number, before: string): string {
  const [now, then] = [formatNaira(step.unit_kobo), formatNaira(before_kobo)];
  return `Price step ${number} costs ${now}: it must be less than ${before}, ${then}.`;
}

function unitErrors({ larger_units, pieces }: TermsInput): TermsErrors {
  if (larger_units.length > MAX_LARGER_UNITS)
    return {
      larger_units: `A product has at most ${MAX_LARGER_UNITS} larger units; these are ${larger_units.length}.`,
    };
  const errors: TermsErrors = {};
  larger_units.forEach((unit, at) => {
    const error = errorOfUnit(unit, larger_units[at - 1]?.pieces ?? pieces, pieces, at);
    if (error) errors[`larger_units.${at}`] = error;
  });
  return errors;
}

function errorOfUnit({ unit, pieces }: LargerUnit, before: number, each: number, at: number): string | null {
  const name = unit === "" ? `Larger unit ${at + 1}` : `The larger unit “${unit}”`;
  if (unit === "") return `${name} needs a name.`;
  if (unit.length > MAX_UNIT_NAME) return `${name} has a name of more than ${MAX_UNIT_NAME} characters.`;
  if (!isCount(pieces)) return `${name} needs its number of pieces: a whole number from 1.`;
  if (pieces <= before)
    return `${name} has ${pieces} pieces: it must have more than the ${before} of the unit before it.`;
  if (isCount(each) && pieces % each !== 0)
    return `${name} has ${pieces} pieces: that is no multiple of the ${each} in the unit that is sold.`;
  return null;
}

/** Range of the database's integer type. */
function isCount(value: number): boolean {
  return Number.isInteger(value) && value >= 1 && value <= 2_147_483_647;
}
