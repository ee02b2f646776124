import { CART_STATUS, type CartRefusal } from "#app/features/checkout/rules/start.ts";
import { offerOfCheckout } from "#app/features/custom-orders/queries/offers.server.ts";
import type { PaymentsContext } from "#app/features/payments/commands/context.server.ts";
import { attemptByPayToken, linesOfAttempt, type Attempt } from "#app/features/payments/queries/attempts.server.ts";
import type { StartAttemptResult } from "#app/features/payments/rules/start.ts";
import type { Channel } from "#app/features/payments/rules/transfer.ts";
import { OFFER_STATUS, payOffer, type PayOfferResult } from "./pay-offer.server.ts";
import { startCheckout } from "./start-checkout.server.ts";
import { isOwnCheckout, type Visitor } from "./transfer-page.server.ts";

export type RestartResult =
  | StartAttemptResult
  | CartRefusal
  | PayOfferResult
  | { ok: false; reason: "not_buyer"; message: string };

/** HTTP status of each reason why a payment is not started again. */
export const RESTART_STATUS = { ...OFFER_STATUS, ...CART_STATUS, invalid: 409, not_buyer: 403 } as const;

const CHANGED = "Prices or stock have changed since this payment was started. Please start again from the cart.";

/**
 * Starts the checkout of a transfer again, from its page: with a new account number, or in the provider's window. Goods,
 * prices and buyer are those of the transfer; changed ones are refused. Whoever has the page may ask for an account number;
 * only the buyer opens the window, which shows the buyer's email address.
 */
export async function restartPayment(
  ctx: PaymentsContext,
  input: { pay_token: string; channel: Channel; address: string | null; visitor: Visitor },
): Promise<RestartResult> {
  const attempt = await attemptByPayToken(ctx.db, input.pay_token);
  if (!attempt) return { ok: false, reason: "not_found" };
  const { channel, address } = input;
  if (channel === "popup" && !(await isOwnCheckout(ctx.db, attempt, input.visitor)))
    return { ok: false, reason: "not_buyer", message: "Only the buyer can pay by card." };
  const by = { user_id: attempt.user_id, address };
  const contact = contactOf(attempt);
  const offer = await offerOfCheckout(ctx.db, attempt.checkout_id);
  if (offer) return await payOffer(ctx, { ...by, token: offer.token, offer_id: offer.id, contact, channel });
  const lines = (await linesOfAttempt(ctx.db, attempt.id)).map((line) => ({
    id: line.product_id ?? "",
    quantity: line.quantity,
    price_kobo: line.product_price_kobo,
  }));
  const { checkout_id, amount_kobo: total_kobo } = attempt;
  const result = await startCheckout(ctx, { checkout_id, contact, lines, total_kobo, channel }, by);
  const isOutdated = !result.ok && (result.reason === "cart_changed" || result.reason === "invalid");
  return isOutdated ? { ...result, message: CHANGED } : result;
}

function contactOf(attempt: Attempt) {
  const { customer_name: name, customer_email: email, customer_phone: phone } = attempt;
  const { substitute_phone, address, city, state, postal_code } = attempt;
  return { name, email, phone, substitute_phone, address, city, state, postal_code };
}
