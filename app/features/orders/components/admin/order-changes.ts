import { createContext } from "react";
import type { LiveState } from "#app/lib/live-events.ts";

/** State of the admin order stream; `changes` counts its updates. */
export const OrderChangesContext = createContext<{ state: LiveState; changes: number }>({
  state: "connecting",
  changes: 0,
});
