import { z } from "zod";
import { paymentContext } from "#app/features/payments/providers/provider.server.ts";
import { checkoutStatus } from "#app/flows/check-checkout.server.ts";
import { readJson } from "#app/platform/body.server.ts";
import { shopContext } from "#app/platform/context.server.ts";
import { errorResponse } from "#app/platform/errors.server.ts";
import { refuseTooMany } from "#app/platform/throttle.server.ts";
import type { Route } from "./+types/checkout-status.ts";

const statusSchema = z.object({ checkout_id: z.uuid() });

/** The state of the browser's unfinished checkout: paid, pending or none, and its holds. */
export async function action({ request, context }: Route.ActionArgs) {
  const shop = context.get(shopContext);
  const refused = await refuseTooMany(context, "checkout_status", "Too many requests. Please wait a moment.");
  if (refused) return refused;
  const body = await readJson(request, 1_024);
  if (!body.ok) return body.response;
  const input = statusSchema.safeParse(body.value);
  if (!input.success) return errorResponse("bad_request", "Send the id of a checkout.");
  const status = await checkoutStatus({ ...shop, payments: context.get(paymentContext) }, input.data.checkout_id);
  return Response.json(status, { headers: { "Cache-Control": "no-store" } });
}

export function loader() {
  return errorResponse("method_not_allowed", "Send this with POST.", { Allow: "POST" });
}
