import type { Payer } from "../commands/attempts.server.ts";
import type { OpenResult } from "../commands/open.server.ts";
import type { HoldRefusal } from "../rules.ts";

/**
 * HTTP status of each reason why the payment of a cart or an offer is not started. Input with errors at its fields
 * (`invalid`) is not among them: an address for scripts answers it with 400, a form with 422, like any other input.
 */
export const START_STATUS = {
  not_found: 404,
  accepted: 409,
  already_paid: 409,
  cart_changed: 409,
  expired: 409,
  stock: 409,
  withdrawn: 409,
  amount: 422,
  refused: 422,
  too_many_holds: 429,
  not_configured: 503,
  provider_unavailable: 503,
} as const;

/** Why a payment is not started. */
export type StartRefusal = { ok: false; reason: keyof typeof START_STATUS | "invalid" };

/** The refusal of an address with more starts in a minute than its limit. */
export const TOO_MANY_STARTS = "Too many tries. Please wait a minute.";

/**
 * What the start of a payment answers. `errors` have the names of the payer's fields; `retry_after` is in
 * seconds, null when waiting does not help.
 */
export type StartAttemptResult =
  | OpenResult
  | { ok: false; reason: "invalid"; message: string; errors: Partial<Record<keyof Payer, string>> }
  | { ok: false; reason: "not_configured"; message: string }
  | { ok: false; reason: "already_paid"; message: string; access_token: string }
  | ({ ok: false; reason: "too_many_holds" } & HoldRefusal);
