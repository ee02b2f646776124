import type { LinePrice } from "#app/features/pricing/rules.ts";
import { nextPriceStep, savedKobo, type Nudge } from "#app/features/pricing/rules/price-steps.ts";
import { formatNaira, MAX_AMOUNT_KOBO, MIN_AMOUNT_KOBO } from "#app/lib/money.ts";
import { cartOf, cartPrices, shortageOf, lineBounds, totalOf, type CartItem } from "../rules.ts";
import { amountProblem, type LineChanges } from "../rules/check.ts";
import { isBlocked } from "./cart-messages.ts";

/** Why checkout is disabled. With `customOrder` the message is followed by a link to the custom order form. */
export type Stop = { text: string; customOrder?: boolean };

/** Summary of a cart; `stop` is why checkout is disabled, or null. */
export type CartSummary = {
  units: number;
  total_kobo: number;
  /** Saving compared with the base prices, in kobo. */
  saved_kobo: number;
  blocked: number;
  stop: Stop | null;
};

/** Counts and prices available lines, and determines whether checkout is possible. */
export function summarise(items: CartItem[], changes: LineChanges): CartSummary {
  const buyable = items.filter((item) => !isBlocked(item, changes[item.id]));
  const total_kobo = totalOf(buyable);
  const blocked = items.length - buyable.length;
  const saved_kobo = savedIn(buyable, cartPrices(buyable));
  return { units: cartOf(buyable).count, total_kobo, saved_kobo, blocked, stop: stopOf(blocked, total_kobo) };
}

/** What the total leaves out. */
export function withoutBlocked(blocked: number): string {
  return `Without ${blocked === 1 ? "1 item" : `${blocked} items`} that cannot be bought.`;
}

/** Saving of the lines compared with their base prices, in kobo. */
export function savedIn(items: readonly CartItem[], prices: ReadonlyMap<string, LinePrice>): number {
  const saved = items.map((item) => savedKobo(item, prices.get(item.id)?.unit_kobo ?? item.price_kobo, item.quantity));
  return saved.reduce((sum, kobo) => sum + kobo, 0);
}

/** A line and its next price step. */
export type LineNudge = Nudge & { item: CartItem };

/** The nudge shown for a cart: the line that needs the smallest relative increase; null without one. */
export function nearestNudge(items: readonly CartItem[], prices: ReadonlyMap<string, LinePrice>): LineNudge | null {
  const nudges = items.flatMap((item) => {
    const { counted } = prices.get(item.id) ?? { counted: item.quantity };
    const nudge = shortageOf(item) ? null : nextPriceStep(lineBounds(item), item.quantity, counted);
    return nudge && nudge.add <= counted ? [{ item, ...nudge, share: nudge.add / counted }] : [];
  });
  const [nearest] = nudges.sort((a, b) => a.share - b.share);
  return nearest ? { item: nearest.item, add: nearest.add, unit_kobo: nearest.unit_kobo } : null;
}

function stopOf(blocked: number, total_kobo: number): Stop | null {
  if (blocked > 0) {
    const what = blocked === 1 ? "the item" : `the ${blocked} items`;
    return { text: `Remove ${what} that cannot be bought to continue.` };
  }
  switch (amountProblem(total_kobo)) {
    case "too_large":
      return {
        text: `Card and transfer payments are limited to ${formatNaira(MAX_AMOUNT_KOBO)} per order. Split this order or`,
        customOrder: true,
      };
    case "too_small":
      return { text: `Card and transfer payments start at ${formatNaira(MIN_AMOUNT_KOBO)} per order.` };
    default:
      return null;
  }
}
