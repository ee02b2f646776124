import { formatDays } from "#app/lib/dates.ts";
import { formatNaira } from "#app/lib/money.ts";
import type { DeliveryOption, DeliveryQuote } from "../rules.ts";

/** The cheapest way of delivery; of equal ones the owner's first. */
export function cheapest(options: readonly DeliveryOption[]): DeliveryOption | null {
  return options.toSorted((a, b) => a.kobo - b.kobo)[0] ?? null;
}

/** "from ₦4,500", "₦4,500" where there is one way, "Free"; null where no rate reaches the place. */
export function priceText({ options }: Pick<DeliveryQuote, "options">): string | null {
  const best = cheapest(options);
  if (!best) return null;
  if (best.kobo === 0) return "Free";
  return `${options.length > 1 ? "from " : ""}${formatNaira(best.kobo)}`;
}

/** "To Onitsha North: from ₦4,500, Thu 26 to Sat 28 Nov": the cheapest way with its days, for product and cart. */
export function quoteText(quote: Pick<DeliveryQuote, "options" | "place">): string {
  const [best, price] = [cheapest(quote.options), priceText(quote)];
  if (!best || !price) return `To ${quote.place}: no delivery price yet.`;
  return `To ${quote.place}: ${price === "Free" ? "free" : price}, ${formatDays(best.from, best.to)}`;
}
