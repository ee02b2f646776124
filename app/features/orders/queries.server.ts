import { and, asc, desc, eq, gt, max, sql } from "drizzle-orm";
import type { ChangeLog } from "#app/platform/events.server.ts";
import type { Tx } from "#db/client.server.ts";
import { pickColumns } from "#db/columns.ts";
import { mails } from "#db/schema/mail.ts";
import { order_items, orders } from "#db/schema/orders.ts";
import { IS_LATE } from "./queries/late.server.ts";
import { PAYMENT_STATE } from "./queries/money.server.ts";
import { buyerShipments, type BuyerShipment } from "./queries/shipments.server.ts";
import { isOrderId, ORDERS_PER_PAGE } from "./rules.ts";
import { deliveryFacts, promiseNotice } from "./rules/delivery.ts";

type OrderRow = typeof orders.$inferSelect;

/** An order as it is stored, with its payment method and shipments. */
export type OrderData = Pick<OrderRow, Exclude<keyof typeof ORDER_COLUMNS, "is_late">> & {
  is_late: boolean;
  payment_method: string;
  shipments: BuyerShipment[];
};

type Promised = "promised_from" | "promised_to" | "first_promised_to" | "is_late";

export type OrderView = Pick<OrderRow, Exclude<keyof typeof ORDER_COLUMNS, Promised>> & {
  /** Facts of its delivery by name, and what the buyer of a late or postponed order reads. */
  delivery: [string, string][];
  notice: string | null;
  items: Awaited<ReturnType<typeof itemsOf>>;
  shipments: BuyerShipment[];
};

/** Columns of an `OrderView` without its items and shipments. */
export const ORDER_COLUMNS = {
  ...pickColumns(orders, "id", "order_status", "payment_reference", "total_amount_kobo"),
  payment_status: PAYMENT_STATE,
  ...pickColumns(orders, "customer_name", "customer_email", "customer_phone", "shipping_address", "created_at"),
  ...pickColumns(orders, "substitute_phone", "shipping_kobo", "delivery_text", "promised_from", "promised_to"),
  first_promised_to: orders.first_promised_to,
  is_late: IS_LATE.as("is_late"),
};

type Row = Parameters<typeof promiseNotice>[0];

/** An order with its delivery in words, which browsers then need not know how to say. */
function withDelivery<Order extends Row>(row: Order) {
  const { promised_from: _from, promised_to: _to, first_promised_to: _first, is_late: _late, ...order } = row;
  return { ...order, delivery: deliveryFacts(row), notice: promiseNotice(row) };
}

/** The order with this secret access token and its items, or null. Amounts in kobo. */
export async function orderByToken(db: Tx, token: string): Promise<OrderView | null> {
  const [order] = await db.select(ORDER_COLUMNS).from(orders).where(eq(orders.access_token, token));
  if (!order) return null;
  return { ...withDelivery(order), ...(await goodsOf(db, order.id)) };
}

export type OrderDetails = OrderView & { payment_method: string };

/** The user's order with its items, or null if it does not exist or belongs to another user. Amounts in kobo. */
export async function orderOf(db: Tx, userId: string, id: string): Promise<OrderDetails | null> {
  if (!isOrderId(id)) return null;
  const [order] = await db
    .select({ ...ORDER_COLUMNS, payment_method: orders.payment_method })
    .from(orders)
    .where(and(eq(orders.id, id), eq(orders.user_id, userId)));
  return order ? { ...withDelivery(order), ...(await goodsOf(db, order.id)) } : null;
}

export type ListedOrder = Pick<OrderView, "id" | "order_status" | "total_amount_kobo" | "created_at"> & {
  /** Number of order lines. */
  lines: number;
};

export type OrderPage = { orders: ListedOrder[]; page: number; pages: number };

/** The user's orders, newest first, 20 per page. A page beyond the last gives the last one. Amounts in kobo. */
export async function ordersOf(db: Tx, userId: string, page = 1): Promise<OrderPage> {
  const total = await db.$count(orders, eq(orders.user_id, userId));
  const pages = Math.max(1, Math.ceil(total / ORDERS_PER_PAGE));
  const wanted = Math.min(Math.max(1, page), pages);
  const rows = await db
    .select({
      ...pickColumns(orders, "id", "order_status", "total_amount_kobo", "created_at"),
      lines: sql<number>`(select count(*)::int from order_items where order_items.order_id = orders.id)`,
    })
    .from(orders)
    .where(eq(orders.user_id, userId))
    .orderBy(desc(orders.created_at), desc(orders.id))
    .limit(ORDERS_PER_PAGE)
    .offset((wanted - 1) * ORDERS_PER_PAGE);
  return { orders: rows, page: wanted, pages };
}

/**
 * Changes of one user's orders by `change_no`. An order that changed repeatedly is reported once with its latest
 * change, because subscribers read the current state.
 */
export function orderChanges(db: Tx): ChangeLog {
  return {
    async latest(userId) {
      const [row] = await db
        .select({ at: max(orders.change_no) })
        .from(orders)
        .where(eq(orders.user_id, userId));
      return row?.at ?? 0;
    },
    async since(userId, at, limit) {
      const rows = await db
        .select({ at: orders.change_no, id: orders.id })
        .from(orders)
        .where(and(eq(orders.user_id, userId), gt(orders.change_no, at)))
        .orderBy(asc(orders.change_no))
        .limit(limit);
      return rows.map(({ at: place, id }) => ({ at: place, data: { id } }));
    },
  };
}

const goodsOf = async (db: Tx, id: string) => ({
  items: await itemsOf(db, id),
  shipments: await buyerShipments(db, id),
});

/** Items of an order, in the cart's order. */
async function itemsOf(db: Tx, orderId: string) {
  return await db
    .select({
      ...pickColumns(order_items, "product_id", "product_name", "product_price_kobo", "quantity"),
      ...pickColumns(order_items, "unit", "pieces", "subtotal_kobo", "saved_kobo"),
    })
    .from(order_items)
    .where(eq(order_items.order_id, orderId))
    .orderBy(asc(order_items.id));
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
