import { data, redirect, type ShouldRevalidateFunctionArgs } from "react-router";
import { sessionUser } from "#app/features/accounts/middleware.server.ts";
import { profileContact } from "#app/features/checkout/rules.ts";
import { OfferCard } from "#app/features/custom-orders/components/offer-card.tsx";
import { PayOfferForm, RefusalNotice } from "#app/features/custom-orders/components/pay-offer-form.tsx";
import { RequestView } from "#app/features/custom-orders/components/request-view.tsx";
import { RequestBadge } from "#app/features/custom-orders/components/status-badge.tsx";
import { useFreshOnReturn } from "#app/features/custom-orders/components/use-fresh-on-return.ts";
import { CUSTOM_ORDER_PATH, requestHref } from "#app/features/custom-orders/links.ts";
import { customOrderByToken } from "#app/features/custom-orders/queries.server.ts";
import { PAYMENT_NOT_STARTED, requestNumber } from "#app/features/custom-orders/rules.ts";
import { profileOf } from "#app/features/customers/queries.server.ts";
import { placedCookie } from "#app/features/orders/commands/claim.server.ts";
import { paymentSuccessHref } from "#app/features/orders/links.ts";
import { payHrefOf } from "#app/features/payments/links.ts";
import { paymentContext } from "#app/features/payments/providers/provider.server.ts";
import { TOO_MANY_STARTS } from "#app/features/payments/rules/start.ts";
import { OFFER_STATUS, payOffer } from "#app/flows/pay-offer.server.ts";
import { refuseForm, type FieldErrors, type FormResult } from "#app/lib/forms.ts";
import { sendForm } from "#app/lib/send-form.ts";
import { readFormData } from "#app/platform/body.server.ts";
import { addressContext, shopContext } from "#app/platform/context.server.ts";
import { found } from "#app/platform/errors.server.ts";
import { secondsToWait } from "#app/platform/throttle.server.ts";
import { DeadLink } from "#app/shell/screens/dead-link.tsx";
import { noIndexMeta } from "#app/shell/storefront/root-data.ts";
import { buttonClass } from "#app/ui/button.tsx";
import { Link } from "#app/ui/link.tsx";
import type { Route } from "./+types/request.ts";

export const meta = noIndexMeta("Your request", { name: "referrer", content: "same-origin" });

export const headers: Route.HeadersFunction = () => ({ "Cache-Control": "no-store" });

/** The request of a token, for anyone with the link. */
export async function loader({ params, request, context }: Route.LoaderArgs) {
  const { db } = context.get(shopContext);
  const { id, name, email, phone, status, description, quantity, image_url, created_at, offers } = found(
    await customOrderByToken(db, params.token),
  );
  const user = await sessionUser(request, context);
  const profile = user && (await profileOf(db, user.id));
  const known = profileContact(
    profile ?? { first_name: name, last_name: "", email, phone, address: "", city: "", state: "", postal_code: "" },
  );
  return {
    number: requestNumber(id),
    request: { status, description, quantity, image_url, created_at },
    offers,
    known,
    // Null when payment is not configured.
    sandbox: context.get(paymentContext)?.sandbox ?? null,
  };
}

/** Starts the payment of the offer and redirects to the provider's page. */
export async function action({ params, request, context }: Route.ActionArgs) {
  const shop = context.get(shopContext);
  const form = await readFormData(request, 65_536);
  const refuse = (status: number, message: string, errors: FieldErrors = {}) =>
    data<FormResult>(refuseForm(form, errors, { message }), { status });
  if ((await secondsToWait(context, "checkout")) !== null) return refuse(429, TOO_MANY_STARTS);
  const user = await sessionUser(request, context);
  const { offer, channel, ...contact } = Object.fromEntries(form);
  const result = await payOffer(
    { ...shop, payments: context.get(paymentContext) },
    {
      token: params.token,
      offer_id: typeof offer === "string" ? offer : "",
      contact,
      channel: channel === "transfer" ? "transfer" : "popup",
      user_id: user?.id ?? null,
      address: context.get(addressContext),
    },
  );
  if (result.ok) {
    const { payment } = result;
    const cookie = user ? undefined : { "Set-Cookie": placedCookie(payment.access_token, shop.baseUrl) };
    return redirect(payHrefOf(payment), { status: 303, headers: cookie });
  }
  if (result.reason === "not_found") throw data(null, { status: 404 });
  if (result.reason === "already_paid") return redirect(paymentSuccessHref(result.access_token), { status: 303 });
  if (result.reason === "accepted") return redirect(requestHref(params.token), 303);
  if (result.reason === "invalid") return refuse(422, "Please check the shipping information.", result.errors);
  return refuse(OFFER_STATUS[result.reason], result.message);
}

export function clientAction({ request, serverAction }: Route.ClientActionArgs) {
  return sendForm(request, serverAction, PAYMENT_NOT_STARTED);
}

/** After a refusal the offer may differ from the shown one. */
export const shouldRevalidate = ({ actionStatus, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs) =>
  actionStatus === 409 || defaultShouldRevalidate;

export default function Request({ loaderData, actionData }: Route.ComponentProps) {
  const { number, request, offers, known, sandbox } = loaderData;
  useFreshOnReturn();
  const refused = actionData?.ok === false ? actionData : null;
  const hasForm = offers.some(({ state }) => state === "open");
  return (
    <div className="page-width max-w-3xl py-6 sm:py-10">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h1 className="font-display text-3xl font-bold">Request {number}</h1>
        <RequestBadge status={request.status} />
      </div>
      <section aria-label="What you asked for" className="card mt-5 p-5 sm:p-6">
        <RequestView request={request} />
      </section>
      <h2 className="mt-8 mb-3 font-display text-xl font-bold">Our answer</h2>
      {offers.length === 0 ? (
        <p className="card p-5 text-muted">
          {request.status === "cancelled"
            ? "This request was cancelled. You can send a new one at any time."
            : "There is no offer yet. We will send you an email and an SMS as soon as there is one."}
        </p>
      ) : null}
      {refused?.message && !hasForm ? <RefusalNotice>{refused.message}</RefusalNotice> : null}
      <div className="grid gap-4">
        {offers.map((offer) => (
          <OfferCard key={offer.id} offer={offer}>
            {offer.state === "open" ? (
              <PayOfferForm offer={offer} known={known} refused={refused} sandbox={sandbox} />
            ) : null}
            {offer.order_token ? (
              <Link to={paymentSuccessHref(offer.order_token)} className={buttonClass("outline", "md", "mt-4")}>
                See your order
              </Link>
            ) : null}
          </OfferCard>
        ))}
      </div>
    </div>
  );
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return (
    <DeadLink error={error} to={CUSTOM_ORDER_PATH} label="Request a custom order">
      The request was deleted with its account, or the link was cut off on its way. Open it from our email or SMS again.
    </DeadLink>
  );
}
