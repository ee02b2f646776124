import { formatCount, formatNaira } from "#app/lib/money.ts";
import { nearestQuantities, quantityRange, type LargerUnit, type Stocked } from "../rules.ts";

/** `unit` is the name of the sold unit ("carton of 24"), `pieces` its size. */
export type Packed = { unit: string; pieces: number; larger_units: readonly LargerUnit[] };

/** A unit for entering quantities: name without size, and its size in sold units. */
export type CountingUnit = { name: string; size: number };

/** The sold unit and the larger ones, by ascending size. */
export function countingUnits(product: Packed): CountingUnit[] {
  const larger = product.larger_units.map(({ unit, pieces }) => ({
    name: bareUnit(unit),
    size: pieces / product.pieces,
  }));
  return [{ name: bareUnit(product.unit), size: 1 }, ...larger.filter(({ size }) => Number.isInteger(size))];
}

/** "carton of 24 pieces": label of a unit with its size in sold units. */
export function unitText({ name, size }: CountingUnit, sold: string): string {
  return `${name || "unit"}${size > 1 ? ` of ${countOf(size, sold)}` : ""}`;
}

/** Units in which at least one quantity is available. */
export function buyableUnits(product: Packed & Stocked): CountingUnit[] {
  return countingUnits(product).filter(({ size }) => quantityRange(product, size).buyable);
}

/** The unit of `wanted` sold units if `quantity` is a whole and available number of it, else the sold unit. */
export function chosenUnit(product: Packed & Stocked, quantity: number, wanted: number): CountingUnit {
  const [sold = { name: "", size: 1 }, ...larger] = buyableUnits(product);
  return larger.find(({ size }) => size === wanted && quantity % size === 0) ?? sold;
}

/**
 * "3 cartons (72 pieces)": a quantity in the unit of `wanted` sold units, else in the largest unit that divides it,
 * with its content. For a sold unit of one piece, in the sold unit.
 */
export function packText(product: Packed, quantity: number, wanted = 1): string {
  const units = countingUnits(product).filter(({ size }) => quantity % size === 0);
  const chosen = units.find(({ size }) => size > 1 && size === wanted);
  const { name, size } = chosen ?? units.at(-1) ?? { name: "", size: 1 };
  const text = countOf(quantity / size, name);
  if (product.pieces > 1) return `${text} (${countOf(quantity * product.pieces, "piece")})`;
  return size === 1 ? text : `${text} (${countOf(quantity, bareUnit(product.unit) || "piece")})`;
}

/** `packText` if it adds information to quantity and unit, else null. */
export function packHint(product: Packed, quantity: number, wanted = 1): string | null {
  const isPlain = product.pieces === 1 && !countingUnits(product).some(({ size }) => size > 1 && quantity % size === 0);
  return isPlain ? null : packText(product, quantity, wanted);
}

/**
 * "cartons of 12", "multiples of 5 bags": description of the order multiple. Uses the name of a larger unit of that
 * size.
 */
export function multipleName(product: Packed & Stocked): string {
  const multiple = product.order_multiple ?? 1;
  const unit = countingUnits(product).find(({ size }) => size === multiple && size > 1);
  const count = formatCount(multiple);
  if (unit) return `${unit.name === "dozen" ? "dozens" : plural(unit.name)} of ${count}`;
  const sold = bareUnit(product.unit);
  return `multiples of ${count}${/^\D/.test(sold) ? ` ${plural(sold)}` : ""}`;
}

/** Error message with the nearest valid quantities: 'This is sold in cartons of 12: 24 or 36?'. */
export function multipleText(product: Packed & Stocked, quantity: number): string {
  const choices = nearestQuantities(quantity, product).map((one) => formatCount(one));
  const text = `This is sold in ${multipleName(product)}`;
  return choices.length > 0 ? `${text}: ${choices.join(" or ")}?` : text;
}

/** Line of an agreed price: "3 × ₦30,000.00 per carton of 24 (72 pieces)". `unit_kobo` is the unit price in kobo. */
export function agreedText(
  quantity: number,
  unit_kobo: number,
  { unit, pieces }: Omit<Packed, "larger_units">,
): string {
  const text = `${formatCount(quantity)} × ${formatNaira(unit_kobo)}${unit ? ` per ${unit}` : ""}`;
  return pieces > 1 ? `${text} (${countOf(quantity * pieces, "piece")})` : text;
}

/** "3 cartons", "1 dozen"; only the number for an empty unit. */
export function countOf(count: number, unit: string): string {
  const number = formatCount(count);
  // Avoids "5 50 kg bags".
  if (/^\d/.test(unit)) return `${number} × ${unit}`;
  return unit === "" ? number : `${number} ${count === 1 ? unit : plural(unit)}`;
}

/** A unit's name without its size: "carton of 24" -> "carton". */
export function bareUnit(unit: string): string {
  return unit.replace(/\s+(?:of|x|×)\s*\d.*$/i, "").trim();
}

function plural(unit: string): string {
  if (/(?:^|\s)(?:dozen|gross|pcs|pieces|pairs|units)$/i.test(unit)) return unit;
  if (/[^aeiou]y$/i.test(unit)) return `${unit.slice(0, -1)}ies`;
  return /(?:s|x|z|ch|sh)$/i.test(unit) ? `${unit}es` : `${unit}s`;
}
