import { sql } from "drizzle-orm";

// Column names are qualified, so that the expressions also hold in joins and subqueries.

/** The payment as shown: paid, part_refunded, being_refunded (all of it is on its way back), refunded or pending. */
export const PAYMENT_STATE = sql<string>`case
  when orders.payment_status <> 'paid' or orders.refunded_kobo = 0 then orders.payment_status
  when orders.refunded_kobo < orders.total_amount_kobo then 'part_refunded' else 'being_refunded' end`.as(
  "payment_status",
);

/** What the shop keeps of an order in kobo: its total less refunds, also those on their way. For paid orders. */
export const KEPT_KOBO = sql`(orders.total_amount_kobo - orders.refunded_kobo)`;

/** Whether the shop holds money of an order. */
export const HOLDS_MONEY = sql`(orders.payment_status = 'paid' and orders.refunded_kobo < orders.total_amount_kobo)`;

/** The conditions of the list's payment filter. */
export const PAYMENT_FILTERS: Record<string, ReturnType<typeof sql>> = {
  paid: sql`(orders.payment_status = 'paid' and orders.refunded_kobo = 0)`,
  part_refunded: sql`(${HOLDS_MONEY} and orders.refunded_kobo > 0)`,
  refunded: sql`(orders.payment_status in ('paid', 'refunded') and orders.refunded_kobo = orders.total_amount_kobo)`,
  held: HOLDS_MONEY,
};

/** Orders to pack: in processing, and not refunded in full. */
export const IS_TO_PACK = sql`(orders.order_status = 'processing' and ${HOLDS_MONEY})`;

/** Cancelled orders whose money was not sent back. */
export const IS_OWED = sql`(orders.order_status = 'cancelled' and ${HOLDS_MONEY})`;
