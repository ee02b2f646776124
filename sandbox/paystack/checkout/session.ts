import type { TestCard } from "../cards.ts";
import type { Channel, Transaction } from "../transaction.ts";
import type { World } from "../world.ts";

export type View = "choose" | "pin" | "otp" | "bank" | "expired" | "waiting" | "busy" | "paid" | "closed" | "error";

/** The state of one buyer in one checkout. In memory only. */
export type Session = {
  view: View;
  panel: Channel;
  error: string | null;
  card: TestCard | null;
  expiry: { month: string; year: string } | null;
  /** The typed values, preserved after a decline; never the CVV. */
  typed: { number: string; expiry: string };
  /** The text of the closing views. */
  message: string;
};

export function newSession(panel: Channel): Session {
  return {
    view: "choose",
    panel,
    error: null,
    card: null,
    expiry: null,
    typed: { number: "", expiry: "" },
    message: "",
  };
}

/** A message to the page that opened the popup, in the protocol of inline.js. */
export type CheckoutEvent = { event: string; data?: unknown };

export type Outcome = {
  events: CheckoutEvent[];
  /** The redirect of the full-page checkout, null to stay. */
  leave: string | null;
  /** Delay in real ms before events are sent or the page closes, so that the last view is visible. */
  after_ms: number;
};

export const STAY: Outcome = { events: [], leave: null, after_ms: 0 };

/** The buyer's action, with the fields of its form. */
export type Act = { world: World; tx: Transaction; session: Session; field: (name: string) => string };
export type Action = (act: Act) => Outcome;
