import type { Verification } from "./providers/provider.server.ts";

export type Asked = { amount_kobo: number; currency: string; domain: "test" | "live" };

export type ReviewReason =
  | "wrong_amount"
  | "wrong_currency"
  | "wrong_domain"
  | "duplicate_payment"
  | "stock_short"
  | "dispute"
  | "reversed";

export type Judgement =
  | { verdict: "paid" }
  | { verdict: "not_yet"; final: boolean }
  | {
      verdict: "review";
      reason: Extract<ReviewReason, "wrong_amount" | "wrong_currency" | "wrong_domain" | "reversed">;
    };

type Facts = Pick<Verification, "status" | "currency" | "amount_kobo" | "requested_amount_kobo" | "domain">;

/**
 * Decides what a verified transaction means for what we asked for. Only `success` pays. The amount is right when
 * the requested amount (if told) is exactly ours and the taken amount is at least ours: with fees passed to the
 * customer more is taken than was asked for. Amounts in kobo. `final` says that the buyer may at once try again.
 * Source: the provider's verify answer as restated in the project's payment facts (sections 2.2 and 6).
 */
export function judgePayment(asked: Asked, facts: Facts): Judgement {
  if (facts.status === "reversed") return { verdict: "review", reason: "reversed" };
  if (facts.status !== "success") {
    return { verdict: "not_yet", final: facts.status === "failed" || facts.status === "abandoned" };
  }
  if (facts.domain !== asked.domain) return { verdict: "review", reason: "wrong_domain" };
  if (facts.currency !== asked.currency) return { verdict: "review", reason: "wrong_currency" };
  const requested = facts.requested_amount_kobo ?? asked.amount_kobo;
  if (requested !== asked.amount_kobo || facts.amount_kobo < asked.amount_kobo) {
    return { verdict: "review", reason: "wrong_amount" };
  }
  if (facts.requested_amount_kobo === null && facts.amount_kobo !== asked.amount_kobo) {
    return { verdict: "review", reason: "wrong_amount" };
  }
  return { verdict: "paid" };
}

const MINUTE = 60_000;
const GIVE_UP_AFTER = 72 * 60 * MINUTE;
/** Minutes of age at which an open attempt is looked up again; afterwards every hour. */
const LOOKS = [1, 2, 4, 8, 15, 20, 30, 45, 60];

/**
 * When an attempt that is `ageMs` old is next looked up at the provider, in ms of age, or null when it is given up
 * (72 hours: the provider's longest webhook retry). A later webhook still settles it.
 */
export function nextCheckAge(ageMs: number): number | null {
  if (ageMs >= GIVE_UP_AFTER) return null;
  const next = LOOKS.find((minutes) => minutes * MINUTE > ageMs);
  return next === undefined ? ageMs + 60 * MINUTE : next * MINUTE;
}
