import { and, asc, desc, eq, isNull, notExists, sql } from "drizzle-orm";
import { type Actor, can } from "#app/features/permissions/rules.ts";
import type { Tx } from "#db/client.server.ts";
import { pickColumns } from "#db/columns.ts";
import { payment_attempts, payment_events, payment_reviews } from "#db/schema/payments.ts";
import { reviewActions } from "../rules/board.ts";
import { attemptByReference } from "./attempts.server.ts";
import { refundableOf } from "./refunds.server.ts";

const PAGE = 20;

export type BoardReview = Awaited<ReturnType<typeof boardReviews>>["rows"][number];

export type WaitingPayment = Awaited<ReturnType<typeof waitingPayments>>["rows"][number];

export type UnmatchedPayment = Awaited<ReturnType<typeof unmatchedPayments>>["rows"][number];

const IS_OPEN = eq(payment_reviews.resolved, false);
const IS_WAITING = eq(payment_attempts.status, "open");

function isUnmatched(db: Tx) {
  const known = db
    .select({ id: payment_attempts.id })
    .from(payment_attempts)
    .where(eq(payment_attempts.reference, payment_events.reference));
  return and(eq(payment_events.event, "charge.success"), isNull(payment_events.handled_at), notExists(known));
}

/** Throws unless the actor may see payments. */
export function mustSee(actor: Actor): void {
  if (!can(actor, "payments.view")) throw new Error("Only staff with the right see payments.");
}

/** Payments with an open review, longest waiting first, 20 per page. */
export async function boardReviews(db: Tx, actor: Actor, page: number) {
  mustSee(actor);
  const reviews = await db
    .select({
      id: payment_reviews.id,
      reference: payment_attempts.reference,
      ...pickColumns(payment_reviews, "reason", "details", "note"),
      ...pickColumns(payment_attempts, "amount_kobo", "customer_name", "customer_email", "customer_phone"),
      order_id: payment_reviews.order_id,
      created_at: payment_reviews.created_at,
    })
    .from(payment_reviews)
    .innerJoin(payment_attempts, eq(payment_attempts.id, payment_reviews.attempt_id))
    .where(IS_OPEN)
    .orderBy(asc(payment_reviews.created_at), asc(payment_reviews.id))
    .limit(PAGE)
    .offset((page - 1) * PAGE);
  const rows: ((typeof reviews)[number] & Awaited<ReturnType<typeof moneyOf>>)[] = [];
  for (const review of reviews) rows.push({ ...review, ...(await moneyOf(db, review)) });
  return { rows, total: await db.$count(payment_reviews, IS_OPEN) };
}

/**
 * The possible actions, the amount received and the part of it being refunded, in minor units of `currency`, whether
 * a refund awaits the provider's response, and for a review of refunds those that failed and can be sent again.
 */
async function moneyOf(db: Tx, { reference, reason }: { reference: string; reason: string }) {
  const attempt = await attemptByReference(db, reference);
  if (!attempt) throw new Error("a review without its payment");
  const { money, currency, refunds, failed } = await refundableOf(db, attempt);
  const isRefunding = refunds.some(({ status }) => status === "requested");
  const actions = reviewActions(reason).filter(
    (action) => action !== "refund" || (!isRefunding && money.refunded_kobo < money.paid_kobo),
  );
  return {
    actions,
    paid_kobo: money.paid_kobo,
    refunded_kobo: money.refunded_kobo,
    currency,
    isRefunding,
    failed: isRefunding || reason !== "refund" ? [] : failed,
  };
}

/** Started payments without money yet, newest first, 20 per page. */
export async function waitingPayments(db: Tx, actor: Actor, page: number) {
  mustSee(actor);
  const rows = await db
    .select({
      ...pickColumns(payment_attempts, "reference", "amount_kobo", "customer_name", "customer_email"),
      ...pickColumns(payment_attempts, "customer_phone", "channel", "provider_status", "hold", "hold_expires_at"),
      ...pickColumns(payment_attempts, "next_check_at", "created_at"),
    })
    .from(payment_attempts)
    .where(IS_WAITING)
    .orderBy(desc(payment_attempts.created_at), desc(payment_attempts.id))
    .limit(PAGE)
    .offset((page - 1) * PAGE);
  return { rows, total: await db.$count(payment_attempts, IS_WAITING) };
}

/** Payments reported by the provider with an unknown reference, newest first, 20 per page. */
export async function unmatchedPayments(db: Tx, actor: Actor, page: number) {
  mustSee(actor);
  const rows = await db
    .select({
      id: payment_events.id,
      reference: sql<string>`coalesce(${payment_events.reference}, '')`,
      note: payment_events.note,
      created_at: payment_events.created_at,
      amount_kobo: sql<number | null>`case when ${payment_events.payload} ->> 'amount' ~ '^[0-9]{1,15}$'
        then (${payment_events.payload} ->> 'amount')::bigint end`.mapWith((value) =>
        value === null ? null : Number(value),
      ),
    })
    .from(payment_events)
    .where(isUnmatched(db))
    .orderBy(desc(payment_events.created_at), desc(payment_events.id))
    .limit(PAGE)
    .offset((page - 1) * PAGE);
  return { rows, total: await countUnmatched(db) };
}

/** References of reported payments of this amount without an attempt, newest first. */
export async function unmatchedOfAmount(db: Tx, amount_kobo: number, limit: number): Promise<string[]> {
  const rows = await db
    .select({ reference: payment_events.reference })
    .from(payment_events)
    .where(and(isUnmatched(db), sql`${payment_events.payload} ->> 'amount' = ${String(amount_kobo)}`))
    .orderBy(desc(payment_events.id))
    .limit(limit);
  return rows.flatMap(({ reference }) => reference ?? []);
}

/** Number of reported payments with an unknown reference: money that belongs to no order. */
export async function countUnmatched(db: Tx): Promise<number> {
  return await db.$count(payment_events, isUnmatched(db));
}

export { PAGE as PAYMENTS_PER_PAGE };
