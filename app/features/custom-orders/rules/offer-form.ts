import { subtotal } from "#app/features/pricing/rules.ts";
import { formatNaira, parseNaira } from "#app/lib/money.ts";
import { wholeNumber } from "#app/lib/whole-numbers.ts";

/** Line total of an offer while typing, or a dash if it cannot be computed. */
export function lineTotalText({ quantity, price }: { quantity: string; price: string }): string {
  const kobo = parseNaira(price);
  const count = wholeNumber(quantity.trim());
  return kobo !== null && count ? formatNaira(subtotal(kobo, count)) : "-";
}
