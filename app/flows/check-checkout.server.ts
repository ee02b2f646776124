import { orderNumber } from "#app/features/orders/rules.ts";
import type { PaymentsContext } from "#app/features/payments/commands/context.server.ts";
import {
  attemptsOfCheckout,
  attemptProducts,
  reviewReason,
  type Attempt,
} from "#app/features/payments/queries/attempts.server.ts";
import { heldProducts } from "#app/features/payments/queries/holds.server.ts";
import { CHECKOUT_STATES, type CheckoutStatus } from "#app/features/payments/rules/checkout-status.ts";
import type { Tx } from "#db/client.server.ts";
import { checkPayment } from "./check-payment.server.ts";

/** Maximum number of open attempts of one checkout that are verified, newest first. */
const MOST = 3;

/**
 * Status of a checkout over all its attempts. Open attempts are verified at the provider and settled. The checkout id
 * is a secret of the browser that created it.
 */
export async function checkoutStatus(ctx: PaymentsContext, checkout_id: string): Promise<CheckoutStatus> {
  const known = await attemptsOfCheckout(ctx.db, checkout_id);
  const open = known.filter(({ status }) => status === "open").slice(0, MOST);
  const checks = new Map(
    await Promise.all(
      open.map(async ({ id, reference }) => [id, await checkPayment(ctx, reference, { recent: true })] as const),
    ),
  );
  const attempts = await attemptsOfCheckout(ctx.db, checkout_id);
  const held_until = Math.max(0, ...attempts.map(({ hold_expires_at }) => hold_expires_at.getTime()));
  const held = await heldProducts(ctx.db, checkout_id);
  const states = await Promise.all(
    attempts.map(async (attempt) => {
      const answer = checks.get(attempt.id);
      const channel = answer && "channel" in answer ? answer.channel : null;
      return { attempt, channel, state: await stateOf(ctx.db, attempt, answer?.state) };
    }),
  );
  const [first] = states.toSorted((a, b) => CHECKOUT_STATES.indexOf(a.state) - CHECKOUT_STATES.indexOf(b.state));
  if (!first) return { state: "none", held, held_until };
  const { attempt, channel, state } = first;
  return {
    state,
    reference: attempt.reference,
    access_token: attempt.access_token,
    pay_token: state === "pending" ? attempt.pay_token : null,
    amount_kobo: attempt.amount_kobo,
    channel,
    order_number: attempt.order_id && orderNumber(attempt.order_id),
    lines: await attemptProducts(ctx.db, attempt.id),
    held,
    held_until,
  };
}

async function stateOf(
  db: Tx,
  attempt: Attempt,
  latest: string | undefined,
): Promise<(typeof CHECKOUT_STATES)[number]> {
  if (attempt.status === "settled") return "paid";
  if (attempt.status === "review") return (await reviewReason(db, attempt.id)) === "reversed" ? "reversed" : "review";
  if (attempt.status === "closed") return "closed";
  return latest === "pending" || latest === "failed" ? latest : "unconfirmed";
}
