import type { Payer } from "../commands/attempts.server.ts";
import type { OpenResult } from "../commands/open.server.ts";
import type { HoldRefusal } from "../rules.ts";

/**
 * HTTP status of each reason why a payment is not started, whatever is paid; carts and offers add their own. Input with
 * errors at its fields (`invalid`) has none: an address for scripts answers it with 400, a form with 422.
 */
export const START_STATUS = {
  already_paid: 409,
  refused: 422,
  too_many_holds: 429,
  not_configured: 503,
  provider_unavailable: 503,
} as const;

/** Why a payment is not started. */
export type StartRefusal = { ok: false; reason: string };

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
