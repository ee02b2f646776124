import { eq, sql } from "drizzle-orm";
import type { PgUpdateSetSource } from "drizzle-orm/pg-core";
import type { OrderTotals } from "#app/features/pricing/rules.ts";
import { releaseStock, takeStock } from "#app/features/products/commands/stock.server.ts";
import { CURRENCY } from "#app/lib/money.ts";
import { randomDigits, randomToken } from "#app/platform/random.server.ts";
import type { Tx } from "#db/client.server.ts";
import type { deliveryColumns } from "#db/schema/delivery.ts";
import { payment_attempt_items, payment_attempts } from "#db/schema/payments.ts";
import { inTransaction } from "#db/transaction.server.ts";
import { lockAttempt, type Attempt, type AttemptLine } from "../queries/attempts.server.ts";
import { nextPollAge, REFERENCE_DIGITS, REFERENCE_PREFIX } from "../rules.ts";
import { holdMinutes, type Channel } from "../rules/transfer.ts";
import { currentTime, type PaymentsContext } from "./context.server.ts";

/** Who pays and where the goods go, as typed at checkout. */
export type Payer = {
  name: string;
  email: string;
  phone: string;
  /** Empty without one. */
  substitute_phone: string;
  address: string;
  city: string;
  state: string;
  postal_code: string;
};

type AttemptChange = PgUpdateSetSource<typeof payment_attempts>;

export type NewAttempt = {
  checkout_id: string;
  /** The signed-in payer, or null. */
  user_id: string | null;
  contact: Payer;
  /** Digest of lines, prices and payer. */
  fingerprint: string;
  /** Network address for rate limits, or null. */
  visitor: string | null;
  channel: Channel;
  /** Time before which the hold does not end, or null. */
  held_until: Date | null;
  totals: OrderTotals;
  /** Columns of the chosen delivery, or none. */
  delivery?: Record<keyof ReturnType<typeof deliveryColumns>, string | null> | undefined;
  /** A line without a product is for items outside the catalogue of the shop and holds no stock. */
  lines: AttemptLine[];
};

/**
 * Inserts an open attempt with its lines and a new reference and holds its stock for the time of its channel,
 * inside `tx`. The caller locks the products and checks the lines; throws when stock is short nevertheless.
 */
export async function insertAttempt(ctx: PaymentsContext, tx: Tx, input: NewAttempt): Promise<Attempt> {
  const { contact, lines, checkout_id, user_id, fingerprint, visitor, channel, held_until, totals, delivery } = input;
  const created_at = currentTime(ctx);
  const hold_ms = created_at.getTime() + holdMinutes(channel, ctx.env.HOLD_MINUTES) * 60_000;
  const reference = await unusedReference(tx);
  const [attempt] = await tx
    .insert(payment_attempts)
    .values({
      reference,
      checkout_id,
      access_token: randomToken(),
      channel,
      pay_token: channel === "transfer" ? randomToken() : null,
      hold_expires_at: new Date(Math.max(hold_ms, held_until?.getTime() ?? 0)),
      visitor,
      user_id,
      customer_name: contact.name,
      customer_email: contact.email,
      customer_phone: contact.phone,
      substitute_phone: contact.substitute_phone,
      address: contact.address,
      city: contact.city,
      state: contact.state,
      postal_code: contact.postal_code,
      amount_kobo: totals.total_kobo,
      shipping_kobo: totals.shipping_kobo,
      discount_kobo: totals.discount_kobo,
      ...delivery,
      currency: CURRENCY,
      fingerprint,
      next_check_at: new Date(created_at.getTime() + (nextPollAge(0) ?? 60_000)),
      created_at,
      updated_at: created_at,
    })
    .returning();
  if (!attempt) throw new Error("the attempt was not written");
  await tx.insert(payment_attempt_items).values(lines.map((line) => ({ attempt_id: attempt.id, ...line })));
  const held = await takeStock(
    tx,
    lines.flatMap(({ product_id: id, quantity }) => (id ? [{ id, quantity }] : [])),
    { attempt_id: attempt.id, reason: "hold" },
  );
  if (!held) throw new Error("locked and checked stock was not there");
  return attempt;
}

/** 'WH' and 15 secure random digits, redrawn on collision; a unique index guarantees uniqueness. */
export async function unusedReference(tx: Tx): Promise<string> {
  for (;;) {
    const reference = REFERENCE_PREFIX + randomDigits(REFERENCE_DIGITS);
    const [taken] = await tx
      .select({ id: payment_attempts.id })
      .from(payment_attempts)
      .where(eq(payment_attempts.reference, reference));
    if (!taken) return reference;
  }
}

/** Writes columns of an attempt and the time of the change. */
export async function updateAttempt(ctx: PaymentsContext, tx: Tx, id: string, values: AttemptChange): Promise<void> {
  await tx
    .update(payment_attempts)
    .set({ ...values, updated_at: currentTime(ctx) })
    .where(eq(payment_attempts.id, id));
}

/** Returns the held lines of an attempt to stock. */
export async function releaseHeldStock(tx: Tx, attemptId: string): Promise<void> {
  const lines = sql`select product_id, quantity from payment_attempt_items
      where attempt_id = ${attemptId}::uuid and product_id is not null`;
  await releaseStock(tx, attemptId, lines);
}

/**
 * Releases the stock hold of an attempt. The caller has locked the checkout and checked that the attempt is open and
 * held.
 */
export async function releaseHold(ctx: PaymentsContext, tx: Tx, attemptId: string): Promise<void> {
  await releaseHeldStock(tx, attemptId);
  await updateAttempt(ctx, tx, attemptId, { hold: "released", visitor: null });
}

/** Closes an open attempt that the provider refused and releases its hold. */
export async function closeAttempt(ctx: PaymentsContext, attempt: Attempt): Promise<void> {
  await inTransaction(ctx.db, async (tx) => {
    const current = await lockAttempt(tx, attempt);
    if (current.status !== "open") return;
    if (current.hold === "held") await releaseHeldStock(tx, attempt.id);
    const values = { status: "closed", hold: "released", visitor: null, next_check_at: null };
    await updateAttempt(ctx, tx, attempt.id, values);
  });
}
