import { paymentContext } from "#app/features/payments/providers/provider.server.ts";
import { transferState } from "#app/flows/transfer-page.server.ts";
import { shopContext } from "#app/platform/context.server.ts";
import { errorResponse } from "#app/platform/errors.server.ts";
import { refuseTooMany } from "#app/platform/throttle.server.ts";
import type { Route } from "./+types/pay-state.ts";

/** The state of a transfer, for its page, which asks every few seconds. It says nothing about the buyer. */
export async function loader({ params, context }: Route.LoaderArgs) {
  const ctx = { ...context.get(shopContext), payments: context.get(paymentContext) };
  const state = await transferState(ctx, params.token);
  if (state) return Response.json(state, { headers: { "Cache-Control": "no-store" } });
  const refused = await refuseTooMany(context, "unknown_token", "Too many requests. Please wait a moment.");
  return refused ?? errorResponse("not_found", "There is no such payment.");
}
