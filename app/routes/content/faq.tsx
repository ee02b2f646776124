import { CircleHelp, Phone, Search } from "lucide-react";
import { useState } from "react";
import { Form, useSearchParams } from "react-router";
import { currentDelivery } from "#app/features/delivery/queries/facts.server.ts";
import { FIND_PAYMENT } from "#app/features/payments/links.ts";
import { useStore } from "#app/features/settings/components/use-store.ts";
import { supportHours, telHref } from "#app/features/settings/rules.ts";
import { FaqList } from "#app/features/site/components/faq-list.tsx";
import { useDeliveryTexts } from "#app/features/site/components/use-delivery-texts.ts";
import { FAQ_CATEGORIES, FAQ_LABELS, FAQ_PAGE, faqOf } from "#app/features/site/content/faq.ts";
import { faqHref, findQuestions, readFaq } from "#app/features/site/rules.ts";
import { deliveryTexts } from "#app/features/site/rules/delivery-texts.ts";
import { shopContext, structuredDataContext } from "#app/platform/context.server.ts";
import { pageMeta } from "#app/shell/seo/page-meta.ts";
import { faqData } from "#app/shell/seo/structured-data.server.ts";
import { deliveryFromMatches } from "#app/shell/storefront/root-data.ts";
import { Button, buttonClass } from "#app/ui/button.tsx";
import { cx } from "#app/ui/class-names.ts";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { Input } from "#app/ui/input.tsx";
import { Link } from "#app/ui/link.tsx";
import type { Route } from "./+types/faq.ts";

export const meta = pageMeta({
  title: FAQ_PAGE.title,
  description: (matches) => FAQ_PAGE.description(deliveryFromMatches(matches)),
  path: "/faq",
});

export async function loader({ context }: Route.LoaderArgs) {
  const shop = context.get(shopContext);
  context.get(structuredDataContext).push(faqData(faqOf(deliveryTexts(await currentDelivery(shop)))));
  return { baseUrl: shop.baseUrl };
}

export const shouldRevalidate = () => false;

/** The filter is in the address; with JavaScript the search filters while typing. */
export default function Faq() {
  const [query] = useSearchParams();
  const { category, q } = readFaq(query);
  const [search, setSearch] = useState(q);
  const [from, setFrom] = useState(q);
  if (from !== q) {
    setFrom(q);
    setSearch(q);
  }
  const texts = useDeliveryTexts();
  const filter = readFaq(new URLSearchParams({ category, q: search }));
  const found = findQuestions(faqOf(texts), filter);
  return (
    <div className="page-width py-6 sm:py-10">
      <div className="mx-auto max-w-3xl">
        <h1 className="font-display text-3xl font-bold tracking-tight sm:text-4xl">{FAQ_PAGE.title}</h1>
        <p className="mt-2 text-muted">{FAQ_PAGE.description(texts)}</p>
        <Form role="search" aria-label="Questions" action="/faq" replace preventScrollReset className="mt-6 flex gap-2">
          {category === "all" ? null : <input type="hidden" name="category" value={category} />}
          <Input
            type="search"
            name="q"
            value={search}
            onChange={(event) => setSearch(event.target.value)}
            maxLength={100}
            aria-label="Search questions"
            placeholder="Search questions"
          />
          <Button type="submit" size="icon" aria-label="Search the questions">
            <Search aria-hidden className="size-5" />
          </Button>
        </Form>
        <nav aria-label="Categories of questions" className="mt-4">
          <ul className="flex flex-wrap gap-2">
            {(["all", ...FAQ_CATEGORIES] as const).map((one) => (
              <li key={one}>
                <Link
                  to={faqHref({ category: one, q: filter.q })}
                  replace
                  preventScrollReset
                  aria-current={one === category ? "true" : undefined}
                  className={cx(buttonClass(one === category ? "primary" : "soft", "sm"))}
                >
                  {FAQ_LABELS[one]}
                </Link>
              </li>
            ))}
          </ul>
        </nav>
        <p role="status" className="sr-only">
          {found.length === 1 ? "1 question" : `${found.length} questions`}
        </p>
        <div className="mt-5">
          {found.length > 0 ? (
            <FaqList items={found} />
          ) : (
            <EmptyState
              icon={<CircleHelp />}
              title={FAQ_PAGE.empty}
              action={
                <Link
                  to="/faq"
                  replace
                  preventScrollReset
                  onClick={() => setSearch("")}
                  className={buttonClass("outline")}
                >
                  Show all questions
                </Link>
              }
            >
              No question has all of these words. Try fewer, or ask us.
            </EmptyState>
          )}
        </div>
        <StillOpen />
      </div>
    </div>
  );
}

function StillOpen() {
  const store = useStore();
  return (
    <section aria-labelledby="still-open" className="card mt-6 bg-leaf p-5 text-center sm:p-7">
      <h2 id="still-open" className="font-display text-xl font-bold">
        Still have a question?
      </h2>
      <p className="mt-1 text-muted">A person answers, {supportHours(store)}.</p>
      <div className="mt-4 flex flex-wrap justify-center gap-3">
        <Link to={FIND_PAYMENT} className={buttonClass("outline", "md", "bg-white")}>
          Find my payment
        </Link>
        <Link to="/contact" className={buttonClass("primary")}>
          Contact Support
        </Link>
        <a href={telHref(store.phone)} className={buttonClass("outline", "md", "bg-white")}>
          <Phone aria-hidden className="size-4.5" />
          Call Us
        </a>
      </div>
    </section>
  );
}
