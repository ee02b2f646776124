import { count, desc, eq } from "drizzle-orm";
import type { Tx } from "#db/client.server.ts";
import { payment_attempts, payment_reviews } from "#db/schema/payments.ts";

const MOST = 20;

/** Money that needs a person: which payment, why, whose, and its order where there is one. */
export type PaymentReview = {
  id: string;
  reference: string;
  reason: string;
  details: Record<string, unknown>;
  amount_kobo: number;
  customer_name: string;
  customer_email: string;
  customer_phone: string;
  order_id: string | null;
  created_at: Date;
};

export type OpenReviews = { reviews: PaymentReview[]; total: number };

/** The payments that wait for a person, newest first, at most 20, and how many there are. For admins only. */
export async function openReviews(db: Tx, actor: { role: string }): Promise<OpenReviews> {
  if (actor.role !== "admin") throw new Error("Only admins see payments that need a look.");
  const isOpen = eq(payment_reviews.resolved, false);
  const reviews = await db
    .select({
      id: payment_reviews.id,
      reference: payment_attempts.reference,
      reason: payment_reviews.reason,
      details: payment_reviews.details,
      amount_kobo: payment_attempts.amount_kobo,
      customer_name: payment_attempts.customer_name,
      customer_email: payment_attempts.customer_email,
      customer_phone: payment_attempts.customer_phone,
      order_id: payment_reviews.order_id,
      created_at: payment_reviews.created_at,
    })
    .from(payment_reviews)
    .innerJoin(payment_attempts, eq(payment_attempts.id, payment_reviews.attempt_id))
    .where(isOpen)
    .orderBy(desc(payment_reviews.created_at), desc(payment_reviews.id))
    .limit(MOST);
  if (reviews.length < MOST) return { reviews, total: reviews.length };
  const [counted] = await db.select({ total: count() }).from(payment_reviews).where(isOpen);
  return { reviews, total: counted?.total ?? reviews.length };
}
