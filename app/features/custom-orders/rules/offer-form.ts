import { subtotal } from "#app/features/pricing/rules.ts";
import { formatNaira, parseNaira } from "#app/lib/money.ts";

/** Line total of an offer while typing, or a dash if it cannot be computed. */
export function lineTotalText({ quantity, price }: { quantity: string; price: string }): string {
  const kobo = parseNaira(price);
  const count = Number(quantity);
  return kobo !== null && Number.isSafeInteger(count) && count > 0 ? formatNaira(subtotal(kobo, count)) : "-";
}
