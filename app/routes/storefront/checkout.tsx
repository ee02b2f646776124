import { data } from "react-router";
import { sessionUser } from "#app/features/accounts/middleware.server.ts";
import { CheckoutPage } from "#app/features/checkout/components/checkout-page.tsx";
import { profileContact } from "#app/features/checkout/rules.ts";
import { profileOf } from "#app/features/customers/queries.server.ts";
import { hasDeliveryRates } from "#app/features/delivery/queries.server.ts";
import { paymentContext } from "#app/features/payments/providers/provider.server.ts";
import { shopContext } from "#app/platform/context.server.ts";
import { noIndexMeta } from "#app/shell/storefront/root-data.ts";
import type { Route } from "./+types/checkout.ts";

export const meta = noIndexMeta("Checkout");

/** Hides links below the form that lead away from paying. */
export const handle = { withoutFooter: true };

export function headers({ loaderHeaders }: Route.HeadersArgs) {
  return loaderHeaders;
}

/** Never cached: a signed-in customer's form is prefilled with name and address. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const payments = context.get(paymentContext);
  const user = await sessionUser(request, context);
  const profile = user && (await profileOf(context.get(shopContext).db, user.id));
  return data(
    {
      inlineUrl: payments?.inlineUrl ?? null,
      sandbox: payments?.sandbox ?? false,
      known: profile && profileContact(profile),
      knownArea: profile && profile.lga_code,
      hasRates: await hasDeliveryRates(context.get(shopContext).db),
    },
    { headers: { "Cache-Control": "no-store" } },
  );
}

export default function Checkout({ loaderData }: Route.ComponentProps) {
  return (
    <div className="page-width pt-6 sm:pt-8 lg:pb-12">
      <h1 className="mb-5 font-display text-3xl font-bold sm:text-4xl">Checkout</h1>
      <CheckoutPage {...loaderData} />
    </div>
  );
}
