import { and, eq, ne, notInArray, sql } from "drizzle-orm";
import { notifyCustomer } from "#app/features/orders/commands/notify.server.ts";
import { settleReturned } from "#app/features/orders/commands/shipments.server.ts";
import { currentTime, type PaymentsContext } from "#app/features/payments/commands/context.server.ts";
import type { Refund } from "#app/features/payments/providers/provider.server.ts";
import {
  attemptByReference,
  lockAttempt,
  lockCheckout,
  type Attempt,
} from "#app/features/payments/queries/attempts.server.ts";
import { receivedAmount, refundsOfAttempt, type RefundRow } from "#app/features/payments/queries/refunds.server.ts";
import { evaluateRefunds } from "#app/features/payments/rules.ts";
import { failedRefundNotice, isAnswerTo } from "#app/features/payments/rules/refund.ts";
import type { Tx } from "#db/client.server.ts";
import { orders } from "#db/schema/orders.ts";
import { payment_refunds, payment_reviews } from "#db/schema/payments.ts";
import { inTransaction } from "#db/transaction.server.ts";
import { restockItems } from "./restock-order.server.ts";
import { settlePayment } from "./settle-payment.server.ts";

const ENDS = ["processed", "failed"];

/**
 * Reads the refunds of `reference` from the provider and stores them, with the order status 'refunded' after a full
 * refund and a review if needed. Stock, holds and other reviews are unchanged. Returns false without a response, so
 * that the event is delivered again. `deadline` defaults to 10 seconds for each request.
 */
export async function recordRefunds(ctx: PaymentsContext, reference: string, deadline?: AbortSignal): Promise<boolean> {
  // A payment without a result is settled first.
  const { state } = await settlePayment(ctx, reference, deadline);
  const attempt = await attemptByReference(ctx.db, reference);
  if (!attempt) return true;
  if (state === "unconfirmed" || !ctx.payments) return false;
  const verified = await ctx.payments.verify(reference, deadline);
  if (!verified.ok) return verified.reason !== "unavailable";
  const { transaction_id } = verified.verification;
  const answer = transaction_id === null ? null : await ctx.payments.refunds(transaction_id, deadline);
  if (!answer?.ok) return false;
  if (answer.refunds.length > 0) await inTransaction(ctx.db, (tx) => write(ctx, tx, attempt, answer.refunds));
  return true;
}

async function write(ctx: PaymentsContext, tx: Tx, stale: Attempt, reported: readonly Refund[]): Promise<void> {
  const attempt = await lockAttempt(tx, stale);
  for (const refund of reported) await writeOne(ctx, tx, attempt, refund);
  await applyTotals(ctx, tx, attempt);
}

/**
 * Writes what the refunds of a payment add up to into its order, and opens, updates or closes their review. The caller
 * locks the attempt's checkout.
 */
export async function applyTotals(ctx: PaymentsContext, tx: Tx, attempt: Attempt): Promise<void> {
  const rows = await refundsOfAttempt(tx, attempt.id);
  const refunds = rows.flatMap((row) => (row.provider_id === null ? [] : [reportedRefund(row, row.provider_id)]));
  const { paid_kobo, currency } = await receivedAmount(tx, attempt);
  const { returned_kobo, going_kobo, whole, trouble } = evaluateRefunds(paid_kobo, currency, refunds);
  if (attempt.order_id) {
    const total = orders.total_amount_kobo;
    await tx
      .update(orders)
      .set(
        whole
          ? { payment_status: "refunded", refunded_kobo: sql`${total}` }
          : { refunded_kobo: sql`least(${total}, ${going_kobo}::bigint)` },
      )
      .where(and(eq(orders.id, attempt.order_id), ne(orders.payment_status, "refunded")));
  }
  const details = { returned_kobo, paid_kobo, refunds };
  // Refunds requested by an admin need no review, unless they fail and are not sent again.
  if (!trouble && rows.every(({ request_id }) => request_id !== null)) {
    await tx
      .update(payment_reviews)
      .set({ details, resolved: true, resolved_at: currentTime(ctx) })
      .where(
        and(
          eq(payment_reviews.attempt_id, attempt.id),
          eq(payment_reviews.reason, "refund"),
          eq(payment_reviews.resolved, false),
        ),
      );
    return;
  }
  await tx
    .insert(payment_reviews)
    .values({ attempt_id: attempt.id, order_id: attempt.order_id, reason: "refund", details })
    .onConflictDoUpdate({
      target: [payment_reviews.attempt_id, payment_reviews.reason],
      set: { details, order_id: attempt.order_id, resolved: sql`${payment_reviews.resolved} and not ${trouble}` },
    });
  ctx.log.warn({ reference: attempt.reference, returned_kobo, trouble }, "payment is refunded: needs review");
}

/** Updates a known refund, links one that answers a request, or inserts a new row. */
async function writeOne(ctx: PaymentsContext, tx: Tx, attempt: Attempt, reported: Refund): Promise<void> {
  const rows = await refundsOfAttempt(tx, attempt.id);
  const request = rows.find((row) => row.status === "requested" && isAnswerTo(row, reported));
  if (!rows.some((row) => row.provider_id === reported.provider_id) && request) {
    await applyRefund(ctx, tx, attempt, request.id, reported);
    return;
  }
  const { note: _, ...refund } = reported;
  const now = currentTime(ctx);
  const [changed] = await tx
    .insert(payment_refunds)
    .values({ attempt_id: attempt.id, ...refund, created_at: now, updated_at: now })
    .onConflictDoUpdate({
      target: payment_refunds.provider_id,
      set: { status: refund.status, updated_at: now },
      // Events can arrive out of order; a final status is never overwritten.
      setWhere: and(notInArray(payment_refunds.status, ENDS), ne(payment_refunds.status, refund.status)),
    })
    .returning({ buyer_told: payment_refunds.buyer_told });
  if (changed?.buyer_told && refund.status === "failed" && attempt.order_id) {
    await notifyCustomer(ctx, tx, attempt.order_id, failedRefundNotice(attempt.order_id, refund.amount_kobo));
  }
}

/**
 * Turns a request into the provider's refund, once, and restocks its counted items. Deletes a row that an event
 * inserted for the same refund. Returns whether this call made the change. The caller locks the attempt's checkout.
 */
export async function applyRefund(
  ctx: PaymentsContext,
  tx: Tx,
  attempt: Attempt,
  requestId: string,
  reported: Refund,
): Promise<boolean> {
  await lockCheckout(tx, attempt.checkout_id);
  const rows = await refundsOfAttempt(tx, attempt.id);
  const request = rows.find(({ id }) => id === requestId);
  if (!request || request.provider_id !== null) return false;
  const twin = rows.find(({ provider_id }) => provider_id === reported.provider_id);
  if (twin) await tx.delete(payment_refunds).where(eq(payment_refunds.id, twin.id));
  await tx
    .update(payment_refunds)
    .set({
      provider_id: reported.provider_id,
      status: twin?.status ?? reported.status,
      error: null,
      updated_at: currentTime(ctx),
    })
    .where(eq(payment_refunds.id, requestId));
  const goods = request.lines.map(({ item_id, restock }) => ({ item_id, quantity: restock }));
  if (attempt.order_id && goods.some(({ quantity }) => quantity > 0)) {
    await tx.select({ id: orders.id }).from(orders).where(eq(orders.id, attempt.order_id)).for("update");
    const problem = await restockItems(tx, attempt.order_id, goods);
    if (problem) ctx.log.warn({ reference: attempt.reference, problem }, "goods of a refund did not go back to stock");
    else await settleReturned(tx, { system: "refund" }, attempt.order_id);
  }
  return true;
}

function reportedRefund(row: RefundRow, provider_id: string) {
  const { amount_kobo, currency, status, created_at, updated_at } = row;
  return { provider_id, amount_kobo, currency, status: status as Refund["status"], created_at, updated_at };
}
