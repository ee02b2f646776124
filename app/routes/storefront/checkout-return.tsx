import { data, redirect } from "react-router";
import { requestHref } from "#app/features/custom-orders/links.ts";
import { offerOfCheckout } from "#app/features/custom-orders/queries/offers.server.ts";
import { paymentSuccessHref } from "#app/features/orders/links.ts";
import { paymentContext } from "#app/features/payments/providers/provider.server.ts";
import { attemptByToken } from "#app/features/payments/queries/attempts.server.ts";
import { checkPayment } from "#app/flows/check-payment.server.ts";
import { shopContext } from "#app/platform/context.server.ts";
import { isToken } from "#app/platform/random.server.ts";
import { secondsToWait } from "#app/platform/throttle.server.ts";
import type { Route } from "./+types/checkout-return.ts";

/** The return address of the provider's page: the server asks the provider whether the payment succeeded. */
export async function loader({ params, context }: Route.LoaderArgs) {
  const shop = context.get(shopContext);
  if (!isToken(params.token)) throw data(null, { status: 404 });
  const attempt = await attemptByToken(shop.db, params.token);
  if (!attempt) return redirect("/cart");
  const isBusy = (await secondsToWait(context, "verify")) !== null;
  const result = isBusy
    ? null
    : await checkPayment({ ...shop, payments: context.get(paymentContext) }, attempt.reference);
  const token = (await offerOfCheckout(shop.db, attempt.checkout_id))?.token ?? null;
  const form = token ? requestHref(token) : "/checkout";
  return redirect(result?.state === "failed" ? form : paymentSuccessHref(attempt.access_token));
}
