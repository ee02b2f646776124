import type { ShouldRevalidateFunctionArgs } from "react-router";
import { sessionUser } from "#app/features/accounts/middleware.server.ts";
import { sendMessage } from "#app/features/messages/commands.server.ts";
import { ContactForm } from "#app/features/messages/components/contact-form.tsx";
import { FindPaymentLink } from "#app/features/payments/components/find-payment-link.tsx";
import { ContactDetails } from "#app/features/settings/components/contact-details.tsx";
import type { FormResult } from "#app/lib/forms.ts";
import { sendForm } from "#app/lib/send-form.ts";
import { readFormData } from "#app/platform/body.server.ts";
import { shopContext } from "#app/platform/context.server.ts";
import { answerSubmission, newSubmissionId } from "#app/platform/submissions.server.ts";
import { pageMeta } from "#app/shell/seo/page-meta.ts";
import { Link } from "#app/ui/link.tsx";
import type { Route } from "./+types/contact.ts";

const DESCRIPTION =
  "Questions about prices, bulk orders, delivery or an order you placed? Write, call or chat with us on WhatsApp.";
const FAILED = "We could not take your message just now. What you typed is still here: please send it again.";

export const meta = pageMeta({ title: "Contact us", description: DESCRIPTION, path: "/contact" });

export const headers: Route.HeadersFunction = () => ({ "Cache-Control": "no-store" });

/** Never cached: each visitor's form has its own id. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const user = await sessionUser(request, context);
  const name = user && user.name !== user.email ? user.name : "";
  const { baseUrl } = context.get(shopContext);
  return { submissionId: newSubmissionId(), sender: { name, email: user?.email ?? "" }, baseUrl };
}

export async function action({ request, context }: Route.ActionArgs) {
  const form = await readFormData(request, 65_536);
  const store = (id: string) => sendMessage(context.get(shopContext), id, Object.fromEntries(form));
  return await answerSubmission<object>(context, form, FAILED, store, ["name", "email", "message"]);
}

export function clientAction({ request, serverAction }: Route.ClientActionArgs): Promise<FormResult> {
  return sendForm(request, serverAction, FAILED);
}

/** A refused form keeps its id. */
export function shouldRevalidate({ actionResult, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs) {
  return (actionResult as FormResult | undefined)?.ok === false ? false : defaultShouldRevalidate;
}

export default function Contact({ loaderData, actionData }: Route.ComponentProps) {
  const { submissionId, sender } = loaderData;
  return (
    <div className="page-width py-6 sm:py-10">
      <h1 className="font-display text-3xl font-bold tracking-tight sm:text-4xl">Contact us</h1>
      <p className="mt-2 max-w-2xl text-muted">{DESCRIPTION}</p>
      <div className="mt-6 grid items-start gap-5 lg:grid-cols-[minmax(0,1fr)_22rem]">
        <section aria-labelledby="contact-write" className="card p-5 sm:p-7">
          <h2 id="contact-write" className="mb-4 font-display text-xl font-bold">
            Send us a message
          </h2>
          <ContactForm submissionId={submissionId} sender={sender} answer={actionData} />
        </section>
        <section aria-labelledby="contact-details" className="card p-5 sm:p-7">
          <h2 id="contact-details" className="mb-4 font-display text-xl font-bold">
            Talk to us
          </h2>
          <ContactDetails text="Hello, I have a question about buying in bulk." />
          <p className="mt-4 border-t border-line pt-4 text-muted">
            Many questions are answered in the{" "}
            <Link to="/faq" className="font-semibold text-forest underline underline-offset-4">
              FAQ
            </Link>
            .
          </p>
          <FindPaymentLink question="You paid, and there is no order?" className="mt-3 text-muted" />
        </section>
      </div>
    </div>
  );
}
