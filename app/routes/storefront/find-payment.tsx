import { data } from "react-router";
import { sessionUser } from "#app/features/accounts/middleware.server.ts";
import { FindPaymentForm, SearchAnswer } from "#app/features/payments/components/find-payment-form.tsx";
import { paymentContext } from "#app/features/payments/providers/provider.server.ts";
import { findPayment } from "#app/flows/find-payment.server.ts";
import { lagosDay } from "#app/lib/dates.ts";
import { refuseForm, type FieldErrors, type FormResult } from "#app/lib/forms.ts";
import { sendForm } from "#app/lib/send-form.ts";
import { readForm } from "#app/platform/body.server.ts";
import { addressContext, shopContext } from "#app/platform/context.server.ts";
import { noIndexMeta } from "#app/shell/storefront/root-data.ts";
import type { Route } from "./+types/find-payment.ts";

const FAILED = "We could not look for it just now. What you typed is still here: please try again.";

export const meta = noIndexMeta("Find my payment", { name: "referrer", content: "same-origin" });

export const headers: Route.HeadersFunction = () => ({ "Cache-Control": "no-store" });

export function loader({ request }: Route.LoaderArgs) {
  return { payment: new URL(request.url).searchParams.get("payment") ?? "", today: lagosDay(new Date()) };
}

/** Answers only 'found: here is your order', for the buyer's own payments, or 'not yet; the shop has your note'. */
export async function action({ request, context }: Route.ActionArgs) {
  const shop = context.get(shopContext);
  const form = await readForm(request);
  const user = await sessionUser(request, context);
  const { payment = "", ...input } = Object.fromEntries(form);
  const searcher = {
    user_id: user?.id ?? null,
    cookies: request.headers.get("Cookie"),
    address: context.get(addressContext),
    pay_token: payment,
  };
  const result = await findPayment({ ...shop, payments: context.get(paymentContext) }, searcher, input);
  const refuse = (status: number, errors: FieldErrors, message?: string) =>
    data<FormResult<{ href: string | null }>>(refuseForm(form, errors, { message }), { status });
  if (result.ok) return data<FormResult<{ href: string | null }>>(result);
  if (result.reason === "invalid") return refuse(422, result.errors);
  return refuse(429, {}, tooMany(result.wait_s));
}

function tooMany(wait_s: number): string {
  const minutes = Math.max(1, Math.ceil(wait_s / 60));
  return `You have searched five times within an hour. Please try again in ${minutes} ${minutes === 1 ? "minute" : "minutes"}, or write to us.`;
}

export function clientAction({ request, serverAction }: Route.ClientActionArgs) {
  return sendForm(request, serverAction, FAILED);
}

export default function FindPayment({ loaderData, actionData }: Route.ComponentProps) {
  const refused = actionData?.ok === false ? actionData : null;
  const values = refused?.values ?? {};
  return (
    <div className="page-width py-6 sm:py-10">
      <div className="card mx-auto max-w-xl p-5 sm:p-8">
        <h1 className="font-display text-3xl font-bold">Find my payment</h1>
        <p className="mt-2 mb-5 text-muted">
          Your bank says &lsquo;sent&rsquo;, and there is no order yet? We ask the payment provider about your payments.
        </p>
        <SearchAnswer answer={actionData} />
        <FindPaymentForm
          errors={refused?.errors ?? NO_ERRORS}
          values={values}
          payment={values["payment"] ?? loaderData.payment}
          today={loaderData.today}
        />
      </div>
    </div>
  );
}

const NO_ERRORS = {};
