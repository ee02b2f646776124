import { eq } from "drizzle-orm";
import type { Shop } from "#app/platform/context.server.ts";
import { queueMail } from "#app/platform/outbox.server.ts";
import { normalisePhone } from "#app/platform/phone.server.ts";
import type { Tx } from "#db/client.server.ts";
import { custom_orders } from "#db/schema/requests.ts";
import { requestHref } from "../links.ts";
import { requestNumber } from "../rules.ts";

type Kind = "custom_order_status" | "custom_order_offer" | "custom_order_offer_withdrawn";

/**
 * Queues a message to the sender of a request in `tx`: a mail, and for an offer also an SMS, with a link to the
 * request. Deleted accounts get none.
 */
export async function notifySender(
  ctx: Pick<Shop, "jobs" | "baseUrl">,
  tx: Tx,
  id: string,
  kind: Kind,
  more: Record<string, unknown> = {},
): Promise<void> {
  const [request] = await tx
    .select({
      name: custom_orders.name,
      email: custom_orders.email,
      phone: custom_orders.phone,
      token: custom_orders.access_token,
    })
    .from(custom_orders)
    .where(eq(custom_orders.id, id));
  if (!request?.email) return;
  const data = {
    ...more,
    number: requestNumber(id),
    customer_name: request.name,
    shop_url: ctx.baseUrl,
    request_url: ctx.baseUrl + requestHref(request.token),
  };
  await queueMail(tx, ctx.jobs, { kind, to: request.email, data });
  const phone = kind === "custom_order_offer" ? normalisePhone(request.phone) : null;
  if (phone) await queueMail(tx, ctx.jobs, { kind: "sms_custom_order_offer", to: phone, data });
}
