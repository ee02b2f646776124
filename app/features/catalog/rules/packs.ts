import { formatCount, formatNaira } from "../../../lib/money.ts";
import { nearestQuantities, quantityRange, type LargerUnit, type Stocked } from "./pricing.ts";

/** `unit` names the sold unit ("carton of 24"), `pieces` says how many are in it. */
export type Packed = { unit: string; pieces: number; larger_units: readonly LargerUnit[] };

/** A unit that a quantity can be counted in: its bare name and how many sold units it holds. */
export type CountingUnit = { name: string; size: number };

/** The sold unit and the larger ones, in rising size. */
export function countingUnits(product: Packed): CountingUnit[] {
  const larger = product.larger_units.map(({ unit, pieces }) => ({
    name: bareUnit(unit),
    size: pieces / product.pieces,
  }));
  return [{ name: bareUnit(product.unit), size: 1 }, ...larger.filter(({ size }) => Number.isInteger(size))];
}

/** "carton of 24 pieces": a unit as it is chosen, with how many sold units are in it. */
export function unitText({ name, size }: CountingUnit, sold: string): string {
  return `${name || "unit"}${size > 1 ? ` of ${countOf(size, sold)}` : ""}`;
}

/** The units of which at least one quantity can be bought. */
export function buyableUnits(product: Packed & Stocked): CountingUnit[] {
  return countingUnits(product).filter(({ size }) => quantityRange(product, size).buyable);
}

/** The unit of `wanted` sold units while `quantity` is whole in it and can be bought so, else the sold unit. */
export function chosenUnit(product: Packed & Stocked, quantity: number, wanted: number): CountingUnit {
  const [sold = { name: "", size: 1 }, ...larger] = buyableUnits(product);
  return larger.find(({ size }) => size === wanted && quantity % size === 0) ?? sold;
}

/**
 * "3 cartons (72 pieces)": a quantity of sold units in the larger unit of `wanted` sold units, else in the largest that
 * holds it whole, and what is in them. For a sold unit of one piece that is the sold unit itself.
 */
export function packText(product: Packed, quantity: number, wanted = 1): string {
  const units = countingUnits(product).filter(({ size }) => quantity % size === 0);
  const chosen = units.find(({ size }) => size > 1 && size === wanted);
  const { name, size } = chosen ?? units.at(-1) ?? { name: "", size: 1 };
  const text = countOf(quantity / size, name);
  if (product.pieces > 1) return `${text} (${countOf(quantity * product.pieces, "piece")})`;
  return size === 1 ? text : `${text} (${countOf(quantity, bareUnit(product.unit) || "piece")})`;
}

/** `packText` where it says more than the quantity and the unit, else null. */
export function packHint(product: Packed, quantity: number, wanted = 1): string | null {
  const isPlain = product.pieces === 1 && !countingUnits(product).some(({ size }) => size > 1 && quantity % size === 0);
  return isPlain ? null : packText(product, quantity, wanted);
}

/** "cartons of 12", "multiples of 5 bags": what one order multiple is. The larger unit of that size gives the name. */
export function multipleName(product: Packed & Stocked): string {
  const multiple = product.order_multiple ?? 1;
  const unit = countingUnits(product).find(({ size }) => size === multiple && size > 1);
  const count = formatCount(multiple);
  if (unit) return `${unit.name === "dozen" ? "dozens" : plural(unit.name)} of ${count}`;
  const sold = bareUnit(product.unit);
  return `multiples of ${count}${/^\D/.test(sold) ? ` ${plural(sold)}` : ""}`;
}

/** Why a quantity cannot be bought, with the ones that can: 'This is sold in cartons of 12: 24 or 36?'. */
export function multipleText(product: Packed & Stocked, quantity: number): string {
  const choices = nearestQuantities(quantity, product).map((one) => formatCount(one));
  const text = `This is sold in ${multipleName(product)}`;
  return choices.length > 0 ? `${text}: ${choices.join(" or ")}?` : text;
}

/** What was agreed on for a line: "3 × ₦30,000.00 per carton of 24 (72 pieces)". `unit_kobo` is the unit price in kobo. */
export function agreedText(
  quantity: number,
  unit_kobo: number,
  { unit, pieces }: Omit<Packed, "larger_units">,
): string {
  const text = `${formatCount(quantity)} × ${formatNaira(unit_kobo)}${unit ? ` per ${unit}` : ""}`;
  return pieces > 1 ? `${text} (${countOf(quantity * pieces, "piece")})` : text;
}

/** "3 cartons", "1 dozen"; without a name only the number. */
export function countOf(count: number, unit: string): string {
  const number = formatCount(count);
  // "5 50 kg bags" is no number.
  if (/^\d/.test(unit)) return `${number} × ${unit}`;
  return unit === "" ? number : `${number} ${count === 1 ? unit : plural(unit)}`;
}

/** The name of a unit without what is in it: "carton of 24" is a carton. */
export function bareUnit(unit: string): string {
  return unit.replace(/\s+(?:of|x|×)\s*\d.*$/i, "").trim();
}

function plural(unit: string): string {
  if (/(?:^|\s)(?:dozen|gross|pcs|pieces|pairs|units)$/i.test(unit)) return unit;
  if (/[^aeiou]y$/i.test(unit)) return `${unit.slice(0, -1)}ies`;
  return /(?:s|x|z|ch|sh)$/i.test(unit) ? `${unit}es` : `${unit}s`;
}
