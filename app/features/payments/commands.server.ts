import { and, eq, inArray, lt, ne, notExists, or, sql, type SQL } from "drizzle-orm";
import type { Tx } from "#db/client.server.ts";
import { payment_attempts, payment_events, payment_reviews } from "#db/schema/payments.ts";

/** Stands for the payer of an attempt whose contact is no longer kept; its address is empty, and gets no mail. */
const NOBODY = {
  user_id: null,
  customer_name: "Not kept",
  customer_email: "",
  customer_phone: "",
  address: "",
  city: "",
  state: "",
  postal_code: "",
  // A digest of the contact, and where the provider keeps it.
  fingerprint: "",
  access_code: null,
  authorization_url: null,
} as const;

/**
 * Forgets who tried to pay in this user's attempts that are over and brought no money, and what the provider told of
 * them. Runs in the transaction that deletes the user, with the attempts locked. One that is open keeps its contact:
 * it may still be paid, and the goods have to arrive. One that is paid or in review is for the books.
 */
export async function anonymizePayer(tx: Tx, userId: string): Promise<void> {
  const forgotten = await tx
    .update(payment_attempts)
    .set(NOBODY)
    .where(and(eq(payment_attempts.user_id, userId), isOver(tx)))
    .returning({ reference: payment_attempts.reference });
  if (forgotten.length === 0) return;
  const references = forgotten.map(({ reference }) => reference);
  await tx.update(payment_events).set({ payload: {} }).where(inArray(payment_events.reference, references));
}

/** As `anonymizePayer`, for at most `limit` attempts of anybody begun before `before`; answers how many. */
export async function anonymizeOldPayers(db: Tx, before: Date, limit: number): Promise<number> {
  const old = db
    .select({ id: payment_attempts.id })
    .from(payment_attempts)
    .where(and(lt(payment_attempts.created_at, before), ne(payment_attempts.customer_email, ""), isOver(db)))
    .limit(limit)
    // One that is being settled at this moment is not waited for: it is looked at again the next night.
    .for("update", { skipLocked: true });
  const forgotten = await db
    .update(payment_attempts)
    .set(NOBODY)
    .where(inArray(payment_attempts.id, old))
    .returning({ id: payment_attempts.id });
  return forgotten.length;
}

/** Empties at most `limit` reports from before `before` that belong to no attempt whose contact is kept; answers how many. */
export async function purgeReports(db: Tx, before: Date, limit: number): Promise<number> {
  const keeper = db
    .select({ id: payment_attempts.id })
    .from(payment_attempts)
    .where(
      and(
        eq(payment_attempts.reference, payment_events.reference),
        // Paid after its contact was forgotten: the report may be all that tells who it was.
        or(ne(payment_attempts.customer_email, ""), ne(payment_attempts.status, "closed")),
      ),
    );
  const old = db
    .select({ id: payment_events.id })
    .from(payment_events)
    .where(and(lt(payment_events.created_at, before), sql`${payment_events.payload} <> '{}'::jsonb`, notExists(keeper)))
    .limit(limit);
  const emptied = await db
    .update(payment_events)
    .set({ payload: {} })
    .where(inArray(payment_events.id, old))
    .returning({ id: payment_events.id });
  return emptied.length;
}

/** Given up, and no money came: an attempt that ever needed a person stays as it was. */
function isOver(db: Tx): SQL | undefined {
  const review = db
    .select({ id: payment_reviews.id })
    .from(payment_reviews)
    .where(eq(payment_reviews.attempt_id, payment_attempts.id));
  return and(eq(payment_attempts.status, "closed"), notExists(review));
}
