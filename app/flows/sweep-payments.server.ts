import { and, eq, lte } from "drizzle-orm";
import { releaseHold } from "#app/features/payments/commands/attempts.server.ts";
import { currentTime, type PaymentsContext } from "#app/features/payments/commands/context.server.ts";
import { askInParallel } from "#app/features/payments/commands/parallel.server.ts";
import type { PaymentProvider } from "#app/features/payments/providers/provider.server.ts";
import {
  attemptByReference,
  attemptsDue,
  expiredHolds,
  linesOfAttempt,
  lockAttempt,
} from "#app/features/payments/queries/attempts.server.ts";
import { ABANDON_AFTER_MS } from "#app/features/payments/rules.ts";
import { lockProducts } from "#app/features/products/commands/stock.server.ts";
import type { Shop } from "#app/platform/context.server.ts";
import { payment_attempts } from "#db/schema/payments.ts";
import { inTransaction } from "#db/transaction.server.ts";
import { resolveUnansweredRefunds } from "./refund-order.server.ts";
import { settlePayment } from "./settle-payment.server.ts";

const BATCH = 200;
/** Maximum time of the verifications; remaining attempts are due in the next minute. */
const RUN_MS = 45_000;

/** Starts the payment sweep, about every minute. */
export async function startPaymentSweep(shop: Shop, payments: PaymentProvider | null): Promise<void> {
  await shop.jobs.everyMinute("payment-sweep", async () => {
    await sweepPayments({ ...shop, payments });
  });
}

/**
 * Verifies every open attempt that is due, settles payments without a callback, releases expired holds (only after
 * verification) and closes attempts after 72 hours.
 */
export async function sweepPayments(
  ctx: PaymentsContext,
): Promise<{ settled: number; released: number; closed: number }> {
  const now = currentTime(ctx);
  const result = { settled: 0, released: 0, closed: 0 };
  const expired = await expiredHolds(ctx.db, now, BATCH);
  const due = await attemptsDue(ctx.db, now, BATCH);
  const references = new Set([...expired.map((row) => row.reference), ...due]);
  const items = [...references].map((reference) => ({ reference }));
  await askInParallel(ctx, items, AbortSignal.timeout(RUN_MS), async ({ reference }, deadline) => {
    const { state } = await settlePayment(ctx, reference, deadline);
    if (state === "paid") result.settled += 1;
    // Without a response the hold is not released; the next run verifies again.
    if (state === "failed" || state === "pending") {
      if (await releaseExpired(ctx, reference, now)) result.released += 1;
      if (await closeOld(ctx, reference, now)) result.closed += 1;
    }
  });
  await resolveUnansweredRefunds(ctx).catch((error: unknown) =>
    ctx.log.error({ err: error }, "refunds without answer"),
  );
  return result;
}

async function releaseExpired(ctx: PaymentsContext, reference: string, now: Date): Promise<boolean> {
  const stale = await attemptByReference(ctx.db, reference);
  if (!stale || stale.hold !== "held" || stale.hold_expires_at > now) return false;
  return await inTransaction(ctx.db, async (tx) => {
    const attempt = await lockAttempt(tx, stale);
    if (attempt.status !== "open" || attempt.hold !== "held") return false;
    const ids = (await linesOfAttempt(tx, attempt.id)).flatMap((line) => line.product_id ?? []);
    await lockProducts(tx, ids);
    await releaseHold(ctx, tx, attempt.id);
    return true;
  });
}

async function closeOld(ctx: PaymentsContext, reference: string, now: Date): Promise<boolean> {
  const rows = await ctx.db
    .update(payment_attempts)
    .set({ status: "closed", next_check_at: null, updated_at: now })
    .where(
      and(
        eq(payment_attempts.reference, reference),
        eq(payment_attempts.status, "open"),
        eq(payment_attempts.hold, "released"),
        lte(payment_attempts.created_at, new Date(now.getTime() - ABANDON_AFTER_MS)),
      ),
    )
    .returning({ id: payment_attempts.id });
  return rows.length > 0;
}
