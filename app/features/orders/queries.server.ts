import { asc, eq } from "drizzle-orm";
import type { Tx } from "#db/client.server.ts";
import { mails } from "#db/schema/mail.ts";
import { order_items, orders } from "#db/schema/orders.ts";

export type OrderView = {
  id: string;
  order_status: string;
  payment_status: string;
  payment_reference: string;
  total_amount_kobo: number;
  customer_name: string;
  customer_email: string;
  customer_phone: string;
  shipping_address: string;
  created_at: Date;
  items: { product_name: string; product_price_kobo: number; quantity: number; subtotal_kobo: number }[];
};

const ORDER = {
  id: orders.id,
  order_status: orders.order_status,
  payment_status: orders.payment_status,
  payment_reference: orders.payment_reference,
  total_amount_kobo: orders.total_amount_kobo,
  customer_name: orders.customer_name,
  customer_email: orders.customer_email,
  customer_phone: orders.customer_phone,
  shipping_address: orders.shipping_address,
  created_at: orders.created_at,
};

/** The order that this unguessable token opens, with its items, or null. Amounts in kobo. */
export async function orderByToken(db: Tx, token: string): Promise<OrderView | null> {
  const [order] = await db.select(ORDER).from(orders).where(eq(orders.access_token, token));
  if (!order) return null;
  const items = await db
    .select({
      product_name: order_items.product_name,
      product_price_kobo: order_items.product_price_kobo,
      quantity: order_items.quantity,
      subtotal_kobo: order_items.subtotal_kobo,
    })
    .from(order_items)
    .where(eq(order_items.order_id, order.id))
    .orderBy(asc(order_items.product_name), asc(order_items.id));
  return { ...order, items };
}

/** Kind and status of the mails of the order with this payment reference; null when there is no such order. */
export async function mailsOfOrder(
  db: Tx,
  payment_reference: string,
): Promise<{ customer_email: string; mails: { kind: string; status: string; tries: number }[] } | null> {
  const [order] = await db
    .select({ id: orders.id, customer_email: orders.customer_email })
    .from(orders)
    .where(eq(orders.payment_reference, payment_reference));
  if (!order) return null;
  const rows = await db
    .select({ kind: mails.kind, status: mails.status, tries: mails.tries })
    .from(mails)
    .where(eq(mails.order_id, order.id));
  return { customer_email: order.customer_email, mails: rows };
}
