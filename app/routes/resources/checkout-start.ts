import { sessionUser } from "#app/features/accounts/middleware.server.ts";
import { startCheckout, startSchema } from "#app/features/checkout/commands/start.server.ts";
import { contactErrors, type FieldErrors } from "#app/features/checkout/schema.ts";
import { placedCookie } from "#app/features/orders/commands/claim.server.ts";
import { paymentContext } from "#app/features/payments/providers/provider.server.ts";
import { readJson } from "#app/platform/body.server.ts";
import { addressContext, shopContext } from "#app/platform/context.server.ts";
import { errorResponse, refusal } from "#app/platform/errors.server.ts";
import { isPhoneNumber } from "#app/platform/phone.server.ts";
import { refuseTooMany } from "#app/platform/throttle.server.ts";
import type { Route } from "./+types/checkout-start.ts";

const STATUS = {
  not_configured: 503,
  provider_unavailable: 503,
  refused: 422,
  cart_changed: 409,
  amount: 422,
  already_paid: 409,
  too_many_holds: 429,
} as const;

/** Starts the payment of a cart: takes products, quantities and contact data, returns the provider's access code. */
export async function action({ request, context }: Route.ActionArgs) {
  const shop = context.get(shopContext);
  const address = context.get(addressContext);
  const refused = await refuseTooMany(context, "checkout", "Too many tries. Please wait a minute.");
  if (refused) return refused;
  const body = await readJson(request);
  if (!body.ok) return body.response;
  const parsed = startSchema.safeParse(body.value);
  if (!parsed.success) {
    const errors = contactErrors((body.value as { contact?: unknown } | null)?.contact);
    const isContact = Object.keys(errors).length > 0;
    return refuse(isContact ? "Please fill out all required fields." : "The cart cannot be read.", errors);
  }
  if (!isPhoneNumber(parsed.data.contact.phone)) {
    const message = "Please enter a valid phone number.";
    return refuse(message, { phone: message });
  }
  const user = await sessionUser(request, context);
  const payments = context.get(paymentContext);
  const start = { user_id: user?.id ?? null, address };
  const result = await startCheckout({ ...shop, payments }, parsed.data, start);
  const headers = new Headers({ "Cache-Control": "no-store" });
  if (!result.ok) {
    const { ok: _ok, reason: code, ...rest } = result;
    if ("retry_after" in rest && rest.retry_after !== null) headers.set("Retry-After", String(rest.retry_after));
    return refusal(STATUS[code], { code, ...rest }, headers);
  }
  if (!user) headers.set("Set-Cookie", placedCookie(result.payment.access_token, shop.baseUrl));
  return Response.json({ success: true, payment: result.payment }, { headers });
}

/** `errors` are those of the shipping form's fields. */
function refuse(message: string, errors: FieldErrors) {
  return refusal(400, { code: "invalid", message, errors });
}

export function loader() {
  return errorResponse("method_not_allowed", "Send this with POST.", { Allow: "POST" });
}
