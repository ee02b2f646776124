import type { ReviewReason } from "../rules.ts";

/** Actions of an admin on a payment under review. */
export type ReviewAction = "ask" | "accept" | "refund" | "done";

const ACTIONS: Record<ReviewReason, readonly ReviewAction[]> = {
  wrong_amount: ["ask", "accept", "refund", "done"],
  wrong_currency: ["ask", "refund", "done"],
  // A payment in the other mode is no real money, or cannot be refunded by this shop.
  wrong_domain: ["ask", "done"],
  duplicate_payment: ["ask", "refund", "done"],
  stock_short: ["ask", "refund", "done"],
  dispute: ["ask", "done"],
  reversed: ["ask", "done"],
  refund: ["ask", "done"],
  offer_withdrawn: ["ask", "accept", "refund", "done"],
};

/** Actions for a review with `reason`; an unknown reason can be noted and closed. */
export function reviewActions(reason: string): readonly ReviewAction[] {
  const actions: Partial<Record<string, readonly ReviewAction[]>> = ACTIONS;
  return (Object.hasOwn(ACTIONS, reason) && actions[reason]) || ["ask", "done"];
}

const PROVIDER_WORDS: Record<string, string> = {
  success: "it is paid",
  abandoned: "nothing was paid",
  failed: "the payment failed",
  ongoing: "the buyer is still paying",
  pending: "the payment is under way",
  processing: "the payment is under way",
  queued: "the payment is under way",
  reversed: "the money went back",
};

/** The provider's status of a payment, as part of a sentence. */
export function providerWords(status: string | null): string {
  if (!status) return "not asked yet";
  return (Object.hasOwn(PROVIDER_WORDS, status) && PROVIDER_WORDS[status]) || status.replaceAll("_", " ");
}
