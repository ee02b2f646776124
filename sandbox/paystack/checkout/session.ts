import type { TestCard } from "../cards.ts";
import type { Channel, Transaction } from "../transaction.ts";
import type { World } from "../world.ts";

export type View =
  | "choose"
  | "pin"
  | "phone"
  | "otp"
  | "bank"
  | "birthday"
  | "bank-otp"
  | "token"
  | "expired"
  | "waiting"
  | "busy"
  | "paid"
  | "closed"
  | "error";

/** Where one buyer stands in one checkout. Lives in memory only, as long as the sandbox. */
export type Session = {
  view: View;
  panel: Channel;
  error: string | null;
  card: TestCard | null;
  expiry: { month: string; year: string } | null;
  /** What was typed, to keep it after a decline; never the CVV. */
  typed: { number: string; expiry: string };
  /** Sentence of the closing views. */
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
  /** Where the full-page checkout goes, null to stay. */
  leave: string | null;
  /** Real milliseconds before events are sent or the page leaves, so that the last screen is seen. */
  after_ms: number;
};

export const STAY: Outcome = { events: [], leave: null, after_ms: 0 };

/** What a buyer did, with the fields of the form it came from. */
export type Act = { world: World; tx: Transaction; session: Session; field: (name: string) => string };
export type Action = (act: Act) => Outcome;
