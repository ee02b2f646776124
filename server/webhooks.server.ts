import { Hono } from "hono";
import type { PaymentProvider } from "#app/features/payments/providers/provider.server.ts";
import { receiveWebhook } from "#app/flows/receive-webhook.server.ts";
import { readBytes } from "#app/platform/body.server.ts";
import type { Shop } from "#app/platform/context.server.ts";
import { errorResponse } from "#app/platform/errors.server.ts";

const LIMIT_BYTES = 1_048_576;

/** The provider's webhooks. The body is read as bytes and not parsed before its signature is verified. */
export function webhooks(shop: Shop, payments: PaymentProvider | null): Hono {
  const app = new Hono();
  app.post("/webhooks/paystack", async (c) => {
    const body = await readBytes(c.req.raw, LIMIT_BYTES);
    if (!body) return errorResponse("too_large", "The event is too large.");
    const result = await receiveWebhook({ ...shop, payments }, body, c.req.header("x-paystack-signature") ?? null);
    if (result === "bad_signature") return errorResponse("unauthorized", "The signature does not match.");
    if (result === "bad_body") return errorResponse("bad_request", "The event cannot be read.");
    if (result === "not_configured") return errorResponse("unavailable", "Payment system is not properly configured.");
    if (result === "try_again") return errorResponse("unavailable", "The payment could not be verified yet.");
    return c.json({ received: true });
  });
  app.all("/webhooks/paystack", () => errorResponse("method_not_allowed", "Send events with POST.", { Allow: "POST" }));
  return app;
}
