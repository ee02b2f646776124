import { formatNaira } from "#app/lib/money.ts";

/** Measures by which goods are compared, in the order of a listing sorted by them. */
export const MEASURES = ["kilo", "litre", "metre"] as const;
export type Measure = (typeof MEASURES)[number];

/** What one sold unit contains: `amount` in kilos, litres or metres. */
export type NetContent = { amount: number; measure: Measure };

/** Price of a kilo, litre or metre in kobo, rounded, of a unit at `unit_kobo`. */
export function contentPrice(unit_kobo: number, { amount }: NetContent): number {
  return Math.round(unit_kobo / amount);
}

/** "₦1,980.00 a kilo". */
export function contentPriceText(unit_kobo: number, content: NetContent): string {
  return `${formatNaira(contentPrice(unit_kobo, content))} a ${content.measure}`;
}
