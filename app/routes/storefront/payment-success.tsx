import { CircleCheck } from "lucide-react";
import { redirect, useRevalidator } from "react-router";
import { sessionUser } from "#app/features/accounts/middleware.server.ts";
import { OrderPlaced } from "#app/features/checkout/components/order-placed.tsx";
import { paymentMessage } from "#app/features/checkout/components/payment-messages.ts";
import { WaitingPanel } from "#app/features/checkout/components/waiting-panel.tsx";
import { signUpNames } from "#app/features/checkout/rules.ts";
import { markJustPaid } from "#app/features/checkout/store.ts";
import { requestHref } from "#app/features/custom-orders/links.ts";
import { offerOfCheckout } from "#app/features/custom-orders/queries/offers.server.ts";
import { OrderReceipt } from "#app/features/orders/components/order-receipt.tsx";
import { mailsOfOrder, orderByToken } from "#app/features/orders/queries.server.ts";
import { FindPaymentLink } from "#app/features/payments/components/find-payment-link.tsx";
import { payHref } from "#app/features/payments/links.ts";
import { paymentContext } from "#app/features/payments/providers/provider.server.ts";
import { attemptByToken, attemptProducts, reviewReason } from "#app/features/payments/queries/attempts.server.ts";
import { useStore } from "#app/features/settings/components/use-store.ts";
import { checkPayment } from "#app/flows/check-payment.server.ts";
import { capitalised } from "#app/lib/capitalised.ts";
import { shopContext } from "#app/platform/context.server.ts";
import { found } from "#app/platform/errors.server.ts";
import { noIndexMeta } from "#app/shell/storefront/root-data.ts";
import { buttonClass } from "#app/ui/button.tsx";
import { Link } from "#app/ui/link.tsx";
import type { Route } from "./+types/payment-success.ts";

const NO_REFERRER = { name: "referrer", content: "no-referrer" };
export const meta: Route.MetaFunction = ({ loaderData, matches }) =>
  noIndexMeta(loaderData?.order ? "Order placed" : "Your order", NO_REFERRER)({ matches });

export const headers: Route.HeadersFunction = () => ({ "Cache-Control": "no-store" });

/** Reads the order of the token; an unsettled one is settled here if it has been paid. */
export async function loader({ request, context, url }: Route.LoaderArgs) {
  const shop = context.get(shopContext);
  const token = url.searchParams.get("token") ?? "";
  const attempt = found(await attemptByToken(shop.db, token));
  const ctx = { ...shop, payments: context.get(paymentContext) };
  const settled = await checkPayment(ctx, attempt.reference, { recent: true });
  const { state } = settled;
  // A transfer is awaited on the page with its account number.
  if (state === "pending" && attempt.pay_token) return redirect(payHref(attempt.pay_token));
  const order = state === "paid" ? await orderByToken(shop.db, token) : null;
  const sent = order ? await mailsOfOrder(shop.db, attempt.reference) : null;
  const lines = state === "paid" || state === "review" ? await attemptProducts(shop.db, attempt.id) : [];
  const request_token = (await offerOfCheckout(shop.db, attempt.checkout_id))?.token ?? null;
  return {
    state,
    reason: state === "review" ? await reviewReason(shop.db, attempt.id) : null,
    channel: "channel" in settled ? settled.channel : null,
    order,
    has_mail: sent?.mails.some(({ kind }) => kind === "order_confirmation") ?? false,
    lines,
    // The checkout id of an offer stays on the server.
    checkout_id: request_token === null ? attempt.checkout_id : "",
    form: request_token === null ? "/checkout" : requestHref(request_token),
    reference: attempt.reference,
    token,
    isGuest: (await sessionUser(request, context)) === null,
  };
}

/** The messages for a payment in review, by reason. */
const REVIEWS: Record<string, "reversed" | "paid_twice"> = { reversed: "reversed", duplicate_payment: "paid_twice" };

export default function PaymentSuccess({ loaderData }: Route.ComponentProps) {
  const { state, reason, channel, order, has_mail, lines, checkout_id, form, reference, token, isGuest } = loaderData;
  const revalidator = useRevalidator();
  const store = useStore();
  if (order) {
    const { customer_email: email, customer_name: name } = order;
    return (
      <div className="page-width py-10 text-center sm:py-14">
        <div className="mx-auto grid max-w-2xl gap-6">
          <header>
            <CircleCheck aria-hidden className="mx-auto size-14 text-forest" />
            <h1 tabIndex={-1} className="mt-4 scroll-mt-40 font-display text-3xl font-bold outline-none sm:text-4xl">
              Thank you for your order
            </h1>
            <p className="mt-3 text-muted">
              Your payment was received.{" "}
              {has_mail
                ? "A confirmation is on its way to you by email."
                : "Keep the link of this page: it shows your order whenever you open it."}
            </p>
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
              <Link to="/signup" state={signUpNames({ name, email })} className={buttonClass("outline", "lg")}>
                Create Account
              </Link>
            ) : (
              <Link to="/profile/orders" className={buttonClass("outline", "lg")}>
                My Orders
              </Link>
            )}
          </div>
          {isGuest ? (
            <p className="text-sm text-muted">
              An account with {email} or {order.customer_phone} finds this order under My Orders, as soon as you have
              confirmed that it is yours.
            </p>
          ) : null}
          <FindPaymentLink question="You made another payment that is not here?" className="text-sm text-muted" />
          <OrderPlaced checkout_id={checkout_id} token={token} lines={lines} order={{ reference, email, name }} />
        </div>
      </div>
    );
  }
  if (state === "review" || state === "failed" || state === "closed" || state === "unknown") {
    const shown = REVIEWS[reason ?? ""] ?? state;
    const { title, text } = paymentMessage({ state: shown, channel, wait_s: 0 }, reference, store);
    const isBuyable = shown === "failed" || shown === "closed" || shown === "reversed";
    return (
      <div className="page-width py-10 text-center sm:py-14">
        {shown === "review" ? <OrderPlaced checkout_id={checkout_id} token={token} lines={lines} order={null} /> : null}
        <div className="card mx-auto max-w-xl p-6 sm:p-8">
          <h1 className="font-display text-3xl font-bold">{title}</h1>
          <p className="mt-3 text-muted">{text}</p>
          <Link to={isBuyable ? form : "/"} reloadDocument={isBuyable} className={buttonClass("primary", "lg", "mt-6")}>
            {isBuyable ? "Back to checkout" : "Back to Home"}
          </Link>
        </div>
      </div>
    );
  }
  return (
    <div className="page-width py-10 sm:py-14">
      <h1 className="sr-only">Your payment</h1>
      <WaitingPanel
        reference={reference}
        answer={{ state, message: "", channel, wait_s: 0 }}
        onDone={() => {
          markJustPaid(token);
          void revalidator.revalidate();
        }}
      />
    </div>
  );
}
