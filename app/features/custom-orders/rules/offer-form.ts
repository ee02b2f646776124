import { subtotal } from "#app/features/catalog/rules/pricing.ts";
import { formatNaira, parseNaira } from "#app/lib/money.ts";

/** What a line of an offer comes to as it is typed, or a dash while it cannot be counted. */
export function lineTotalText({ quantity, price }: { quantity: string; price: string }): string {
  const kobo = parseNaira(price);
  const count = Number(quantity);
  return kobo !== null && Number.isSafeInteger(count) && count > 0 ? formatNaira(subtotal(kobo, count)) : "-";
}
