import { and, eq, isNull } from "drizzle-orm";
import type { ZodType } from "zod";
import { releaseHold } from "#app/features/payments/commands/attempts.server.ts";
import type { PaymentsContext } from "#app/features/payments/commands/context.server.ts";
import type { Verification } from "#app/features/payments/providers/provider.server.ts";
import {
  attemptById,
  attemptByReference,
  lockAttempt,
  type Attempt,
} from "#app/features/payments/queries/attempts.server.ts";
import { reviewActions } from "#app/features/payments/rules/board.ts";
import { eventNoteInput, referenceInput, reviewNoteInput } from "#app/features/payments/schema.ts";
import { type Actor, can } from "#app/features/permissions/rules.ts";
import { recordChange } from "#app/features/records/commands/audit.server.ts";
import type { Tx } from "#db/client.server.ts";
import { pickColumns } from "#db/columns.ts";
import { payment_events, payment_reviews } from "#db/schema/payments.ts";
import { inTransaction } from "#db/transaction.server.ts";
import { checkPayment } from "./check-payment.server.ts";
import { recordRefunds } from "./record-refunds.server.ts";
import { resolveUnansweredRefunds } from "./refund-order.server.ts";
import { settlePaid } from "./settle-payment.server.ts";

type Refused = { ok: false; reason: "forbidden" | "invalid" | "not_found" };

type Review = { id: string; attempt_id: string; order_id: string | null; reason: string; resolved: boolean };

async function reviewById(db: Tx, id: string): Promise<Review | null> {
  const [review] = await db
    .select(pickColumns(payment_reviews, "id", "attempt_id", "order_id", "reason", "resolved"))
    .from(payment_reviews)
    .where(eq(payment_reviews.id, id));
  return review ?? null;
}

/** Saves a note on a payment under review, which stays on the board. */
export async function saveReviewNote(
  ctx: PaymentsContext,
  actor: Actor,
  input: unknown,
): Promise<{ ok: true } | Refused> {
  const read = readNote(actor, reviewNoteInput, input);
  if (!read.ok) return read;
  return await inTransaction(ctx.db, async (tx): Promise<{ ok: true } | Refused> => {
    const review = await reviewById(tx, read.id);
    if (!review) return { ok: false, reason: "not_found" };
    await tx.update(payment_reviews).set({ note: read.note }).where(eq(payment_reviews.id, read.id));
    await record(tx, read.actor, review, "payment.note", { note: read.note });
    return { ok: true };
  });
}

/**
 * Closes a review. Stock that its attempt still holds without an order is released once no other review of it is open.
 * A note in the input replaces the earlier one.
 */
export async function closeReview(
  ctx: PaymentsContext,
  actor: Actor,
  input: unknown,
): Promise<{ ok: true; released: boolean } | Refused> {
  const read = readNote(actor, reviewNoteInput, input);
  if (!read.ok) return read;
  const known = await reviewById(ctx.db, read.id);
  const attempt = known && (await attemptById(ctx.db, known.attempt_id));
  if (!known || !attempt) return { ok: false, reason: "not_found" };
  return await inTransaction(ctx.db, async (tx): Promise<{ ok: true; released: boolean } | Refused> => {
    const current = await lockAttempt(tx, attempt);
    const review = await reviewById(tx, read.id);
    if (!review) return { ok: false, reason: "not_found" };
    if (review.resolved) return { ok: true, released: false };
    await resolve(tx, review.id, read.note);
    await record(tx, read.actor, review, "payment.review", { done: review.reason, note: read.note });
    const [open] = await tx
      .select({ id: payment_reviews.id })
      .from(payment_reviews)
      .where(and(eq(payment_reviews.attempt_id, attempt.id), eq(payment_reviews.resolved, false)));
    const released = !open && current.status === "review" && current.hold === "held";
    if (released) await releaseHold(ctx, tx, attempt.id);
    return { ok: true, released };
  });
}

export type AcceptResult =
  | { ok: true; order_id: string }
  | Refused
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
    await resolve(tx, review.id, read.note);
    const after = { accepted_kobo: verification.amount_kobo, order_id: settled.order_id, note: read.note };
    await record(tx, read.actor, { ...review, order_id: settled.order_id }, "payment.accept", after);
    return { ok: true, order_id: settled.order_id };
  });
}

function isOurMoney(ctx: PaymentsContext, attempt: Attempt, reported: Verification): boolean {
  const { reference, currency } = attempt;
  const isOurs =
    reported.reference === reference && reported.currency === currency && reported.domain === ctx.payments?.domain;
  return isOurs && reported.status === "success" && reported.amount_kobo > 0;
}

/**
 * `state` is the result for a payment of this shop; `status` is the provider's status of any payment. Amounts in minor
 * units of `currency`.
 */
export type AskResult =
  | { ok: true; state: string; order_id: string | null }
  | { ok: true; state: "unknown"; status: string; amount_kobo: number; currency: string; channel: string | null }
  | Refused
  | { ok: false; reason: "unconfirmed" };

/**
 * Verifies a payment at the provider, at most once in 3 seconds, settles it and reads its refunds. For a payment
 * without an attempt it returns the provider's status and changes nothing.
 */
export async function askProvider(ctx: PaymentsContext, actor: Actor, input: unknown): Promise<AskResult> {
  if (!can(actor, "payments.view")) return { ok: false, reason: "forbidden" };
  const parsed = referenceInput.safeParse(input);
  if (!parsed.success) return { ok: false, reason: "invalid" };
  const { reference } = parsed.data;
  const attempt = await attemptByReference(ctx.db, reference);
  if (!attempt) return await askStranger(ctx, reference);
  const result = await checkPayment(ctx, reference, { recent: true });
  if (result.state === "unconfirmed") return { ok: false, reason: "unconfirmed" };
  if (result.state === "paid" || result.state === "review") {
    if (!(await recordRefunds(ctx, reference))) return { ok: false, reason: "unconfirmed" };
    await resolveUnansweredRefunds(ctx, reference);
  }
  return { ok: true, state: result.state, order_id: result.state === "paid" ? result.order_id : null };
}

async function askStranger(ctx: PaymentsContext, reference: string): Promise<AskResult> {
  const verified = await ctx.payments?.verify(reference);
  if (!verified?.ok)
    return { ok: false, reason: verified?.reason === "unknown_reference" ? "not_found" : "unconfirmed" };
  const { status, amount_kobo, currency, channel } = verified.verification;
  return { ok: true, state: "unknown", status, amount_kobo, currency, channel };
}

/** Saves a note on a payment without an order; `isDone` removes it from the board. */
export async function resolveUnmatched(
  ctx: PaymentsContext,
  actor: Actor,
  input: unknown,
  isDone: boolean,
): Promise<{ ok: true } | Refused> {
  const read = readNote(actor, eventNoteInput, input);
  if (!read.ok) return read;
  return await inTransaction(ctx.db, async (tx): Promise<{ ok: true } | Refused> => {
    const [event] = await tx
      .update(payment_events)
      .set({ note: read.note, ...(isDone && { handled_at: new Date() }) })
      .where(and(eq(payment_events.id, read.id), isNull(payment_events.handled_at)))
      .returning({ reference: payment_events.reference });
    if (!event) return { ok: false, reason: "not_found" };
    const after = { reference: event.reference, note: read.note, ...(isDone && { done: "fits_no_order" }) };
    await recordChange(tx, read.actor, { action: "payment.note", subject: String(read.id), before: null, after });
    return { ok: true };
  });
}

type Read<Note> = { ok: true; actor: NonNullable<Actor> } & Note;

function readNote<Note>(actor: Actor, schema: ZodType<Note>, input: unknown): Read<Note> | Refused {
  if (!actor || !can(actor, "payments.settle")) return { ok: false, reason: "forbidden" };
  const parsed = schema.safeParse(input);
  return parsed.success ? { ok: true, actor, ...parsed.data } : { ok: false, reason: "invalid" };
}

async function resolve(tx: Tx, id: string, note: string): Promise<void> {
  await tx
    .update(payment_reviews)
    .set({ resolved: true, resolved_at: new Date(), ...(note && { note }) })
    .where(eq(payment_reviews.id, id));
}

async function record(tx: Tx, actor: NonNullable<Actor>, review: Review, action: string, after: object): Promise<void> {
  await recordChange(tx, actor, { action, subject: review.order_id ?? review.attempt_id, before: null, after });
}
