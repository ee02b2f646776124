import { formatDays } from "#app/lib/day-range.ts";
import { formatNaira } from "#app/lib/money.ts";
import type { DeliveryOption, DeliveryQuote } from "../rules.ts";

/** The ways that bring the goods to the place; where none does, those that the buyer picks up himself. */
function bringing(options: readonly DeliveryOption[]): readonly DeliveryOption[] {
  const brought = options.filter(({ kind }) => kind !== "pickup");
  return brought.length > 0 ? brought : options;
}

/** The cheapest way of delivery, of equal ones the owner's first; a pick-up only where there is no other. */
export function cheapest(options: readonly DeliveryOption[]): DeliveryOption | null {
  return bringing(options).toSorted((a, b) => a.kobo - b.kobo)[0] ?? null;
}

/** "from ₦4,500", "₦4,500" where there is one way, "Free"; null where no rate reaches the place. */
export function priceText({ options }: Pick<DeliveryQuote, "options">): string | null {
  const best = cheapest(options);
  if (!best) return null;
  if (best.kobo === 0) return "Free";
  return `${bringing(options).length > 1 ? "from " : ""}${formatNaira(best.kobo)}`;
}

/** "To Onitsha North: from ₦4,500, Thu 26 to Sat 28 Nov": the cheapest way with its days, for product and cart. */
export function quoteText(quote: Pick<DeliveryQuote, "options" | "place">): string {
  const [best, price] = [cheapest(quote.options), priceText(quote)];
  if (!best || !price) return `To ${quote.place}: no delivery price yet.`;
  const cost = price === "Free" ? "free" : price;
  const days = formatDays(best.from, best.to);
  return best.kind === "pickup"
    ? `${quote.place}: pick-up only, ${cost}, ready ${days}`
    : `To ${quote.place}: ${cost}, ${days}`;
}
