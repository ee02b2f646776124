import { formatCount } from "#app/lib/money.ts";
import type { CartItem } from "../rules.ts";

type Line = Pick<CartItem, "name" | "unit" | "quantity">;

/** What a buyer whom no rate reaches asks the shop: the price of delivery of these goods to `place`, "Dala, Kano". */
export function deliveryWish(lines: readonly Line[], place: string): string {
  const goods = lines.map(({ name, unit, quantity }) => {
    return `${formatCount(quantity)} x ${name}${unit === "" ? "" : ` (${unit})`}`;
  });
  return [
    "What does delivery of these goods cost?",
    `Place: ${place}`,
    ...(goods.length > 0 ? goods : ["Goods: "]),
  ].join("\n");
}
