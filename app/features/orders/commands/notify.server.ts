import { eq } from "drizzle-orm";
import type { Shop } from "#app/platform/context.server.ts";
import { queueMail } from "#app/platform/outbox.server.ts";
import { normalisePhone } from "#app/platform/phone.server.ts";
import type { Tx } from "#db/client.server.ts";
import { orders } from "#db/schema/orders.ts";
import { paymentSuccessHref } from "../links.ts";
import { noticeChannel } from "../rules/updates.ts";

/**
 * Queues a message about an order to its customer in `tx`: by mail, or by SMS without an email address. Returns the
 * channel, or null when there is none.
 */
export async function notifyCustomer(
  ctx: Pick<Shop, "jobs" | "baseUrl">,
  tx: Tx,
  orderId: string,
  { title, message }: { title: string; message: string },
): Promise<"mail" | "sms" | null> {
  const [order] = await tx
    .select({
      customer_name: orders.customer_name,
      customer_email: orders.customer_email,
      customer_phone: orders.customer_phone,
      access_token: orders.access_token,
    })
    .from(orders)
    .where(eq(orders.id, orderId));
  if (!order) return null;
  const way = noticeChannel(order);
  const to = way === "sms" ? normalisePhone(order.customer_phone) : order.customer_email;
  if (!way || !to) return null;
  const data = {
    customer_name: order.customer_name,
    shop_url: ctx.baseUrl,
    order_url: `${ctx.baseUrl}${paymentSuccessHref(order.access_token)}`,
    title,
    message,
  };
  const kind = way === "sms" ? "sms_order_update" : "order_update";
  await queueMail(tx, ctx.jobs, { kind, order_id: orderId, to, data });
  return way;
}
