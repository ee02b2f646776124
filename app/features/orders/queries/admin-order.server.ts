import { and, asc, desc, eq, ne, or, sql } from "drizzle-orm";
import { type Actor, can } from "#app/features/permissions/rules.ts";
import { lagosDay } from "#app/lib/dates.ts";
import type { Tx } from "#db/client.server.ts";
import { pickColumns } from "#db/columns.ts";
import { notes } from "#db/schema/admin.ts";
import { audit_log } from "#db/schema/audit.ts";
import { profiles, users } from "#db/schema/auth.ts";
import { mails } from "#db/schema/mail.ts";
import { order_items, orders } from "#db/schema/orders.ts";
import { isOrderId, type OrderStatus } from "../rules.ts";
import { arrivalText, deliveryFacts } from "../rules/delivery.ts";
import { isPart, leftToSend, keptBackReason } from "../rules/shipments.ts";
import { timelineOf, withoutMoney, type OrderFacts } from "../rules/timeline.ts";
import { IS_LATE } from "./late.server.ts";
import { PAYMENT_STATE } from "./money.server.ts";
import { notSentReason, staffShipments } from "./shipments.server.ts";

const OTHERS = 5;

export type AdminOrderDetails = NonNullable<Awaited<ReturnType<typeof adminOrder>>>;

type Payments = Pick<OrderFacts, "refunds" | "events"> & { reviews: { id: string; reason: string }[] };
/** Reads what the payments know of an order: `orderPayments` of the feature payments, which stands above orders. */
type ReadPayments = (db: Tx, order: { id: string; payment_reference: string }) => Promise<Payments>;

/**
 * An order with all details for admins, or null: its open payment reviews, and the customer's latest other orders with
 * their total number. Amounts in kobo. Without the right orders.amounts, `money` and the amounts of the items are null,
 * and payments, texts of messages and other orders are left out. Throws for non-staff.
 */
export async function adminOrder(db: Tx, actor: Actor, id: string, readPayments: ReadPayments) {
  if (!can(actor, "orders.view")) throw new Error("Only staff see all orders.");
  const row = isOrderId(id) ? await orderRow(db, id) : null;
  if (!row) return null;
  const {
    payment_method,
    payment_reference,
    total_amount_kobo,
    shipping_kobo,
    discount_kobo,
    refunded_kobo,
    ...order
  } = row;
  const seesAmounts = can(actor, "orders.amounts");
  const { reviews, ...payments } = await readPayments(db, row);
  const timeline = timelineOf({
    order: row,
    ...payments,
    changes: await changesOf(db, id),
    messages: await messagesOf(db, id),
    notes: await orderNotes(db, id),
  });
  const sent = await staffShipments(db, actor, id);
  const rows = await itemsOf(db, id);
  const left = leftToSend(rows, sent);
  const items = rows.map(({ product_price_kobo, subtotal_kobo, ...item }) => {
    const money = seesAmounts ? { product_price_kobo, subtotal_kobo } : null;
    return { ...item, money };
  });
  return {
    order,
    money: seesAmounts
      ? { payment_method, payment_reference, total_amount_kobo, shipping_kobo, discount_kobo, refunded_kobo }
      : null,
    items,
    delivery: deliveryFacts(row),
    shipments: sent.map((one) => ({
      ...one,
      unsent: one.status === "preparing" ? keptBackReason(row, rows, one.lines) : null,
    })),
    is_in_parts: isPart(rows, sent),
    /** What a message to the buyer says of the days, or null. */
    arrival: arrivalText(row, row.delivery_kind === "pickup", lagosDay(new Date())),
    /** Whether goods are left to send. */
    is_sendable: notSentReason(row, left.filter((item) => item.left > 0).length) === null,
    timeline: seesAmounts ? timeline : withoutMoney(timeline),
    reviews,
    others: seesAmounts ? await othersOf(db, row) : { orders: [], total: 0 },
  };
}

async function orderRow(db: Tx, id: string) {
  const [row] = await db
    .select({
      id: orders.id,
      user_id: orders.user_id,
      order_status: sql<OrderStatus>`${orders.order_status}`,
      payment_status: PAYMENT_STATE,
      ...pickColumns(orders, "payment_method", "payment_reference", "total_amount_kobo", "refunded_kobo"),
      ...pickColumns(orders, "shipping_kobo", "discount_kobo", "customer_name", "customer_email"),
      ...pickColumns(orders, "customer_phone", "substitute_phone", "shipping_address", "created_at", "updated_at"),
      ...pickColumns(orders, "delivery_kind", "delivery_text", "promised_from", "promised_to", "first_promised_to"),
      is_late: IS_LATE,
      /** Phone number of the profile. */
      other_phone: profiles.phone,
    })
    .from(orders)
    .leftJoin(profiles, eq(profiles.id, orders.user_id))
    .where(eq(orders.id, id));
  return row ?? null;
}

/** Items of an order in the cart's order, with restocked quantities. */
async function itemsOf(db: Tx, orderId: string) {
  return await db
    .select({
      ...pickColumns(order_items, "id", "product_id", "product_name", "unit", "pieces"),
      ...pickColumns(order_items, "product_price_kobo", "quantity", "restocked", "subtotal_kobo"),
    })
    .from(order_items)
    .where(eq(order_items.order_id, orderId))
    .orderBy(asc(order_items.id));
}

async function changesOf(db: Tx, id: string) {
  return await db
    .select({
      ...pickColumns(audit_log, "id", "at", "action", "before", "after"),
      who: users.name,
    })
    .from(audit_log)
    .leftJoin(users, eq(users.id, audit_log.actor_id))
    .where(eq(audit_log.subject, id))
    .orderBy(desc(audit_log.id))
    .limit(200);
}

async function messagesOf(db: Tx, id: string) {
  return await db
    .select({
      ...pickColumns(mails, "id", "kind", "to_address", "status"),
      at: sql<Date>`coalesce(${mails.sent_at}, ${mails.created_at})`.mapWith(mails.created_at),
      data: mails.data,
    })
    .from(mails)
    .where(eq(mails.order_id, id));
}

async function orderNotes(db: Tx, id: string) {
  return await db
    .select({ id: notes.id, text: notes.text, created_at: notes.created_at, who: users.name })
    .from(notes)
    .leftJoin(users, eq(users.id, notes.author_id))
    .where(and(eq(notes.kind, "order"), eq(notes.subject, id)))
    .limit(200);
}

/** Matches by account, or by email address for a guest. */
async function othersOf(db: Tx, { id, user_id, customer_email }: NonNullable<Awaited<ReturnType<typeof orderRow>>>) {
  const email = customer_email.toLowerCase();
  const isTheirs = or(
    user_id ? eq(orders.user_id, user_id) : undefined,
    email ? eq(sql`lower(${orders.customer_email})`, email) : undefined,
  );
  if (!isTheirs) return { orders: [], total: 0 };
  const where = and(isTheirs, ne(orders.id, id));
  const newest = await db
    .select({
      ...pickColumns(orders, "id", "created_at", "total_amount_kobo"),
      order_status: sql<OrderStatus>`${orders.order_status}`,
    })
    .from(orders)
    .where(where)
    .orderBy(desc(orders.created_at), desc(orders.id))
    .limit(OTHERS);
  if (newest.length < OTHERS) return { orders: newest, total: newest.length };
  return { orders: newest, total: await db.$count(orders, where) };
}
