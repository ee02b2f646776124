import { createContext } from "react";
import type { LiveState } from "#app/features/orders/components/live-events.ts";
import type { OrderFeed } from "#app/features/orders/rules/feed.ts";

export type OrderAlerts = {
  /** Null for staff without the right to view orders. */
  feed: OrderFeed | null;
  state: LiveState;
  changes: number;
  hasSound: boolean;
  toggleSound: () => void;
};

/** For the parts of the shell that show new orders. */
export const OrderAlertsContext = createContext<OrderAlerts | null>(null);

/** The state before the order stream connects: the data of the page's loader. */
export function loadedAlerts(feed: OrderFeed | null): OrderAlerts {
  return { feed, state: "connecting", changes: 0, hasSound: false, toggleSound: () => {} };
}
