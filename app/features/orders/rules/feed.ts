import { formatCount } from "#app/lib/money.ts";
/** Order feed shown on all admin pages. */
export type OrderFeed = {
  /** Number of orders in processing, capped at `MOST_TO_PACK`. */
  to_pack: number;
  /** Ids of the ten newest orders, newest first. */
  newest: readonly string[];
};

export const MOST_TO_PACK = 1_000;

/** Ids of orders that were created between two feeds: those listed before the first known id. */
export function newOrders(before: OrderFeed, now: OrderFeed): string[] {
  const known = new Set(before.newest);
  const at = now.newest.findIndex((id) => known.has(id));
  return now.newest.slice(0, at === -1 ? now.newest.length : at);
}

/** "7", or "1,000+" at the cap. */
export function packCount({ to_pack }: OrderFeed): string {
  return formatCount(to_pack) + (to_pack >= MOST_TO_PACK ? "+" : "");
}
