import { CheckoutPage } from "#app/features/checkout/components/checkout-page.tsx";
import { paymentContext } from "#app/features/payments/providers/provider.server.ts";
import type { Route } from "./+types/checkout.ts";

export const meta: Route.MetaFunction = () => [{ title: "Checkout | Oja" }, { name: "robots", content: "noindex" }];

export function loader({ context }: Route.LoaderArgs) {
  const payments = context.get(paymentContext);
  return { inlineUrl: payments?.inlineUrl ?? null, sandbox: payments?.sandbox ?? false };
}

export default function Checkout({ loaderData }: Route.ComponentProps) {
  return (
    <div className="page-width py-8 sm:py-10">
      <h1 className="mb-6 font-display text-3xl font-bold sm:text-4xl">Checkout</h1>
      <CheckoutPage {...loaderData} />
    </div>
  );
}
