import { formatCount } from "#app/lib/money.ts";
import type { CartItem } from "../rules.ts";

type Line = Pick<CartItem, "name" | "unit" | "quantity">;

/** Above it names are shortened, so that the largest cart fits into a request. */
const LONG = 10_000;
const SHORT_NAME = 40;

/** What a buyer whom no rate reaches asks the shop: the price of delivery of these goods to `place`, "Dala, Kano". */
export function deliveryWish(lines: readonly Line[], place: string): string {
  const isLong = lines.reduce((sum, { name, unit }) => sum + name.length + unit.length + 10, 0) > LONG;
  const goods = lines.map(({ name, unit, quantity }) => {
    const text = isLong && name.length > SHORT_NAME ? `${name.slice(0, SHORT_NAME - 1)}…` : name;
    return `${formatCount(quantity)} x ${text}${unit === "" ? "" : ` (${unit})`}`;
  });
  return [
    "What does delivery of these goods cost?",
    `Place: ${place}`,
    ...(goods.length > 0 ? goods : ["Goods: "]),
  ].join("\n");
}
