import { and, asc, between, desc, eq, inArray, lte, or, sql } from "drizzle-orm";
import type { OrderLine } from "#app/features/orders/commands.server.ts";
import { isToken } from "#app/platform/random.server.ts";
import type { Tx } from "#db/client.server.ts";
import { pickColumns } from "#db/columns.ts";
import { payment_attempt_items, payment_attempts, payment_reviews } from "#db/schema/payments.ts";

const ATTEMPT = {
  ...pickColumns(payment_attempts, "id", "reference", "checkout_id", "access_token", "status"),
  ...pickColumns(payment_attempts, "hold", "hold_expires_at", "user_id", "customer_name", "customer_email"),
  ...pickColumns(payment_attempts, "customer_phone", "substitute_phone", "address", "city", "state", "postal_code"),
  ...pickColumns(payment_attempts, "amount_kobo", "shipping_kobo", "discount_kobo", "currency", "fingerprint"),
  ...pickColumns(payment_attempts, "delivery_method_id", "delivery_kind", "delivery_text", "state_code"),
  ...pickColumns(payment_attempts, "lga_code", "promised_from", "promised_to"),
  ...pickColumns(payment_attempts, "channel", "pay_token", "account_number", "account_name", "bank_name"),
  ...pickColumns(payment_attempts, "account_expires_at", "provider_transaction_id"),
  ...pickColumns(payment_attempts, "access_code", "authorization_url", "provider_status", "order_id", "created_at"),
};

/** A row of `payment_attempts` without what only polling and limits need; amounts in kobo. */
export type Attempt = Awaited<ReturnType<typeof selectAttempts>>[number];

function selectAttempts(db: Tx) {
  return db.select(ATTEMPT).from(payment_attempts);
}

/** The attempt with the reference that the provider knows; null if there is none. */
export async function attemptByReference(db: Tx, reference: string): Promise<Attempt | null> {
  const [row] = await selectAttempts(db).where(eq(payment_attempts.reference, reference));
  return row ?? null;
}

export async function attemptById(db: Tx, id: string): Promise<Attempt | null> {
  const [row] = await selectAttempts(db).where(eq(payment_attempts.id, id));
  return row ?? null;
}

/** The attempt with this secret token, or null, also for malformed tokens. */
export async function attemptByToken(db: Tx, token: string): Promise<Attempt | null> {
  if (!isToken(token)) return null;
  const [row] = await selectAttempts(db).where(eq(payment_attempts.access_token, token));
  return row ?? null;
}

/** The transfer with this pay token, or null, also for malformed tokens. */
export async function attemptByPayToken(db: Tx, token: string): Promise<Attempt | null> {
  if (!isToken(token)) return null;
  const [row] = await selectAttempts(db).where(eq(payment_attempts.pay_token, token));
  return row ?? null;
}

/** All attempts of one checkout, newest first. */
export async function attemptsOfCheckout(db: Tx, checkoutId: string): Promise<Attempt[]> {
  return await selectAttempts(db)
    .where(eq(payment_attempts.checkout_id, checkoutId))
    .orderBy(desc(payment_attempts.created_at));
}

/** At most `limit` attempts of a user and of these checkouts: those started in a span of time first, then the newest. */
export async function attemptsOfBuyer(
  db: Tx,
  { user_id, checkout_ids }: { user_id: string | null; checkout_ids: readonly string[] },
  { from, to }: { from: Date; to: Date },
  limit: number,
): Promise<Attempt[]> {
  const { user_id: owner, checkout_id, created_at } = payment_attempts;
  return await selectAttempts(db)
    .where(or(inArray(checkout_id, [...checkout_ids]), user_id === null ? undefined : eq(owner, user_id)))
    .orderBy(desc(between(created_at, from, to)), desc(created_at))
    .limit(limit);
}

/** The attempts with these references, in any order. */
export async function attemptsByReferences(db: Tx, references: readonly string[]): Promise<Attempt[]> {
  return await selectAttempts(db).where(inArray(payment_attempts.reference, [...references]));
}

/**
 * Locks a checkout until the end of the transaction, even before its first attempt, and reads its current attempts.
 * Lock order for changes of attempts: this lock, then holders, then all products at once.
 */
export async function lockCheckout(tx: Tx, checkoutId: string): Promise<Attempt[]> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${checkoutId}, 1))`);
  return await selectAttempts(tx)
    .where(eq(payment_attempts.checkout_id, checkoutId))
    .orderBy(asc(payment_attempts.id))
    .for("update");
}

/** Locks the checkout of an attempt, and reads the attempt as it is now. Throws if it is gone. */
export async function lockAttempt(tx: Tx, { id, checkout_id }: Pick<Attempt, "id" | "checkout_id">): Promise<Attempt> {
  const attempt = (await lockCheckout(tx, checkout_id)).find((one) => one.id === id);
  if (!attempt) throw new Error("the attempt is gone");
  return attempt;
}

/** A line of an attempt: what its order will have; amounts in kobo. */
export type AttemptLine = OrderLine;

/** The chosen delivery of an attempt, as its order keeps it; all null without rates. */
export function deliveryOf(attempt: Attempt) {
  const { delivery_method_id, delivery_kind, delivery_text, state_code, lga_code, promised_from, promised_to } =
    attempt;
  return { delivery_method_id, delivery_kind, delivery_text, state_code, lga_code, promised_from, promised_to };
}

/** The priced lines of an attempt, in the cart's order. */
export async function linesOfAttempt(db: Tx, attemptId: string): Promise<AttemptLine[]> {
  return await db
    .select({
      ...pickColumns(payment_attempt_items, "product_id", "product_name", "product_price_kobo"),
      ...pickColumns(payment_attempt_items, "quantity", "unit", "pieces", "saved_kobo"),
    })
    .from(payment_attempt_items)
    .where(eq(payment_attempt_items.attempt_id, attemptId))
    .orderBy(asc(payment_attempt_items.id));
}

/** Distinct products in the lines of these attempts. */
export async function productsOfAttempts(db: Tx, attemptIds: readonly string[]): Promise<string[]> {
  if (attemptIds.length === 0) return [];
  const rows = await db
    .selectDistinct({ id: payment_attempt_items.product_id })
    .from(payment_attempt_items)
    .where(inArray(payment_attempt_items.attempt_id, [...attemptIds]));
  return rows.flatMap(({ id }) => id ?? []);
}

/** Lines of an attempt whose products are still sold, in the cart's order. */
export async function attemptProducts(db: Tx, attemptId: string): Promise<{ id: string; quantity: number }[]> {
  const lines = await linesOfAttempt(db, attemptId);
  return lines.flatMap(({ product_id, quantity }) => (product_id ? [{ id: product_id, quantity }] : []));
}

/** References of open attempts due for verification, oldest first. */
export async function attemptsDue(db: Tx, now: Date, limit: number): Promise<string[]> {
  const rows = await db
    .select({ reference: payment_attempts.reference })
    .from(payment_attempts)
    .where(and(eq(payment_attempts.status, "open"), sql`${payment_attempts.next_check_at} <= ${now.toISOString()}`))
    .orderBy(asc(payment_attempts.next_check_at))
    .limit(limit);
  return rows.map((row) => row.reference);
}

/**
 * References of up to `limit` open attempts whose hold expired before `now`, those that are due first. 'held' is no
 * parameter, because a plan for any parameter cannot use the partial index of holds.
 */
export function expiredHolds(db: Tx, now: Date, limit: number) {
  return db
    .select({ reference: payment_attempts.reference })
    .from(payment_attempts)
    .where(
      and(
        eq(payment_attempts.status, "open"),
        sql`${payment_attempts.hold} = 'held'`,
        lte(payment_attempts.hold_expires_at, now),
      ),
    )
    .orderBy(asc(payment_attempts.next_check_at))
    .limit(limit);
}

/** Reason of this attempt's open review, as in `payment_reviews`; null without one. */
export async function reviewReason(db: Tx, attemptId: string): Promise<string | null> {
  const [review] = await db
    .select({ reason: payment_reviews.reason })
    .from(payment_reviews)
    .where(eq(payment_reviews.attempt_id, attemptId))
    .orderBy(asc(payment_reviews.created_at))
    .limit(1);
  return review?.reason ?? null;
}
