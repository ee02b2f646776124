import { and, eq, inArray, lt, ne, notExists, or, sql, type SQL } from "drizzle-orm";
import type { Tx } from "#db/client.server.ts";
import { payment_attempts, payment_events, payment_reviews } from "#db/schema/payments.ts";

/** Replaces the payer's data in an anonymized attempt; the email address is empty, so no mail is sent. */
const ANONYMOUS = {
  user_id: null,
  customer_name: "Not kept",
  customer_email: "",
  customer_phone: "",
  substitute_phone: "",
  address: "",
  city: "",
  state: "",
  postal_code: "",
  // Derived from the contact (digest), or leads to it at the provider (access code, pay token).
  fingerprint: "",
  access_code: null,
  authorization_url: null,
  pay_token: null,
} as const;

/**
 * Anonymizes the payer in this user's closed attempts without payment, and empties the provider's reports on them. Runs
 * in the transaction that deletes the user, with the attempts locked. Open attempts keep the contact, because they can
 * still be paid and delivered; paid and reviewed ones are accounting records.
 */
export async function anonymizePayer(tx: Tx, userId: string): Promise<void> {
  const anonymized = await tx
    .update(payment_attempts)
    .set(ANONYMOUS)
    .where(and(eq(payment_attempts.user_id, userId), isOver(tx)))
    .returning({ reference: payment_attempts.reference });
  if (anonymized.length === 0) return;
  const references = anonymized.map(({ reference }) => reference);
  await tx.update(payment_events).set({ payload: {} }).where(inArray(payment_events.reference, references));
}

/** Like `anonymizePayer`, for at most `limit` attempts of any user started before `before`; returns their number. */
export async function anonymizeOldPayers(db: Tx, before: Date, limit: number): Promise<number> {
  const old = db
    .select({ id: payment_attempts.id })
    .from(payment_attempts)
    .where(and(lt(payment_attempts.created_at, before), ne(payment_attempts.customer_email, ""), isOver(db)))
    .limit(limit)
    // Skips attempts that are being settled; the next nightly run retries them.
    .for("update", { skipLocked: true });
  const anonymized = await db
    .update(payment_attempts)
    .set(ANONYMOUS)
    .where(inArray(payment_attempts.id, old))
    .returning({ id: payment_attempts.id });
  return anonymized.length;
}

/**
 * Empties at most `limit` provider reports from before `before`, except those of attempts that still have contact data;
 * returns their number.
 */
export async function purgeReports(db: Tx, before: Date, limit: number): Promise<number> {
  const retainedFor = db
    .select({ id: payment_attempts.id })
    .from(payment_attempts)
    .where(
      and(
        eq(payment_attempts.reference, payment_events.reference),
        // Late payment of an anonymized attempt: the report may be the only record of the payer.
        or(ne(payment_attempts.customer_email, ""), ne(payment_attempts.status, "closed")),
      ),
    );
  const old = db
    .select({ id: payment_events.id })
    .from(payment_events)
    .where(
      and(lt(payment_events.created_at, before), sql`${payment_events.payload} <> '{}'::jsonb`, notExists(retainedFor)),
    )
    .limit(limit);
  const emptied = await db
    .update(payment_events)
    .set({ payload: {} })
    .where(inArray(payment_events.id, old))
    .returning({ id: payment_events.id });
  return emptied.length;
}

/** Closed without payment. Attempts that ever had a review are excluded. */
function isOver(db: Tx): SQL | undefined {
  const review = db
    .select({ id: payment_reviews.id })
    .from(payment_reviews)
    .where(eq(payment_reviews.attempt_id, payment_attempts.id));
  return and(eq(payment_attempts.status, "closed"), notExists(review));
}
