import type { PaymentsContext } from "#app/features/payments/commands/context.server.ts";
import {
  readNote,
  recordReview,
  resolveReview,
  reviewById,
  type ReviewRefusal,
} from "#app/features/payments/commands/reviews.server.ts";
import type { Verification } from "#app/features/payments/providers/provider.server.ts";
import { attemptById, type Attempt } from "#app/features/payments/queries/attempts.server.ts";
import { reviewActions } from "#app/features/payments/rules/board.ts";
import { reviewNoteInput } from "#app/features/payments/schema.ts";
import type { Actor } from "#app/features/permissions/rules.ts";
import { inTransaction } from "#db/transaction.server.ts";
import { settlePaid } from "./settle-payment.server.ts";

export type AcceptResult =
  | { ok: true; order_id: string }
  | ReviewRefusal
  | { ok: false; reason: "not_acceptable" | "unconfirmed" | "no_note" };

/**
 * Creates the order of a payment with a wrong amount, for the amount paid. Verifies again at the provider: only a
 * successful payment in this shop's currency and mode can be accepted. A note with the reason is required.
 */
export async function acceptReview(ctx: PaymentsContext, actor: Actor, input: unknown): Promise<AcceptResult> {
  const read = readNote(actor, reviewNoteInput, input);
  if (!read.ok) return read;
  if (!read.note) return { ok: false, reason: "no_note" };
  const review = await reviewById(ctx.db, read.id);
  const attempt = review && (await attemptById(ctx.db, review.attempt_id));
  if (!review || !attempt) return { ok: false, reason: "not_found" };
  if (review.resolved || !reviewActions(review.reason).includes("accept"))
    return { ok: false, reason: "not_acceptable" };
  const verified = await ctx.payments?.verify(attempt.reference);
  if (!verified?.ok) return { ok: false, reason: "unconfirmed" };
  const { verification } = verified;
  if (!isOurMoney(ctx, attempt, verification)) return { ok: false, reason: "not_acceptable" };
  return await inTransaction(ctx.db, async (tx): Promise<AcceptResult> => {
    const settled = await settlePaid(ctx, tx, attempt, verification, { accepted: true });
    if (settled.state !== "paid") return { ok: false, reason: "not_acceptable" };
    if (!settled.first) return { ok: true, order_id: settled.order_id };
    await resolveReview(tx, review.id, read.note);
    const after = { accepted_kobo: verification.amount_kobo, order_id: settled.order_id, note: read.note };
    await recordReview(tx, read.actor, { ...review, order_id: settled.order_id }, "payment.accept", after);
    return { ok: true, order_id: settled.order_id };
  });
}

function isOurMoney(ctx: PaymentsContext, attempt: Attempt, reported: Verification): boolean {
  const { reference, currency } = attempt;
  const isOurs =
    reported.reference === reference && reported.currency === currency && reported.domain === ctx.payments?.domain;
  return isOurs && reported.status === "success" && reported.amount_kobo > 0;
}
