import { and, eq, lt, sql } from "drizzle-orm";
import { notifyCustomer } from "#app/features/orders/commands/notify.server.ts";
import { restockProblem } from "#app/features/orders/rules/updates.ts";
import { currentTime, type PaymentsContext } from "#app/features/payments/commands/context.server.ts";
import { askInParallel } from "#app/features/payments/commands/parallel.server.ts";
import type { PaymentProvider } from "#app/features/payments/providers/provider.server.ts";
import { attemptByReference, lockAttempt, type Attempt } from "#app/features/payments/queries/attempts.server.ts";
import { refundableOf, type RefundRow } from "#app/features/payments/queries/refunds.server.ts";
import {
  areLinesRefundable,
  REFUND_LISTED_MS,
  refundAmount,
  refundNote,
  refundNotice,
} from "#app/features/payments/rules/refund.ts";
import { refundInput } from "#app/features/payments/schema.ts";
import { type Actor, can } from "#app/features/permissions/rules.ts";
import { recordChange } from "#app/features/records/commands/audit.server.ts";
import type { Tx } from "#db/client.server.ts";
import { payment_attempts, payment_refunds } from "#db/schema/payments.ts";
import { inTransaction } from "#db/transaction.server.ts";
import { applyRefund, applyTotals, recordRefunds } from "./record-refunds.server.ts";

/** Maximum time for resolving requests without a response; the others follow in the next minute. */
const RESOLVE_MS = 10_000;

/**
 * `unconfirmed`: no response, so the outcome is unknown; the request stays, the sweep resolves it, and further requests
 * are refused until then. `changed`: more was refunded than the form showed.
 */
export type RequestRefundResult =
  | { ok: true; amount_kobo: number; status: string }
  | {
      ok: false;
      reason: "forbidden" | "invalid" | "not_found" | "not_paid" | "not_configured" | "in_progress" | "lines";
    }
  | { ok: false; reason: "changed" | "too_much"; refunded_kobo: number }
  | { ok: false; reason: "refused"; message: string }
  | { ok: false; reason: "unconfirmed"; amount_kobo: number };

type StartedRequest = { request: RefundRow; isNew: boolean } | Extract<RequestRefundResult, { ok: false }>;

/**
 * Refunds a payment through the provider, in full or in part. The request is stored before the provider is called, so
 * that a repeat, a concurrent admin and a lost response find that row and no money is refunded twice. Counted items are
 * restocked after the provider's acceptance.
 */
export async function requestRefund(ctx: PaymentsContext, actor: Actor, input: unknown): Promise<RequestRefundResult> {
  if (!actor || !can(actor, "orders.refund")) return { ok: false, reason: "forbidden" };
  const parsed = refundInput.safeParse(input);
  if (!parsed.success) return { ok: false, reason: "invalid" };
  if (!ctx.payments) return { ok: false, reason: "not_configured" };
  const known = await attemptByReference(ctx.db, parsed.data.reference);
  if (!known) return { ok: false, reason: "not_found" };
  const started = await inTransaction(ctx.db, (tx) => begin(ctx, tx, actor, known, parsed.data));
  if (!("request" in started)) return started;
  if (!started.isNew) return resultOf(started.request);
  return await send(ctx, ctx.payments, known, started.request, parsed.data);
}

type Input = (typeof refundInput)["_output"];

async function begin(
  ctx: PaymentsContext,
  tx: Tx,
  actor: NonNullable<Actor>,
  known: Attempt,
  input: Input,
): Promise<StartedRequest> {
  const attempt = await lockAttempt(tx, known);
  if (attempt.status !== "settled" && attempt.status !== "review") return { ok: false, reason: "not_paid" };
  const { money, currency, lines, refunds } = await refundableOf(tx, attempt);
  const repeated = refunds.find(({ request_id }) => request_id === input.request_id);
  if (repeated) return { request: repeated, isNew: false };
  if (refunds.some(({ status }) => status === "requested")) return { ok: false, reason: "in_progress" };
  const { refunded_kobo } = money;
  if (refunded_kobo !== input.seen_refunded_kobo) return { ok: false, reason: "changed", refunded_kobo };
  const chosen = input.lines.filter(({ quantity, restock }) => quantity > 0 || restock > 0);
  const goods = chosen.map(({ item_id, restock }) => ({ item_id, quantity: restock }));
  if (!areLinesRefundable(lines, chosen) || restockProblem(lines, goods)) return { ok: false, reason: "lines" };
  const amount_kobo = input.amount_kobo ?? refundAmount(money, lines, chosen);
  if (amount_kobo > money.paid_kobo - refunded_kobo) return { ok: false, reason: "too_much", refunded_kobo };
  if (amount_kobo <= 0) return { ok: false, reason: "invalid" };
  const now = currentTime(ctx);
  const [request] = await tx
    .insert(payment_refunds)
    .values({
      attempt_id: attempt.id,
      request_id: input.request_id,
      requested_by: actor.id,
      amount_kobo,
      currency,
      status: "requested",
      reason: input.reason,
      lines: chosen,
      created_at: now,
      updated_at: now,
    })
    .returning();
  if (!request) throw new Error("the refund was not written");
  const after = { amount_kobo, reason: input.reason, reference: attempt.reference, lines: chosen };
  const subject = attempt.order_id ?? attempt.id;
  await recordChange(tx, actor, { action: "payment.refund", subject, before: { refunded_kobo }, after });
  return { request, isNew: true };
}

async function send(
  ctx: PaymentsContext,
  payments: PaymentProvider,
  attempt: Attempt,
  request: RefundRow,
  { notify, message }: Input,
): Promise<RequestRefundResult> {
  const { id, amount_kobo, reason } = request;
  const answer = await payments.refund({
    reference: attempt.reference,
    amount_kobo,
    note: refundNote(reason, id),
    customer_note: reason,
  });
  if (!answer.ok && answer.reason === "unavailable") {
    ctx.log.warn({ reference: attempt.reference }, "a refund is unconfirmed: the provider did not answer");
    return { ok: false, reason: "unconfirmed", amount_kobo };
  }
  if (!answer.ok) {
    await voidRequest(ctx, id, answer.message);
    return { ok: false, reason: "refused", message: answer.message };
  }
  const status = await inTransaction(ctx.db, async (tx) => {
    if (await applyRefund(ctx, tx, attempt, id, answer.refund)) await applyTotals(ctx, tx, attempt);
    // An event may have come before the answer.
    const [refund] = await tx
      .select({ status: payment_refunds.status })
      .from(payment_refunds)
      .where(eq(payment_refunds.id, id));
    const reached = refund?.status ?? answer.refund.status;
    if (reached !== "failed" && notify && attempt.order_id) {
      const told = await notifyCustomer(
        ctx,
        tx,
        attempt.order_id,
        refundNotice(attempt.order_id, amount_kobo, message),
      );
      if (told) await tx.update(payment_refunds).set({ buyer_told: true }).where(eq(payment_refunds.id, id));
    }
    return reached;
  });
  return resultOf({ status, amount_kobo, error: null });
}

function resultOf({ status, amount_kobo, error }: Pick<RefundRow, "status" | "amount_kobo" | "error">) {
  if (status === "requested") return { ok: false, reason: "unconfirmed", amount_kobo } as const;
  if (status === "refused") return { ok: false, reason: "refused", message: error ?? "" } as const;
  if (status === "failed") return { ok: false, reason: "refused", message: "it could not be sent back" } as const;
  return { ok: true, amount_kobo, status } as const;
}

async function voidRequest(ctx: PaymentsContext, id: string, error: string): Promise<void> {
  await ctx.db
    .update(payment_refunds)
    .set({ status: "refused", error: error.slice(0, 500), updated_at: currentTime(ctx) })
    .where(and(eq(payment_refunds.id, id), eq(payment_refunds.status, "requested")));
}

/**
 * Resolves refund requests without a response, of one payment or all: one that the provider lists is linked to its
 * refund; one that is not listed a minute later never arrived and is released for a new request. Without a response
 * within 10 seconds nothing changes.
 */
export async function resolveUnansweredRefunds(ctx: PaymentsContext, reference?: string): Promise<void> {
  const before = new Date(currentTime(ctx).getTime() - REFUND_LISTED_MS);
  const waiting = await ctx.db
    .select({ id: payment_refunds.id, reference: payment_attempts.reference })
    .from(payment_refunds)
    .innerJoin(payment_attempts, eq(payment_attempts.id, payment_refunds.attempt_id))
    .where(
      and(
        eq(payment_refunds.status, "requested"),
        lt(payment_refunds.created_at, before),
        reference === undefined ? undefined : eq(payment_attempts.reference, reference),
      ),
    )
    // Random, so that requests which the provider does not answer never keep the others waiting.
    .orderBy(sql`random()`)
    .limit(50);
  await askInParallel(ctx, waiting, AbortSignal.timeout(RESOLVE_MS), async ({ id, reference: pending }, deadline) => {
    if (await recordRefunds(ctx, pending, deadline))
      await voidRequest(ctx, id, "The provider did not get this request.");
  });
}
