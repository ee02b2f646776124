import { Hono } from "hono";
import { z } from "zod";
import { refusedFactor } from "#app/features/accounts/commands/auth-service.server.ts";
import type { Auth } from "#app/features/accounts/engine/engine.server.ts";
import { hasSecondFactor } from "#app/features/accounts/queries/security.server.ts";
import { claimsOf } from "#app/features/accounts/rules.ts";
import { mailsOfOrder } from "#app/features/orders/queries.server.ts";
import type { PaymentProvider } from "#app/features/payments/providers/provider.server.ts";
import type { SettleResult } from "#app/features/payments/rules/settlement.ts";
import { canDeleteAccount } from "#app/features/permissions/rules.ts";
import { checkPayment } from "#app/flows/check-payment.server.ts";
import { deleteAccount } from "#app/flows/delete-account.server.ts";
import { isFromOwnPage } from "#app/lib/origins.ts";
import { readJson } from "#app/platform/body.server.ts";
import type { Bindings, Shop } from "#app/platform/context.server.ts";
import { errorResponse, refusal } from "#app/platform/errors.server.ts";

const NOT_VERIFIED = "We couldn't verify your payment. Please contact support.";

const reference = z.string().regex(/^WH\d{15}$/);
const verifyBody = z.object({ reference });
const mailBody = z.discriminatedUnion("type", [
  z.object({
    type: z.literal("order_confirmation"),
    orderData: z.object({ payment_reference: reference }),
    customerEmail: z.string(),
    customerName: z.string().optional(),
  }),
  z.object({
    type: z.literal("welcome_email"),
    orderData: z.object({ payment_reference: reference }).optional(),
    customerEmail: z.string(),
    customerName: z.string().optional(),
    isFirstOrder: z.boolean().optional(),
  }),
]);

/** The body is optional: only an account with two-step verification sends its code. */
const deletionBody = z.object({ code: z.string().catch("") }).catch({ code: "" });

const KNOWN = /\/(get-paystack-key|verify-paystack-payment|send-order-confirmation|delete-user-account)$/;

/** Functions that the shop's pages call, at POST /functions/v1/<name>. */
export function functions(shop: Shop, payments: PaymentProvider | null, auth: Auth): Hono<{ Bindings: Bindings }> {
  const app = new Hono<{ Bindings: Bindings }>().basePath("/functions/v1");

  app.post("/get-paystack-key", (c) => c.json({ publicKey: payments?.publicKey ?? null }));

  app.post("/verify-paystack-payment", async (c) => {
    const wait = await shop.limits.hit("verify", c.env.address ?? "unknown");
    if (wait) return tooMany(wait);
    const body = await readJson(c.req.raw, 4_096);
    if (!body.ok) return body.response;
    const parsed = verifyBody.safeParse(body.value);
    if (!parsed.success) return errorResponse("bad_request", "Send the reference of a payment.");
    const result = await checkPayment({ ...shop, payments }, parsed.data.reference);
    if (result.state === "unknown") return errorResponse("not_found", NOT_VERIFIED);
    const channel = "channel" in result ? result.channel : null;
    return c.json({ success: result.state === "paid", status: result.state, message: verifyMessage(result), channel });
  });

  app.post("/send-order-confirmation", async (c) => {
    const wait = await shop.limits.hit("verify", c.env.address ?? "unknown");
    if (wait) return tooMany(wait);
    const body = await readJson(c.req.raw, 65_536);
    if (!body.ok) return body.response;
    const parsed = mailBody.safeParse(body.value);
    if (!parsed.success)
      return errorResponse("bad_request", "Send the type, the order's data and the customer's email.");
    const { type, orderData, customerEmail } = parsed.data;
    // Without an order there is nothing to look up, and an address alone gets no information.
    if (!orderData)
      return c.json({ success: true, status: "queued", message: "The first order's mails include the welcome." });
    const order = await mailsOfOrder(shop.db, orderData.payment_reference);
    if (!order || order.customer_email.toLowerCase() !== customerEmail.trim().toLowerCase()) {
      return errorResponse("not_found", "There is no such order.");
    }
    const mail = order.mails.find((one) => one.kind === type);
    if (!mail)
      return c.json({
        success: true,
        status: "not_needed",
        isFirstOrder: false,
        message: "This order needs no such mail.",
      });
    const status = mail.status === "sent" ? "sent" : mail.tries > 0 ? "delayed" : "queued";
    return c.json({
      success: status !== "delayed",
      status,
      isFirstOrder: order.mails.some((one) => one.kind === "welcome_email"),
      message:
        status === "delayed"
          ? "The mail is delayed. It is sent as soon as the mail server answers."
          : "The mail is on its way.",
    });
  });

  // The session's cookie identifies the account. Browsers always send the page's origin with a POST.
  app.post("/delete-user-account", async (c) => {
    if (!c.req.header("Origin") || !isFromOwnPage(c.req.raw.headers, shop.baseUrl))
      return errorResponse("forbidden", "This can only be done on the shop's own pages.");
    const { headers } = c.req.raw;
    const session = await auth.api.getSession({ headers, query: { disableRefresh: true } });
    if (!session) return errorResponse("unauthorized", "Auth session missing!");
    const { id } = session.user;
    const claims = claimsOf(session.user, session.session);
    if (!canDeleteAccount(claims, shop.env.ADMIN_SECOND_FACTOR))
      return errorResponse("forbidden", "Please confirm your second factor first.");
    // If another tab has signed in another user, the page does not act for that user.
    if ((c.req.header("X-Made-For") ?? id) !== id)
      return errorResponse("conflict", "Somebody else is now signed in here. Nothing was deleted.");
    if (await hasSecondFactor(shop.db, id)) {
      const body = await readJson(c.req.raw, 1_024);
      const { code } = deletionBody.parse(body.ok ? body.value : null);
      const service = { auth, baseUrl: shop.baseUrl, address: c.env.address ?? "unknown" };
      const refused = await refusedFactor(service, c.req.raw, code);
      if (refused) return refusal(refused.status, { code: "second_factor", message: refused.message });
    }
    const result = await deleteAccount(shop, { id, ...claims });
    if (!result.ok) {
      return result.reason === "last_admin"
        ? errorResponse("conflict", "The shop's last admin cannot be deleted. Make somebody else an admin first.")
        : errorResponse("unauthorized", "Auth session missing!");
    }
    const signedOut = await auth.api.signOut({ headers, asResponse: true });
    const answer = c.json({ success: true });
    for (const cookie of signedOut.headers.getSetCookie()) answer.headers.append("Set-Cookie", cookie);
    answer.headers.set("Cache-Control", "no-store");
    return answer;
  });

  app.all("*", (c) => {
    const known = KNOWN.test(c.req.path);
    return known
      ? errorResponse("method_not_allowed", "Send this with POST.", { Allow: "POST" })
      : errorResponse("not_found", "There is no such function.");
  });
  return app;
}

/** `wait` in seconds. */
function tooMany(wait: number): Response {
  return errorResponse("too_many_requests", "Too many requests. Please wait a moment.", {
    "Retry-After": String(wait),
  });
}

function verifyMessage(result: SettleResult): string {
  switch (result.state) {
    case "paid":
      return "Payment verified.";
    case "pending":
      return "We are still waiting for this payment. We will confirm it by email as soon as it arrives.";
    case "unconfirmed":
      return "We are still confirming this payment. You do not need to pay again.";
    case "failed":
      return result.message ? `The payment was not completed: ${result.message}.` : "The payment was not completed.";
    case "closed":
      return "The payment was not completed in time and has ended.";
    default:
      return NOT_VERIFIED;
  }
}
