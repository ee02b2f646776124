import { data, isRouteErrorResponse, useLocation } from "react-router";
import { sessionUser } from "#app/features/accounts/middleware.server.ts";
import { deliveryWish } from "#app/features/cart/rules/delivery-wish.ts";
import { useCartItems } from "#app/features/cart/store.ts";
import { profileContact } from "#app/features/checkout/rules.ts";
import { submitCustomOrder } from "#app/features/custom-orders/commands.server.ts";
import { CustomOrderForm } from "#app/features/custom-orders/components/custom-order-form.tsx";
import { RequestSent } from "#app/features/custom-orders/components/request-sent.tsx";
import { CUSTOM_ORDER_PATH } from "#app/features/custom-orders/links.ts";
import { REFUSALS, TRY_AGAIN } from "#app/features/custom-orders/rules.ts";
import { profileOf } from "#app/features/customers/queries.server.ts";
import { DELIVERY_PLACE, type Asker } from "#app/features/delivery/links.ts";
import type { FormResult } from "#app/lib/forms.ts";
import { isPlace, placeName } from "#app/lib/lgas.ts";
import { sendForm } from "#app/lib/send-form.ts";
import { readFormData } from "#app/platform/body.server.ts";
import { shopContext } from "#app/platform/context.server.ts";
import { answerSubmission, newSubmissionId } from "#app/platform/submissions.server.ts";
import { ErrorScreen } from "#app/shell/screens/error-screen.tsx";
import { pageMeta } from "#app/shell/seo/page-meta.ts";
import type { Route } from "./+types/custom-order.ts";

const DESCRIPTION =
  "Looking for something that is not in the shop, or for more than is in stock? Tell us what you need, and we will reply with a price.";
/** Accepts a photo above the limit, so that the form can report it and keep the typed values. */
const MOST_BYTES = 20 * 1_048_576;

type Answer = FormResult<{ number: string; href: string }>;

export const meta = pageMeta({ title: "Request a custom order", description: DESCRIPTION, path: CUSTOM_ORDER_PATH });

/** Never cached: each visitor's form has its own id, and a customer's is prefilled. */
export async function loader({ request, context, url }: Route.LoaderArgs) {
  const { db, baseUrl } = context.get(shopContext);
  const user = await sessionUser(request, context);
  const profile = user && (await profileOf(db, user.id));
  const { name, email, phone } = profile ? profileContact(profile) : { name: "", email: "", phone: "" };
  const place = url.searchParams.get(DELIVERY_PLACE);
  const page = {
    submissionId: newSubmissionId(),
    sender: { name, email, phone },
    baseUrl,
    /** Where delivery is asked for; null for a request of goods. */
    place: place && (isPlace(place) ? placeName(place) : ""),
  };
  return data(page, { headers: { "Cache-Control": "no-store" } });
}

export async function action({ request, context }: Route.ActionArgs) {
  const form = await readFormData(request, MOST_BYTES);
  const picture = form.get("image") ?? form.get("image_url");
  form.delete("image_url");
  const store = async (submission_id: string) => {
    const user = await sessionUser(request, context);
    const user_id = user?.role === "customer" ? user.id : null;
    const fields = Object.fromEntries(form);
    return await submitCustomOrder(context.get(shopContext), { submission_id, user_id, fields, picture });
  };
  return await answerSubmission(context, form, TRY_AGAIN, store, ["name", "email", "phone", "description"]);
}

export function clientAction({ request, serverAction }: Route.ClientActionArgs): Promise<Answer> {
  return sendForm(request, serverAction, TRY_AGAIN);
}

export default function CustomOrder({ loaderData, actionData }: Route.ComponentProps) {
  const { submissionId, sender, place } = loaderData;
  const cart = useCartItems();
  const { asker } = (useLocation().state ?? {}) as Asker;
  const wish = place === null ? "" : deliveryWish(cart, place);
  const units = cart.reduce((sum, { quantity }) => sum + quantity, 0);
  return (
    <div className="page-width py-6 sm:py-10">
      <h1 className="font-display text-3xl font-bold tracking-tight sm:text-4xl">Request a custom order</h1>
      <p className="mt-2 max-w-2xl text-muted">{DESCRIPTION}</p>
      <div className="mt-6 grid max-w-3xl gap-5">
        {actionData?.ok ? <RequestSent number={actionData.number} href={actionData.href} /> : null}
        <section className="card p-5 sm:p-7">
          <CustomOrderForm
            submissionId={submissionId}
            sender={sender.email === "" && asker ? asker : sender}
            wish={wish}
            quantity={place === null ? 1 : Math.max(units, 1)}
            refused={actionData && !actionData.ok ? actionData : null}
          />
        </section>
      </div>
    </div>
  );
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  if (!isRouteErrorResponse(error) || error.status !== 413) return <ErrorScreen error={error} />;
  return (
    <div className="page-width max-w-xl py-12 text-center sm:py-20">
      <h1 className="font-display text-3xl font-bold">{REFUSALS.file.title}</h1>
      <p className="mt-3 text-muted">
        {REFUSALS.file.text} What you typed is not lost: go back with your browser, choose another picture and send the
        form again.
      </p>
    </div>
  );
}
