import { and, desc, eq, isNotNull, isNull, sql } from "drizzle-orm";
import type { Tx } from "#db/client.server.ts";
import { payment_attempts, payment_events } from "#db/schema/payments.ts";
import { linesOfAttempt, type Attempt, type AttemptLine } from "./attempts.server.ts";

/** Maximum number of open transfers of one buyer whose transaction ids are asked for. */
const MOST_ASKED = 5;

/** The reference of the transfer with this id of the provider's, or null. */
export async function referenceOfTransaction(db: Tx, transaction_id: string): Promise<string | null> {
  const [row] = await db
    .select({ reference: payment_attempts.reference })
    .from(payment_attempts)
    .where(eq(payment_attempts.provider_transaction_id, transaction_id));
  return row?.reference ?? null;
}

/** References of open transfers of this e-mail address whose transaction id is not stored yet: the newest five. */
export async function transfersWithoutId(db: Tx, email: string): Promise<string[]> {
  const rows = await db
    .select({ reference: payment_attempts.reference })
    .from(payment_attempts)
    .where(
      and(
        eq(payment_attempts.status, "open"),
        eq(payment_attempts.channel, "transfer"),
        isNotNull(payment_attempts.account_number),
        isNull(payment_attempts.provider_transaction_id),
        sql`lower(${payment_attempts.customer_email}) = ${email.toLowerCase()}`,
      ),
    )
    .orderBy(desc(payment_attempts.created_at))
    .limit(MOST_ASKED);
  return rows.map(({ reference }) => reference);
}

/** Until when an account number of these attempts takes money for exactly the goods of `lines`; null without one. */
export async function accountEndFor(
  db: Tx,
  attempts: readonly Attempt[],
  lines: readonly AttemptLine[],
  now: Date,
): Promise<Date | null> {
  let last: Date | null = null;
  for (const { id, account_expires_at: end } of attempts) {
    if (end === null || end <= (last ?? now)) continue;
    if (goodsOf(await linesOfAttempt(db, id)) === goodsOf(lines)) last = end;
  }
  return last;
}

function goodsOf(lines: readonly AttemptLine[]): string {
  return lines
    .map(({ product_id, quantity }) => `${product_id} ${quantity}`)
    .toSorted()
    .join();
}

/** A transfer that the bank sent back: kobo, and when it was reported. */
export type RejectedTransfer = { amount_kobo: number; at: Date };

/** The last transfer to this payment's account that the bank sent back, or null. */
export async function rejectedTransfer(db: Tx, reference: string): Promise<RejectedTransfer | null> {
  const amount = sql<number>`(${payment_events.payload} -> 'bank_transfer' ->> 'amount')::bigint`;
  const [row] = await db
    .select({ amount_kobo: amount.mapWith(Number), at: payment_events.created_at })
    .from(payment_events)
    .where(
      and(
        eq(payment_events.reference, reference),
        eq(payment_events.event, "bank.transfer.rejected"),
        sql`${payment_events.payload} -> 'bank_transfer' ->> 'amount' ~ '^[0-9]{1,15}$'`,
      ),
    )
    .orderBy(desc(payment_events.id))
    .limit(1);
  return row ?? null;
}
