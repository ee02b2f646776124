import { and, eq, isNull } from "drizzle-orm";
import type { ZodType } from "zod";
import { type Actor, can } from "#app/features/permissions/rules.ts";
import { recordChange } from "#app/features/records/commands/audit.server.ts";
import type { Tx } from "#db/client.server.ts";
import { pickColumns } from "#db/columns.ts";
import { payment_events, payment_reviews } from "#db/schema/payments.ts";
import { inTransaction } from "#db/transaction.server.ts";
import { attemptById, lockAttempt } from "../queries/attempts.server.ts";
import { eventNoteInput, reviewNoteInput } from "../schema.ts";
import { releaseHold } from "./attempts.server.ts";
import type { PaymentsContext } from "./context.server.ts";

/** Why a form of the payments board is refused before it does anything. */
export type ReviewRefusal = { ok: false; reason: "forbidden" | "invalid" | "not_found" };

/** An open or resolved review, without its details. */
export type Review = { id: string; attempt_id: string; order_id: string | null; reason: string; resolved: boolean };

/** The review with this id, or null. */
export async function reviewById(db: Tx, id: string): Promise<Review | null> {
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
): Promise<{ ok: true } | ReviewRefusal> {
  const read = readNote(actor, reviewNoteInput, input);
  if (!read.ok) return read;
  return await inTransaction(ctx.db, async (tx): Promise<{ ok: true } | ReviewRefusal> => {
    const review = await reviewById(tx, read.id);
    if (!review) return { ok: false, reason: "not_found" };
    await tx.update(payment_reviews).set({ note: read.note }).where(eq(payment_reviews.id, read.id));
    await recordReview(tx, read.actor, review, "payment.note", { note: read.note });
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
): Promise<{ ok: true; released: boolean } | ReviewRefusal> {
  const read = readNote(actor, reviewNoteInput, input);
  if (!read.ok) return read;
  const known = await reviewById(ctx.db, read.id);
  const attempt = known && (await attemptById(ctx.db, known.attempt_id));
  if (!known || !attempt) return { ok: false, reason: "not_found" };
  return await inTransaction(ctx.db, async (tx): Promise<{ ok: true; released: boolean } | ReviewRefusal> => {
    const current = await lockAttempt(tx, attempt);
    const review = await reviewById(tx, read.id);
    if (!review) return { ok: false, reason: "not_found" };
    if (review.resolved) return { ok: true, released: false };
    await resolveReview(tx, review.id, read.note);
    await recordReview(tx, read.actor, review, "payment.review", { done: review.reason, note: read.note });
    const [open] = await tx
      .select({ id: payment_reviews.id })
      .from(payment_reviews)
      .where(and(eq(payment_reviews.attempt_id, attempt.id), eq(payment_reviews.resolved, false)));
    const released = !open && current.status === "review" && current.hold === "held";
    if (released) await releaseHold(ctx, tx, attempt.id);
    return { ok: true, released };
  });
}

/** Saves a note on a payment without an order; `isDone` removes it from the board. */
export async function resolveUnmatched(
  ctx: PaymentsContext,
  actor: Actor,
  input: unknown,
  isDone: boolean,
): Promise<{ ok: true } | ReviewRefusal> {
  const read = readNote(actor, eventNoteInput, input);
  if (!read.ok) return read;
  return await inTransaction(ctx.db, async (tx): Promise<{ ok: true } | ReviewRefusal> => {
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

/** Checks the right to settle payments and parses `input` by `schema`, which has a note. */
export function readNote<Note>(actor: Actor, schema: ZodType<Note>, input: unknown): Read<Note> | ReviewRefusal {
  if (!actor || !can(actor, "payments.settle")) return { ok: false, reason: "forbidden" };
  const parsed = schema.safeParse(input);
  return parsed.success ? { ok: true, actor, ...parsed.data } : { ok: false, reason: "invalid" };
}

/** Marks a review as resolved; an empty note keeps the earlier one. */
export async function resolveReview(tx: Tx, id: string, note: string): Promise<void> {
  await tx
    .update(payment_reviews)
    .set({ resolved: true, resolved_at: new Date(), ...(note && { note }) })
    .where(eq(payment_reviews.id, id));
}

/** Records an action on a review in the history of its order, or of its attempt. */
export async function recordReview(
  tx: Tx,
  actor: NonNullable<Actor>,
  review: Review,
  action: string,
  after: object,
): Promise<void> {
  await recordChange(tx, actor, { action, subject: review.order_id ?? review.attempt_id, before: null, after });
}
