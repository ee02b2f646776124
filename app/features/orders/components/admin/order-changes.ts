import { createContext } from "react";
import type { LiveState } from "#app/lib/live-events.ts";

/** What pages of the back office know of the stream of orders; `changes` counts what it told. */
export const OrderChangesContext = createContext<{ state: LiveState; changes: number }>({
  state: "connecting",
  changes: 0,
});
