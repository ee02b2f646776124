import { and, eq, isNull, sql } from "drizzle-orm";
import { acceptOffer } from "#app/features/custom-orders/commands/accept-offer.server.ts";
import { lockOffer } from "#app/features/custom-orders/queries.server.ts";
import { createOrder } from "#app/features/orders/commands.server.ts";
import { shippingAddress } from "#app/features/orders/rules.ts";
import { releaseHeldStock, releaseHold, updateAttempt } from "#app/features/payments/commands/attempts.server.ts";
import { currentTime, type PaymentsContext } from "#app/features/payments/commands/context.server.ts";
import type { Verification } from "#app/features/payments/providers/provider.server.ts";
import {
  attemptByReference,
  deliveryOf,
  linesOfAttempt,
  lockAttempt,
  lockCheckout,
  productsOfAttempts,
  type Attempt,
  type AttemptLine,
} from "#app/features/payments/queries/attempts.server.ts";
import {
  evaluatePayment,
  lateAllocation,
  nextPollAge,
  type ReviewReason,
  type Shortfall,
} from "#app/features/payments/rules.ts";
import type { SettleResult } from "#app/features/payments/rules/settlement.ts";
import { lockProducts, stockOf, takeStock } from "#app/features/products/commands/stock.server.ts";
import { saveShippingAddress } from "#app/features/users/commands.server.ts";
import { trace } from "#app/platform/tracing/trace.server.ts";
import type { Tx } from "#db/client.server.ts";
import { payment_reviews } from "#db/schema/payments.ts";
import { inTransaction } from "#db/transaction.server.ts";

/**
 * Verifies `reference` at the provider and applies the result once. Called by browser callback, webhook, return page
 * and sweep in any order and concurrently: the row lock of the attempt serializes them, and repeats return the same
 * order. `first` marks the call that applied it. `deadline` defaults to 10 seconds.
 */
export async function settlePayment(
  ctx: PaymentsContext,
  reference: string,
  deadline?: AbortSignal,
): Promise<SettleResult> {
  return await trace("settle payment", {}, async (span) => {
    const result = await settle(ctx, reference, deadline);
    span.set({ result: result.state, ...(result.state === "paid" ? { first: result.first } : {}) });
    return result;
  });
}

async function settle(ctx: PaymentsContext, reference: string, deadline?: AbortSignal): Promise<SettleResult> {
  const attempt = await attemptByReference(ctx.db, reference);
  const known = resultOf(attempt);
  if (known || !attempt) return known ?? { state: "unknown" };
  if (!ctx.payments) return { state: "unconfirmed" };

  const verified = await ctx.payments.verify(reference, deadline);
  if (!verified.ok) {
    await scheduleNextPoll(ctx, attempt, verified.reason);
    return verified.reason === "unavailable" ? { state: "unconfirmed" } : unpaid(attempt, null);
  }
  const { verification } = verified;
  const judgement = evaluatePayment({ ...attempt, domain: ctx.payments.domain }, verification);
  if (verification.reference !== reference) {
    ctx.log.error({ reference, answered: verification.reference }, "the provider answered for another reference");
    return { state: "unconfirmed" };
  }
  if (judgement.verdict === "not_yet") {
    await scheduleNextPoll(ctx, attempt, verification.status, verification.transaction_id);
    // A transfer is not made in a window that fails: until it is closed, its account may receive the money.
    const isOver = isTransfer(attempt) ? attempt.status === "closed" : judgement.final;
    if (isOver) return unpaid(attempt, verification);
    const channel = isTransfer(attempt) ? "bank_transfer" : verification.channel;
    return { state: "pending", message: verification.message, channel };
  }
  return await inTransaction(ctx.db, (tx) =>
    judgement.verdict === "paid"
      ? settlePaid(ctx, tx, attempt, verification)
      : settleReview(ctx, tx, attempt, judgement.reason, { ...verification }),
  );
}

/**
 * The result of a reference that needs no verification: settled, in review or unknown; null for an attempt that can be
 * paid.
 */
export async function existingSettlement(ctx: PaymentsContext, reference: string): Promise<SettleResult | null> {
  return resultOf(await attemptByReference(ctx.db, reference));
}

function resultOf(attempt: Attempt | null): SettleResult | null {
  if (!attempt) return { state: "unknown" };
  if (attempt.status === "settled" && attempt.order_id)
    return { state: "paid", order_id: attempt.order_id, first: false };
  return attempt.status === "review" ? { state: "review", reason: "flagged" } : null;
}

const isTransfer = ({ channel }: Attempt) => channel === "transfer";

function unpaid(attempt: Attempt, verification: Verification | null): SettleResult {
  const { message = null, channel = null } = verification ?? {};
  return { state: attempt.status === "closed" ? "closed" : "failed", message, channel };
}

const AGAIN_MS = 3_600_000;

async function scheduleNextPoll(
  ctx: PaymentsContext,
  attempt: Attempt,
  provider_status: string,
  transaction_id: string | null = null,
): Promise<void> {
  const age = currentTime(ctx).getTime() - attempt.created_at.getTime();
  // Only closing ends the polling; an attempt without a response or verified for a page is not closed.
  const next = nextPollAge(age) ?? age + AGAIN_MS;
  await updateAttempt(ctx, ctx.db, attempt.id, {
    provider_status,
    // By this id the provider reports a transfer that it sends back, without a reference.
    ...(isTransfer(attempt) && transaction_id ? { provider_transaction_id: transaction_id } : {}),
    checks: sql`checks + 1`,
    next_check_at: sql`case when status = 'open' then ${new Date(attempt.created_at.getTime() + next).toISOString()}::timestamptz end`,
  });
}

/**
 * Creates the order of a verified payment. An attempt in review is settled only when an admin has `accepted` it; an
 * underpaid amount is then stored as a discount, so that the order total equals the amount paid.
 */
export async function settlePaid(
  ctx: PaymentsContext,
  tx: Tx,
  stale: Attempt,
  verification: Verification,
  { accepted = false }: { accepted?: boolean } = {},
): Promise<SettleResult> {
  const siblings = await lockCheckout(tx, stale.checkout_id);
  const attempt = siblings.find((one) => one.id === stale.id);
  if (!attempt) throw new Error("the attempt is gone");
  const known = resultOf(attempt);
  if (known && !(accepted && known.state === "review")) return known;
  const missing_kobo = accepted ? Math.max(0, attempt.amount_kobo - verification.amount_kobo) : 0;

  const settled = siblings.find((one) => one.status === "settled");
  if (settled) {
    if (attempt.hold === "held") await releaseHeldStock(tx, attempt.id);
    await markReview(ctx, tx, attempt, "duplicate_payment", { ...verification }, settled.order_id, "released");
    return { state: "review", reason: "duplicate_payment" };
  }
  const offer = await lockOffer(tx, attempt.checkout_id);
  if (offer?.status === "withdrawn" && !accepted) {
    await markReview(ctx, tx, attempt, "offer_withdrawn", { ...verification }, null, attempt.hold);
    return { state: "review", reason: "offer_withdrawn" };
  }
  const lines = await linesOfAttempt(tx, attempt.id);
  // Holds of newer attempts of this checkout belong to the same buyer and are used for the paid one.
  const replaced = siblings.filter((one) => one.id !== attempt.id && one.status === "open" && one.hold === "held");
  const held = await productsOfAttempts(tx, [...replaced.map(({ id }) => id), attempt.id]);
  if (attempt.hold !== "held" || replaced.length > 0) await lockProducts(tx, held);
  for (const { id } of replaced) await releaseHold(ctx, tx, id);
  const short = attempt.hold === "held" ? [] : await allocateLate(tx, attempt, lines, offer !== null);
  const order = await createOrder(ctx, tx, {
    user_id: attempt.user_id,
    payment_method: "paystack",
    payment_reference: attempt.reference,
    total_amount_kobo: attempt.amount_kobo - missing_kobo,
    shipping_kobo: attempt.shipping_kobo,
    discount_kobo: attempt.discount_kobo + missing_kobo,
    customer_name: attempt.customer_name,
    customer_email: attempt.customer_email,
    customer_phone: attempt.customer_phone,
    substitute_phone: attempt.substitute_phone,
    shipping_address: shippingAddress(attempt),
    ...deliveryOf(attempt),
    access_token: attempt.access_token,
    items: lines,
  });
  if (offer) await acceptOffer(tx, offer, order.id);
  if (!attempt.customer_email) {
    ctx.log.warn({ reference: attempt.reference }, "paid after its contact was anonymized: ask the provider who it is");
  }
  if (attempt.user_id) await saveShippingAddress(tx, attempt.user_id, { ...attempt, phone: attempt.customer_phone });
  await updateAttempt(ctx, tx, attempt.id, {
    status: "settled",
    hold: "sold",
    visitor: null,
    order_id: order.id,
    provider_status: verification.status,
    next_check_at: null,
  });
  // A dispute or refund may have been reported before the order existed.
  await tx
    .update(payment_reviews)
    .set({ order_id: order.id })
    .where(and(eq(payment_reviews.attempt_id, attempt.id), isNull(payment_reviews.order_id)));
  if (short.length > 0) {
    await tx
      .insert(payment_reviews)
      .values({ attempt_id: attempt.id, order_id: order.id, reason: "stock_short", details: { short } })
      .onConflictDoNothing();
    ctx.log.warn({ reference: attempt.reference, lines: short.length }, "paid late with goods gone: needs review");
  }
  return { state: "paid", order_id: order.id, first: true };
}

/**
 * Allocates available stock to a payment whose hold has expired; the shortfall is listed in a review. The
 * products are locked. Offer lines without a product have no stock and are skipped.
 */
async function allocateLate(tx: Tx, attempt: Attempt, lines: AttemptLine[], isOffer: boolean): Promise<Shortfall[]> {
  const known = lines.flatMap((line) =>
    line.product_id ? [{ id: line.product_id, name: line.product_name, quantity: line.quantity }] : [],
  );
  const gone = lines
    .filter((line) => !line.product_id && !isOffer)
    .map((line) => ({ product_id: "", product_name: line.product_name, ordered: line.quantity, short: line.quantity }));
  const stock = await stockOf(
    tx,
    known.map((line) => line.id),
  );
  const { take, short } = lateAllocation(known, stock);
  if (!(await takeStock(tx, take, { attempt_id: attempt.id, reason: "late_allocation" }))) {
    throw new Error("locked stock was not there");
  }
  return [...short, ...gone];
}

async function settleReview(
  ctx: PaymentsContext,
  tx: Tx,
  stale: Attempt,
  reason: ReviewReason,
  details: Record<string, unknown>,
): Promise<SettleResult> {
  const attempt = await lockAttempt(tx, stale);
  const known = resultOf(attempt);
  if (known) return known;
  const isRefunded = reason === "reversed";
  if (isRefunded && attempt.hold === "held") await releaseHeldStock(tx, attempt.id);
  await markReview(ctx, tx, attempt, reason, details, null, isRefunded ? "released" : attempt.hold);
  return { state: "review", reason };
}

async function markReview(
  ctx: PaymentsContext,
  tx: Tx,
  attempt: Attempt,
  reason: ReviewReason,
  details: Record<string, unknown>,
  order_id: string | null,
  hold: string,
): Promise<void> {
  await tx.insert(payment_reviews).values({ attempt_id: attempt.id, order_id, reason, details }).onConflictDoNothing();
  const values = { status: "review", hold, visitor: null, next_check_at: null, provider_status: "success" };
  await updateAttempt(ctx, tx, attempt.id, values);
  ctx.log.warn({ reference: attempt.reference, reason }, "payment needs review");
}
