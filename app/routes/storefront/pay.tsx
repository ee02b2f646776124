import { Landmark } from "lucide-react";
import { useEffect } from "react";
import { data, redirect, useNavigation, useRevalidator } from "react-router";
import { sessionUser } from "#app/features/accounts/middleware.server.ts";
import { markPaidHere, storeChannel } from "#app/features/checkout/store.ts";
import { EndedLinks, TransferView } from "#app/features/payments/components/transfer-view.tsx";
import { useTransferState } from "#app/features/payments/components/use-transfer-state.ts";
import { payHref, payHrefOf } from "#app/features/payments/links.ts";
import { paymentContext } from "#app/features/payments/providers/provider.server.ts";
import { TOO_MANY_STARTS } from "#app/features/payments/rules/start.ts";
import { restartPayment, RESTART_STATUS } from "#app/flows/restart-payment.server.ts";
import { transferPage } from "#app/flows/transfer-page.server.ts";
import { readForm } from "#app/platform/body.server.ts";
import { addressContext, shopContext } from "#app/platform/context.server.ts";
import { secondsToWait, throttle } from "#app/platform/throttle.server.ts";
import { DeadLink } from "#app/shell/screens/dead-link.tsx";
import { noIndexMeta } from "#app/shell/storefront/root-data.ts";
import { loadAhead } from "#app/ui/lazy-or.ts";
import type { Route } from "./+types/pay.ts";

/** The tab's title says what has happened. */
export const meta: Route.MetaFunction = ({ loaderData, matches }) =>
  noIndexMeta(loaderData?.title ?? "Pay by bank transfer", { name: "referrer", content: "same-origin" })({ matches });

export const headers: Route.HeadersFunction = () => ({ "Cache-Control": "no-store" });

const loadReceipt = () => import("#app/features/orders/components/order-receipt.tsx");

/** Hides links below the page that lead away from paying. */
export const handle = { withoutFooter: true };

async function visitorOf(request: Request, context: Route.LoaderArgs["context"]) {
  const user = await sessionUser(request, context);
  return { user_id: user?.id ?? null, cookies: request.headers.get("Cookie") };
}

/** The account number of a transfer for anyone with the address; the order only for its buyer. */
export async function loader({ params, request, context }: Route.LoaderArgs) {
  const ctx = { ...context.get(shopContext), payments: context.get(paymentContext) };
  const page = await transferPage(ctx, params.token, await visitorOf(request, context));
  if (!page) {
    await throttle(context, "unknown_token");
    throw data(null, { status: 404 });
  }
  if (page.to !== undefined) return redirect(page.to);
  return page;
}

/** `new`: another account number. `card`: the provider's page. Both start the same checkout again. */
export async function action({ params, request, context }: Route.ActionArgs) {
  const refuse = (status: number, message: string) => data({ message }, { status });
  const form = await readForm(request);
  if ((await secondsToWait(context, "checkout")) !== null) return refuse(429, TOO_MANY_STARTS);
  const ctx = { ...context.get(shopContext), payments: context.get(paymentContext) };
  const result = await restartPayment(ctx, {
    pay_token: params.token,
    channel: form.get("intent") === "card" ? "popup" : "transfer",
    address: context.get(addressContext),
    visitor: await visitorOf(request, context),
  });
  if (result.ok) return redirect(payHrefOf(result.payment), 303);
  if (result.reason === "not_found") throw data(null, { status: 404 });
  if (result.reason === "already_paid" || result.reason === "accepted") return redirect(payHref(params.token), 303);
  return refuse(RESTART_STATUS[result.reason], result.message);
}

export default function Pay({ loaderData, actionData, params }: Route.ComponentProps) {
  const { heading, text, state, awaited, rejected } = loaderData;
  const { revalidate } = useRevalidator();
  const intent = useNavigation().formData?.get("intent");
  useEffect(() => {
    if (intent) storeChannel(intent === "card" ? "popup" : "transfer");
  }, [intent]);
  useTransferState(params.token, { state, rejected_at: rejected?.at ?? null }, (now) => {
    if (now === "paid") markPaidHere();
    // Loaded beside the data: only the buyer may pay by card, and is shown the order.
    if (now === "paid" && awaited?.may_use_card) loadAhead(loadReceipt);
    void revalidate();
  });
  return (
    <div className="page-width py-6 sm:py-10">
      <div className="card mx-auto max-w-xl p-4 sm:p-8 print:border-0 print:p-0">
        <Landmark aria-hidden className="mx-auto size-9 text-forest print:hidden" />
        <h1 className="mt-3 text-center font-display text-2xl font-bold sm:text-3xl">{heading}</h1>
        <div role="status">
          {rejected && awaited ? (
            <p className="mt-4 rounded-xl bg-amber-soft px-4 py-3 font-semibold text-amber-ink">{rejected.text}</p>
          ) : null}
          {text === null ? null : <p className="mt-3 text-center text-muted">{text}</p>}
        </div>
        {actionData ? (
          <p role="alert" className="mt-4 rounded-xl bg-clay-soft px-4 py-3 font-semibold text-clay-deep">
            {actionData.message}
          </p>
        ) : null}
        {awaited ? <TransferView token={params.token} view={awaited} /> : null}
        {state === "closed" ? <EndedLinks token={params.token} /> : null}
      </div>
    </div>
  );
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return (
    <DeadLink error={error} to="/cart" label="Go to your cart">
      The address of this payment was cut off on its way. Ask the one who sent it to you, or open it again.
    </DeadLink>
  );
}
