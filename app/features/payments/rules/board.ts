import type { ReviewReason } from "../rules.ts";

/** What an admin can do with a payment that needs a person. */
export type ReviewAction = "ask" | "accept" | "refund" | "done";

const ACTIONS: Record<ReviewReason, readonly ReviewAction[]> = {
  wrong_amount: ["ask", "accept", "refund", "done"],
  wrong_currency: ["ask", "refund", "done"],
  // What moved in the other mode is not money here, or not this shop's to send back.
  wrong_domain: ["ask", "done"],
  duplicate_payment: ["ask", "refund", "done"],
  stock_short: ["ask", "refund", "done"],
  dispute: ["ask", "done"],
  reversed: ["ask", "done"],
  refund: ["ask", "done"],
  offer_withdrawn: ["ask", "accept", "refund", "done"],
};

/** What can be done for a review of `reason`; a reason that is not known can be noted and closed. */
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

/** What the provider says of a payment, as a part of a sentence. */
export function providerWords(status: string | null): string {
  if (!status) return "not asked yet";
  return (Object.hasOwn(PROVIDER_WORDS, status) && PROVIDER_WORDS[status]) || status.replaceAll("_", " ");
}
