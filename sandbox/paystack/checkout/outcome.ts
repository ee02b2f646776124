import { code, type Transaction } from "../transaction.ts";
import type { CheckoutEvent, Outcome } from "./session.ts";

const LAST_SCREEN_MS = 700;

/** The success message to the page, as observed; only `reference` is documented. */
export function successEvent(tx: Transaction, reference: string = tx.reference): CheckoutEvent {
  return {
    event: "success",
    data: {
      reference,
      trans: String(tx.id),
      status: "success",
      message: "Approved",
      transaction: String(tx.id),
      trxref: reference,
      redirecturl: returnAddress(tx, reference) ?? `?trxref=${reference}&reference=${reference}`,
    },
  };
}

export function paidOutcome(tx: Transaction): Outcome {
  return { events: [successEvent(tx)], leave: returnAddress(tx), after_ms: LAST_SCREEN_MS };
}

export function pendingOutcome(): Outcome {
  return {
    events: [{ event: "transfer:pending", data: { status: "pending" } }],
    leave: null,
    after_ms: LAST_SCREEN_MS,
  };
}

/** Closes the popup; a full page redirects to the shop's `cancel_action`. */
export function closedOutcome(tx: Transaction, after_ms = 0): Outcome {
  const metadata = tx.metadata as { cancel_action?: unknown } | null;
  const address = typeof metadata === "object" ? metadata?.cancel_action : null;
  const leave = typeof address === "string" && /^https?:\/\//.test(address) ? address : null;
  return { events: [{ event: "close", data: { status: tx.status } }], leave, after_ms };
}

export function setupErrorOutcome(message: string): Outcome {
  return { events: [{ event: "error", data: { type: "setup", message } }], leave: null, after_ms: 0 };
}

/** A success with an unknown reference: simulates cross-talk between two instances. */
export function otherReferenceOutcome(tx: Transaction): Outcome {
  const other = `T${code(12)}`;
  return { events: [successEvent(tx, other)], leave: returnAddress(tx, other), after_ms: LAST_SCREEN_MS };
}

/** `callback_url?trxref=...&reference=...`, or null if the shop set none. */
export function returnAddress(tx: Transaction, reference: string = tx.reference): string | null {
  if (!tx.callback_url) return null;
  const address = new URL(tx.callback_url);
  address.searchParams.set("trxref", reference);
  address.searchParams.set("reference", reference);
  return address.href;
}
