import { sessionUser } from "#app/features/accounts/middleware.server.ts";
import { CART_STATUS } from "#app/features/checkout/rules/start.ts";
import { placedCookie } from "#app/features/orders/commands/claim.server.ts";
import { paymentContext } from "#app/features/payments/providers/provider.server.ts";
import { TOO_MANY_STARTS } from "#app/features/payments/rules/start.ts";
import { startCheckout } from "#app/flows/start-checkout.server.ts";
import { readJson } from "#app/platform/body.server.ts";
import { addressContext, shopContext } from "#app/platform/context.server.ts";
import { errorResponse, refusal } from "#app/platform/errors.server.ts";
import { refuseTooMany } from "#app/platform/throttle.server.ts";
import type { Route } from "./+types/checkout-start.ts";

/** Starts the payment of a cart: takes products, quantities and contact data, returns the provider's access code. */
export async function action({ request, context }: Route.ActionArgs) {
  const shop = context.get(shopContext);
  const refused = await refuseTooMany(context, "checkout", TOO_MANY_STARTS);
  if (refused) return refused;
  const body = await readJson(request);
  if (!body.ok) return body.response;
  const user = await sessionUser(request, context);
  const by = { user_id: user?.id ?? null, address: context.get(addressContext) };
  const result = await startCheckout({ ...shop, payments: context.get(paymentContext) }, body.value, by);
  const headers = new Headers({ "Cache-Control": "no-store" });
  if (!result.ok) {
    const { ok: _ok, reason: code, ...rest } = result;
    if (code === "invalid") return refusal(400, { code, ...rest });
    if ("retry_after" in rest && rest.retry_after !== null) headers.set("Retry-After", String(rest.retry_after));
    return refusal(CART_STATUS[code], { code, ...rest }, headers);
  }
  if (!user) headers.set("Set-Cookie", placedCookie(result.payment.access_token, shop.baseUrl));
  return Response.json({ success: true, payment: result.payment }, { headers });
}

export function loader() {
  return errorResponse("method_not_allowed", "Send this with POST.", { Allow: "POST" });
}
