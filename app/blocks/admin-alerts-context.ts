import { createContext } from "react";
import type { OrderFeed } from "#app/features/orders/rules/feed.ts";
import type { LiveState } from "#app/lib/live-events.ts";

export type OrderAlerts = {
  /** Null for staff who see no orders. */
  feed: OrderFeed | null;
  state: LiveState;
  changes: number;
  hasSound: boolean;
  toggleSound: () => void;
};

/** For the parts of the shell that show what came. */
export const OrderAlertsContext = createContext<OrderAlerts | null>(null);

/** What is known before the stream of orders is followed: what the page's loader read. */
export function loadedAlerts(feed: OrderFeed | null): OrderAlerts {
  return { feed, state: "connecting", changes: 0, hasSound: false, toggleSound: () => {} };
}
