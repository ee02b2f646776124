import { CircleCheck } from "lucide-react";
import { data, Link, useRevalidator } from "react-router";
import { sessionUser } from "#app/features/auth/middleware.server.ts";
import { OrderPlaced } from "#app/features/checkout/components/order-placed.tsx";
import { RedirectCountdown } from "#app/features/checkout/components/redirect-countdown.tsx";
import { WaitingPanel } from "#app/features/checkout/components/waiting-panel.tsx";
import { OrderReceipt } from "#app/features/orders/components/order-receipt.tsx";
import { orderByToken } from "#app/features/orders/queries.server.ts";
import { checkPayment } from "#app/features/payments/commands/check.server.ts";
import { paymentContext } from "#app/features/payments/providers/provider.server.ts";
import { attemptByToken } from "#app/features/payments/queries/attempts.server.ts";
import { CONTACT } from "#app/features/site/content.ts";
import { shopContext } from "#app/lib/context.server.ts";
import { buttonClass } from "#app/ui/button.tsx";
import type { Route } from "./+types/payment-success.ts";

export const meta: Route.MetaFunction = () => [
  { title: "Your order | Oja" },
  { name: "robots", content: "noindex" },
  { name: "referrer", content: "no-referrer" },
];

export const headers: Route.HeadersFunction = () => ({ "Cache-Control": "no-store" });

/** Reads the order that the token opens; one that is not settled yet is settled here, if it was paid. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const shop = context.get(shopContext);
  const token = new URL(request.url).searchParams.get("token") ?? "";
  const attempt = await attemptByToken(shop.db, token);
  if (!attempt) throw data(null, { status: 404 });
  const ctx = { ...shop, payments: context.get(paymentContext) };
  const { state } = await checkPayment(ctx, attempt.reference, { recent: true });
  const order = state === "paid" ? await orderByToken(shop.db, token) : null;
  const isGuest = (await sessionUser(request, context)) === null;
  return { state, order, reference: attempt.reference, token, isGuest };
}

export default function PaymentSuccess({ loaderData }: Route.ComponentProps) {
  const { state, order, reference, token, isGuest } = loaderData;
  const revalidator = useRevalidator();
  if (order) {
    return (
      <div className="page-width py-10 text-center sm:py-14">
        <OrderPlaced token={token} reference={reference} email={order.customer_email} name={order.customer_name} />
        <div className="mx-auto grid max-w-2xl gap-6">
          <header>
            <CircleCheck aria-hidden className="mx-auto size-14 text-forest" />
            <h1 className="mt-4 font-display text-3xl font-bold sm:text-4xl">Thank you for your order</h1>
            <p className="mt-3 text-muted">Your payment was received. A confirmation is on its way to you by email.</p>
            <p className="mt-4">
              Order status{" "}
              <span className="ml-1 rounded-full bg-sky-soft px-3 py-1 text-sm font-semibold text-sky-ink">
                {capitalised(order.order_status)}
              </span>
            </p>
          </header>
          <OrderReceipt order={order} />
          <div className="grid gap-3 sm:grid-cols-2">
            <Link to="/" className={buttonClass("primary", "lg")}>
              Back to Home
            </Link>
            {isGuest ? (
              <Link to="/signup" className={buttonClass("outline", "lg")}>
                Create Account
              </Link>
            ) : (
              <Link to="/profile/orders" className={buttonClass("outline", "lg")}>
                My Orders
              </Link>
            )}
          </div>
          <RedirectCountdown />
        </div>
      </div>
    );
  }
  if (state === "review") {
    return (
      <Notice title="We are looking at your payment">
        Your payment reached us, but something about it needs a person to look at. Nothing is lost: we will get in touch
        with you. You can reach us at {CONTACT.email} or {CONTACT.phone} with the reference {reference}.
      </Notice>
    );
  }
  if (state === "failed") {
    return (
      <Notice title="This payment was not completed" link={{ to: "/checkout", label: "Back to checkout" }}>
        No money was taken for the reference {reference}. Your cart is still there, and you can try again.
      </Notice>
    );
  }
  return (
    <div className="page-width py-10 sm:py-14">
      <h1 className="sr-only">Your payment</h1>
      <WaitingPanel reference={reference} onPaid={() => void revalidator.revalidate()} />
    </div>
  );
}

function Notice({
  title,
  children,
  link,
}: {
  title: string;
  children: React.ReactNode;
  link?: { to: string; label: string };
}) {
  return (
    <div className="page-width py-10 text-center sm:py-14">
      <div className="card mx-auto max-w-xl p-6 sm:p-8">
        <h1 className="font-display text-3xl font-bold">{title}</h1>
        <p className="mt-3 text-muted">{children}</p>
        <Link
          to={link?.to ?? "/"}
          reloadDocument={link?.to === "/checkout"}
          className={buttonClass("primary", "lg", "mt-6")}
        >
          {link?.label ?? "Back to Home"}
        </Link>
      </div>
    </div>
  );
}

function capitalised(status: string): string {
  return status.charAt(0).toUpperCase() + status.slice(1);
}
