import { and, asc, eq, inArray, sum } from "drizzle-orm";
import type { Tx } from "#db/client.server.ts";
import { pickColumns } from "#db/columns.ts";
import { order_items, orders } from "#db/schema/orders.ts";
import { payment_attempts, payment_refunds, payment_reviews } from "#db/schema/payments.ts";
import { openFailures } from "../rules.ts";
import { COUNTED_REFUNDS, type RefundableLine, type RefundableMoney } from "../rules/refund.ts";
import type { Attempt } from "./attempts.server.ts";

export type RefundRow = Awaited<ReturnType<typeof refundsOfAttempt>>[number];

/** All refunds of an attempt, requested or reported, oldest first. Amounts in kobo. */
export async function refundsOfAttempt(db: Tx, attemptId: string) {
  return await db
    .select({
      ...pickColumns(payment_refunds, "id", "provider_id", "request_id", "requested_by", "amount_kobo", "currency"),
      ...pickColumns(payment_refunds, "status", "reason", "error", "lines", "buyer_told"),
      ...pickColumns(payment_refunds, "created_at", "updated_at"),
    })
    .from(payment_refunds)
    .where(eq(payment_refunds.attempt_id, attemptId))
    .orderBy(asc(payment_refunds.created_at), asc(payment_refunds.id));
}

/**
 * Amount received for an attempt: the one found by a review, else the amount requested. In minor units of `currency`.
 */
export async function receivedAmount(db: Tx, attempt: Attempt): Promise<{ paid_kobo: number; currency: string }> {
  const rows = await db
    .select({ details: payment_reviews.details })
    .from(payment_reviews)
    .where(
      and(
        eq(payment_reviews.attempt_id, attempt.id),
        inArray(payment_reviews.reason, ["wrong_amount", "wrong_currency", "duplicate_payment"]),
      ),
    );
  const reported = rows.find(({ details }) => typeof details["amount_kobo"] === "number")?.details;
  const currency = typeof reported?.["currency"] === "string" ? reported["currency"] : attempt.currency;
  return { paid_kobo: reported ? Number(reported["amount_kobo"]) : attempt.amount_kobo, currency };
}

/** Amounts in kobo that were paid back for these orders, by order id; orders without a refund are left out. */
export async function paidBackOf(db: Tx, orderIds: readonly string[]): Promise<Map<string, number>> {
  if (orderIds.length === 0) return new Map();
  const rows = await db
    .select({ id: payment_attempts.order_id, kobo: sum(payment_refunds.amount_kobo).mapWith(Number) })
    .from(payment_refunds)
    .innerJoin(payment_attempts, eq(payment_attempts.id, payment_refunds.attempt_id))
    .where(and(inArray(payment_attempts.order_id, [...orderIds]), inArray(payment_refunds.status, COUNTED_REFUNDS)))
    .groupBy(payment_attempts.order_id);
  return new Map(rows.flatMap(({ id, kobo }) => (id ? [[id, kobo] as const] : [])));
}

export type Refundable = {
  money: RefundableMoney;
  currency: string;
  lines: (RefundableLine & { product_name: string; product_id: string | null; restocked: number; unit: string })[];
  refunds: RefundRow[];
  /** Failed refunds that were not sent again. */
  failed: RefundRow[];
};

/** Money and quantities of an attempt that can still be refunded; no lines without an order. Amounts in kobo. */
export async function refundableOf(db: Tx, attempt: Attempt): Promise<Refundable> {
  const refunds = await refundsOfAttempt(db, attempt.id);
  const counted = refunds.filter(({ status }) => COUNTED_REFUNDS.includes(status));
  const { paid_kobo, currency } = await receivedAmount(db, attempt);
  const [order] = attempt.order_id
    ? await db.select({ shipping_kobo: orders.shipping_kobo }).from(orders).where(eq(orders.id, attempt.order_id))
    : [];
  const items = attempt.order_id
    ? await db
        .select({
          ...pickColumns(order_items, "id", "product_id", "product_name", "unit"),
          ...pickColumns(order_items, "product_price_kobo", "quantity", "restocked"),
        })
        .from(order_items)
        .where(eq(order_items.order_id, attempt.order_id))
        .orderBy(asc(order_items.id))
    : [];
  const refunded = counted.flatMap(({ lines }) => lines);
  return {
    money: {
      paid_kobo,
      refunded_kobo: counted.reduce((total, { amount_kobo }) => total + amount_kobo, 0),
      shipping_kobo: order?.shipping_kobo ?? 0,
    },
    currency,
    lines: items.map((item) => ({
      ...item,
      refunded: refunded
        .filter(({ item_id }) => item_id === item.id)
        .reduce((total, { quantity }) => total + quantity, 0),
    })),
    refunds,
    failed: openFailures(refunds),
  };
}
