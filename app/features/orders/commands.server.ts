import { eq, sql } from "drizzle-orm";
import { orderTotals, subtotal } from "#app/features/pricing/rules.ts";
import { readSettings } from "#app/features/settings/queries.server.ts";
import type { Shop } from "#app/platform/context.server.ts";
import { queueMail } from "#app/platform/outbox.server.ts";
import { normalisePhone } from "#app/platform/phone.server.ts";
import type { Tx } from "#db/client.server.ts";
import { order_items, orders } from "#db/schema/orders.ts";
import { lockName } from "#db/transaction.server.ts";
import { paymentSuccessHref } from "./links.ts";
import { orderNumber, savedBy } from "./rules.ts";
import { deliveryFacts } from "./rules/delivery.ts";

/**
 * `product_price_kobo` is the unit price paid; `unit` and `pieces` are the unit sold and its size at the time of sale.
 */
export type OrderLine = {
  product_id: string | null;
  product_name: string;
  product_price_kobo: number;
  quantity: number;
  unit: string;
  pieces: number;
  /** What the quantity saved, in kobo; 0 if unknown. */
  saved_kobo: number;
};

/** A paid order and its lines, as `createOrder` inserts it; amounts in kobo. */
export type NewOrder = Omit<
  typeof orders.$inferInsert,
  | "id"
  | "order_status"
  | "payment_status"
  | "refunded_kobo"
  | "guest_email"
  | "guest_phone"
  | "created_at"
  | "updated_at"
  | "change_no"
> & {
  items: OrderLine[];
};

/**
 * Inserts a paid order (status processing) with its items in `tx` and queues the confirmation, unless switched off in
 * settings, and a welcome mail for a new email address. An anonymized buyer gets no mail. Amounts in kobo; throws when
 * items, shipping and discount do not add up to the total.
 */
export async function createOrder(
  ctx: Pick<Shop, "jobs" | "baseUrl">,
  tx: Tx,
  { items, ...order }: NewOrder,
): Promise<{ id: string; is_first: boolean }> {
  const rows = items.map((item) => ({ ...item, subtotal_kobo: subtotal(item.product_price_kobo, item.quantity) }));
  const totals = orderTotals(
    rows.map((row) => row.subtotal_kobo),
    order,
  );
  if (totals.total_kobo !== order.total_amount_kobo) throw new Error("the parts do not add up to the total");

  const email = order.customer_email.toLowerCase();
  // Serializes concurrent orders of one new address, so that only one of them counts as its first.
  await lockName(tx, email);
  const [earlier] = await tx
    .select({ id: orders.id })
    .from(orders)
    .where(eq(sql`lower(customer_email)`, email))
    .limit(1);
  const [row] = await tx
    .insert(orders)
    .values({ ...order, ...guestKeys(order), order_status: "processing", payment_status: "paid" })
    .returning({ id: orders.id, created_at: orders.created_at });
  if (!row) throw new Error("the order was not written");
  await tx.insert(order_items).values(
    rows.map(({ product_id, product_name, product_price_kobo, quantity, unit, pieces, subtotal_kobo, saved_kobo }) => ({
      order_id: row.id,
      product_id,
      product_name,
      product_price_kobo,
      quantity,
      unit,
      pieces,
      subtotal_kobo,
      saved_kobo,
    })),
  );
  if (!email) return { id: row.id, is_first: false };
  const mail = { order_id: row.id, to: order.customer_email };
  const data = { customer_name: order.customer_name, shop_url: ctx.baseUrl };
  const order_confirmation = {
    ...mail,
    kind: "order_confirmation",
    data: {
      ...data,
      order_number: orderNumber(row.id),
      order_url: `${ctx.baseUrl}${paymentSuccessHref(order.access_token)}`,
      payment_reference: order.payment_reference,
      total_amount_kobo: order.total_amount_kobo,
      shipping_address: order.shipping_address,
      ...(order.delivery_text
        ? { delivery: deliveryFacts(mailed(order)), shipping_kobo: order.shipping_kobo ?? 0 }
        : {}),
      customer_phone: order.customer_phone,
      substitute_phone: order.substitute_phone ?? "",
      saved_kobo: savedBy(items),
      ordered_at: row.created_at.toISOString(),
      items: items.map(({ product_name, product_price_kobo, quantity, unit, pieces }) => ({
        product_name,
        product_price_kobo,
        quantity,
        unit,
        pieces,
      })),
    },
  } as const;
  const { email: switches } = (await readSettings(tx)).settings;
  if (switches.sendOrderConfirmation) await queueMail(tx, ctx.jobs, order_confirmation);
  if (!earlier) await queueMail(tx, ctx.jobs, { ...mail, kind: "welcome_email", data });
  return { id: row.id, is_first: !earlier };
}

function mailed({ delivery_text = null, promised_from = null, promised_to = null }: Omit<NewOrder, "items">) {
  return { delivery_text, promised_from, promised_to };
}

/** Contact data by which an account can later claim a guest order; empty for a customer's order. */
function guestKeys(order: Pick<NewOrder, "user_id" | "customer_email" | "customer_phone">) {
  if (order.user_id) return {};
  return {
    guest_email: order.customer_email.toLowerCase() || null,
    guest_phone: normalisePhone(order.customer_phone),
  };
}
