import { and, eq, ne, notInArray, sql } from "drizzle-orm";
import type { Tx } from "#db/client.server.ts";
import { orders } from "#db/schema/orders.ts";
import { payment_refunds, payment_reviews } from "#db/schema/payments.ts";
import { retriedTransaction } from "#db/transaction.server.ts";
import type { Refund } from "../providers/provider.server.ts";
import { attemptByReference, lockCheckout, type Attempt } from "../queries/attempts.server.ts";
import { judgeRefunds } from "../rules.ts";
import { currentTime, type PaymentsContext } from "./context.server.ts";
import { settlePayment } from "./settle.server.ts";

const ENDS = ["processed", "failed"];

/**
 * Asks the provider about the refunds of `reference` and writes down what it says: each refund, its order as 'refunded'
 * when all of the money went back, and a review for a person. Goods, holds and other reviews stay as they are. False
 * when the provider did not answer, so that the event is delivered again.
 */
export async function recordRefunds(ctx: PaymentsContext, reference: string): Promise<boolean> {
  // Money that nobody has looked at yet is looked at first.
  const { state } = await settlePayment(ctx, reference);
  const attempt = await attemptByReference(ctx.db, reference);
  if (!attempt) return true;
  if (state === "unconfirmed" || !ctx.payments) return false;
  const verified = await ctx.payments.verify(reference);
  if (!verified.ok) return verified.reason !== "unavailable";
  const { transaction_id } = verified.verification;
  const answer = transaction_id === null ? null : await ctx.payments.refunds(transaction_id);
  if (!answer?.ok) return false;
  if (answer.refunds.length > 0) await retriedTransaction(ctx.db, (tx) => write(ctx, tx, attempt, answer.refunds));
  return true;
}

async function write(
  ctx: PaymentsContext,
  tx: Tx,
  { reference, checkout_id }: Attempt,
  told: readonly Refund[],
): Promise<void> {
  const attempt = (await lockCheckout(tx, checkout_id)).find((one) => one.reference === reference);
  if (!attempt) throw new Error("the attempt is gone");
  const now = currentTime(ctx);
  for (const refund of told) {
    await tx
      .insert(payment_refunds)
      .values({ attempt_id: attempt.id, ...refund, created_at: now, updated_at: now })
      .onConflictDoUpdate({
        target: payment_refunds.provider_id,
        set: { status: refund.status, updated_at: now },
        // Two events may overtake each other; an end is an end.
        setWhere: and(notInArray(payment_refunds.status, ENDS), ne(payment_refunds.status, refund.status)),
      });
  }
  const refunds = await refundsOf(tx, attempt.id);
  const { returned_kobo, whole, trouble } = judgeRefunds(attempt.amount_kobo, attempt.currency, refunds);
  if (whole && attempt.order_id) {
    await tx
      .update(orders)
      .set({ payment_status: "refunded" })
      .where(and(eq(orders.id, attempt.order_id), ne(orders.payment_status, "refunded")));
  }
  const details = { returned_kobo, paid_kobo: attempt.amount_kobo, refunds };
  await tx
    .insert(payment_reviews)
    .values({ attempt_id: attempt.id, order_id: attempt.order_id, reason: "refund", details })
    .onConflictDoUpdate({
      target: [payment_reviews.attempt_id, payment_reviews.reason],
      set: { details, order_id: attempt.order_id, resolved: sql`${payment_reviews.resolved} and not ${trouble}` },
    });
  ctx.log.warn({ reference, returned_kobo, trouble }, "payment is refunded: needs review");
}

async function refundsOf(tx: Tx, attemptId: string): Promise<Refund[]> {
  const rows = await tx
    .select({
      provider_id: payment_refunds.provider_id,
      amount_kobo: payment_refunds.amount_kobo,
      currency: payment_refunds.currency,
      status: payment_refunds.status,
    })
    .from(payment_refunds)
    .where(eq(payment_refunds.attempt_id, attemptId))
    .orderBy(payment_refunds.created_at, payment_refunds.provider_id);
  return rows as Refund[];
}
