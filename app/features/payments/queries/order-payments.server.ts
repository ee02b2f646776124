import { and, asc, eq, inArray } from "drizzle-orm";
import type { Tx } from "#db/client.server.ts";
import { pickColumns } from "#db/columns.ts";
import { users } from "#db/schema/auth.ts";
import { payment_attempts, payment_events, payment_refunds, payment_reviews } from "#db/schema/payments.ts";

/** What the payments know of an order: its refunds, the provider's reports and the open reviews. Amounts in kobo. */
export async function orderPayments(db: Tx, { id, payment_reference }: { id: string; payment_reference: string }) {
  return {
    refunds: await refundsOf(db, id),
    events: await eventsOf(db, payment_reference),
    reviews: await openReviews(db, id),
  };
}

async function refundsOf(db: Tx, id: string) {
  return await db
    .select({
      ...pickColumns(payment_refunds, "id", "amount_kobo", "status", "reason", "error"),
      who: users.name,
      created_at: payment_refunds.created_at,
      updated_at: payment_refunds.updated_at,
    })
    .from(payment_refunds)
    .innerJoin(payment_attempts, eq(payment_attempts.id, payment_refunds.attempt_id))
    .leftJoin(users, eq(users.id, payment_refunds.requested_by))
    .where(eq(payment_attempts.order_id, id));
}

async function eventsOf(db: Tx, reference: string) {
  return await db
    .select({ id: payment_events.id, event: payment_events.event, created_at: payment_events.created_at })
    .from(payment_events)
    .where(eq(payment_events.reference, reference))
    .limit(100);
}

async function openReviews(db: Tx, id: string) {
  return await db
    .select({ id: payment_reviews.id, reason: payment_reviews.reason })
    .from(payment_reviews)
    .where(and(eq(payment_reviews.order_id, id), eq(payment_reviews.resolved, false)))
    .orderBy(asc(payment_reviews.created_at));
}

/** Those of the orders `ids` whose payment needs a review. */
export async function ordersInReview(db: Tx, ids: readonly string[]): Promise<string[]> {
  if (ids.length === 0) return [];
  const rows = await db
    .selectDistinct({ id: payment_reviews.order_id })
    .from(payment_reviews)
    .where(and(inArray(payment_reviews.order_id, [...ids]), eq(payment_reviews.resolved, false)));
  return rows.flatMap(({ id }) => id ?? []);
}
