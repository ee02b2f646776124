import { ChevronDown, Clock, Mail, Phone } from "lucide-react";
import type { ReactNode } from "react";
import { useStore } from "#app/features/settings/components/use-store.ts";
import { supportHours, telHref } from "#app/features/settings/rules.ts";
import { useDeliveryTexts } from "#app/features/site/components/use-delivery-texts.ts";
import { RETURNS } from "#app/features/site/content.ts";
import type { DeliveryTexts } from "#app/features/site/rules/delivery-texts.ts";
import { buttonClass } from "#app/ui/button.tsx";
import { Link } from "#app/ui/link.tsx";

const LINK = "font-semibold text-forest underline underline-offset-4";

const questionsOf = ({ hasRates, product }: DeliveryTexts): { question: string; answer: ReactNode }[] => [
  {
    question: "How can I track my order?",
    answer: (
      <>
        Open{" "}
        <Link to="/profile/orders" className={LINK}>
          My Orders
        </Link>
        : the status of each order changes there as soon as it moves.{" "}
        {hasRates ? "Each order names its days of arrival." : `Standard delivery takes ${product}.`}
      </>
    ),
  },
  {
    question: "How do I change my shipping address?",
    answer:
      "Change it under Personal Details for your next orders. For an order that you have paid already, contact us before it is shipped.",
  },
  {
    question: "What payment methods do you accept?",
    answer: "Card, bank transfer and USSD, paid securely through Paystack.",
  },
  {
    question: "How do I return a product?",
    answer: `Contact us ${RETURNS.faq} with your order number and pictures of the goods. Refunds arrive within ${RETURNS.refund}.`,
  },
];

/** Support contacts, opening hours and common questions. */
export function SupportPanel() {
  const store = useStore();
  const { email, phone } = store;
  return (
    <div className="grid items-start gap-4 lg:grid-cols-[22rem_1fr]">
      <section aria-labelledby="support-contact" className="card p-5 sm:p-6">
        <h2 id="support-contact" className="font-display text-xl font-bold">
          Support
        </h2>
        <ul className="mt-4 grid gap-1">
          <SupportDetail icon={<Clock aria-hidden className="size-5" />} label="Available">
            {supportHours(store)}
          </SupportDetail>
          <SupportDetail icon={<Mail aria-hidden className="size-5" />} label="Email">
            <a href={`mailto:${email}`} className={`inline-flex min-h-11 items-center ${LINK}`}>
              {email}
            </a>
          </SupportDetail>
          <SupportDetail icon={<Phone aria-hidden className="size-5" />} label="Phone">
            <a href={telHref(phone)} className={`inline-flex min-h-11 items-center ${LINK}`}>
              {phone}
            </a>
          </SupportDetail>
        </ul>
        <Link to="/contact" className={buttonClass("primary", "md", "mt-4 w-full")}>
          Contact us
        </Link>
      </section>
      <section aria-labelledby="support-questions" className="card p-5 sm:p-6">
        <h2 id="support-questions" className="font-display text-xl font-bold">
          Common questions
        </h2>
        <div className="mt-3 divide-y divide-line">
          {questionsOf(useDeliveryTexts()).map(({ question, answer }) => (
            <details key={question} className="group">
              <summary className="flex min-h-13 list-none items-center justify-between gap-3 py-2 font-semibold [&::-webkit-details-marker]:hidden">
                {question}
                <ChevronDown aria-hidden className="size-5 shrink-0 transition-transform group-open:rotate-180" />
              </summary>
              <p className="pb-4 text-muted">{answer}</p>
            </details>
          ))}
        </div>
      </section>
    </div>
  );
}

function SupportDetail({ icon, label, children }: { icon: ReactNode; label: string; children: ReactNode }) {
  return (
    <li className="flex items-center gap-3">
      <span className="text-forest">{icon}</span>
      <span className="min-w-0">
        <span className="block text-sm leading-4 text-muted">{label}</span>
        <span className="-mt-1 flex min-h-11 items-center font-semibold">{children}</span>
      </span>
    </li>
  );
}
