import { useEffect } from "react";
import type { ShouldRevalidateFunctionArgs } from "react-router";
import { useDeliveryTexts } from "#app/features/site/components/use-delivery-texts.ts";
import { SUPPLIER_REVIEW } from "#app/features/site/content.ts";
import type { DeliveryTexts } from "#app/features/site/rules/delivery-texts.ts";
import { registerSupplier } from "#app/features/suppliers/commands.server.ts";
import { RegistrationForm } from "#app/features/suppliers/components/registration-form.tsx";
import { supplierCategories } from "#app/features/suppliers/queries.server.ts";
import { CATEGORIES_FAILED, registrationMessage, REGISTRATION_FAILED } from "#app/features/suppliers/rules.ts";
import type { FormResult } from "#app/lib/forms.ts";
import { sendForm } from "#app/lib/send-form.ts";
import { readFormData } from "#app/platform/body.server.ts";
import { shopContext } from "#app/platform/context.server.ts";
import { answerSubmission, newSubmissionId } from "#app/platform/submissions.server.ts";
import { pageMeta } from "#app/shell/seo/page-meta.ts";
import { deliveryFromMatches } from "#app/shell/storefront/root-data.ts";
import { Link } from "#app/ui/link.tsx";
import { toast } from "#app/ui/toast.ts";
import type { Route } from "./+types/supplier-registration.ts";

const descriptionOf = ({ states }: DeliveryTexts) =>
  `Sell your goods by the carton to shops in ${states}. Register your business; we look at it within ${SUPPLIER_REVIEW.form}.`;

export const meta = pageMeta({
  title: "Become a supplier",
  description: (matches) => descriptionOf(deliveryFromMatches(matches)),
  path: "/supplier-registration",
});

export const headers: Route.HeadersFunction = () => ({ "Cache-Control": "no-store" });

/** Never cached: each visitor's form has its own id. If the categories are missing, the page says so. */
export async function loader({ context }: Route.LoaderArgs) {
  const { db, baseUrl, log } = context.get(shopContext);
  const categories = await supplierCategories(db).catch((error: unknown) => {
    log.error({ err: error }, "the categories failed");
    return null;
  });
  return { submissionId: newSubmissionId(), categories, baseUrl };
}

export async function action({ request, context }: Route.ActionArgs) {
  const form = await readFormData(request, 65_536);
  const store = async (id: string) => {
    const result = await registerSupplier(context.get(shopContext), id, Object.fromEntries(form));
    return result.ok ? result : { ...result, message: registrationMessage(result.errors) };
  };
  const required = ["name", "address", "category_id", "whatsapp_contact", "email"];
  return await answerSubmission<object>(context, form, REGISTRATION_FAILED, store, required);
}

export function clientAction({ request, serverAction }: Route.ClientActionArgs): Promise<FormResult> {
  return sendForm(request, serverAction, REGISTRATION_FAILED);
}

const STEPS = [
  ["Register", "Tell us who you are and what you sell. It takes two minutes and costs nothing."],
  ["We look at it", `Within ${SUPPLIER_REVIEW.form} we call the WhatsApp number that you gave and check the details.`],
  ["Start selling", "You are listed among our suppliers, and your goods get a page of their own."],
] as const;

/** A refused form keeps its id. */
export function shouldRevalidate({ actionResult, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs) {
  return (actionResult as FormResult | undefined)?.ok === false ? false : defaultShouldRevalidate;
}

export default function SupplierRegistration({ loaderData, actionData }: Route.ComponentProps) {
  const { submissionId, categories } = loaderData;
  const failed = categories === null;
  useEffect(() => {
    if (failed) toast.error("Error", CATEGORIES_FAILED);
  }, [failed]);
  return (
    <div className="page-width py-6 sm:py-10">
      <h1 className="font-display text-3xl font-bold tracking-tight sm:text-4xl">Become a supplier</h1>
      <p className="mt-2 max-w-2xl text-muted">{descriptionOf(useDeliveryTexts())}</p>
      <div className="mt-6 grid items-start gap-5 lg:grid-cols-[minmax(0,1fr)_22rem]">
        <section aria-labelledby="supplier-details" className="card p-5 sm:p-7">
          <h2 id="supplier-details" className="mb-4 font-display text-xl font-bold">
            Your business
          </h2>
          {failed ? (
            <p className="mb-4 rounded-xl bg-clay-soft px-4 py-3 font-semibold text-clay-deep">{CATEGORIES_FAILED}</p>
          ) : null}
          <RegistrationForm submissionId={submissionId} categories={categories} answer={actionData} />
        </section>
        <section aria-labelledby="supplier-steps" className="card p-5 sm:p-7">
          <h2 id="supplier-steps" className="font-display text-xl font-bold">
            What happens next
          </h2>
          <ol className="mt-4 grid gap-4">
            {STEPS.map(([title, text], at) => (
              <li key={title} className="flex gap-3">
                <span className="grid size-8 shrink-0 place-items-center rounded-full bg-leaf font-bold text-forest">
                  {at + 1}
                </span>
                <p>
                  <strong className="block">{title}</strong>
                  <span className="text-muted">{text}</span>
                </p>
              </li>
            ))}
          </ol>
          <p className="mt-4 border-t border-line pt-4 text-muted">
            See who sells here already:{" "}
            <Link to="/suppliers" className="font-semibold text-forest underline underline-offset-4">
              our suppliers
            </Link>
            .
          </p>
        </section>
      </div>
    </div>
  );
}
