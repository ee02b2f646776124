/** What staff are shown of orders on every page of the back office. */
export type OrderFeed = {
  /** Orders in processing; counted to `MOST_TO_PACK`. */
  to_pack: number;
  /** Ids of the newest ten, the newest first. */
  newest: readonly string[];
};

export const MOST_TO_PACK = 1_000;

/** How many orders came between two looks at the feed: those before the first that was known. */
export function newOrders(before: OrderFeed, now: OrderFeed): string[] {
  const known = new Set(before.newest);
  const at = now.newest.findIndex((id) => known.has(id));
  return now.newest.slice(0, at === -1 ? now.newest.length : at);
}

/** "7", or "1,000+" where counting stopped. */
export function packCount({ to_pack }: OrderFeed): string {
  return to_pack.toLocaleString("en-NG") + (to_pack >= MOST_TO_PACK ? "+" : "");
}
