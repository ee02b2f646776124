import { useEffect, useRef, useState } from "react";
import { NewsletterForm } from "#app/features/newsletter/components/newsletter-form.tsx";
import { THANKS_MS } from "#app/features/newsletter/rules.ts";
import { NEWSLETTER } from "#app/features/site/content.ts";

/** The home page's newsletter form: shows a thank-you message in its place for 3 seconds. */
export function HomeNewsletter() {
  const [thanks, setThanks] = useState(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);

  useEffect(() => () => clearTimeout(timer.current), []);

  function show(on: boolean) {
    clearTimeout(timer.current);
    setThanks(on);
    if (on) timer.current = setTimeout(() => setThanks(false), THANKS_MS);
  }

  return (
    <section aria-labelledby="home-newsletter" className="page-width py-8 sm:py-10">
      <div className="grid grid-cols-[minmax(0,1fr)] items-center gap-x-12 gap-y-6 rounded-3xl bg-forest p-6 text-white sm:p-10 lg:grid-cols-2 [&_:focus-visible]:outline-amber">
        <div>
          <h2
            id="home-newsletter"
            className="font-display text-[1.625rem] leading-tight font-bold tracking-tight sm:text-3xl"
          >
            {NEWSLETTER.title}
          </h2>
          <p className="mt-2 text-white/85">{NEWSLETTER.text}</p>
        </div>
        <div>
          <NewsletterForm
            messages={NEWSLETTER}
            source="home"
            doneAfterMs={0}
            onDone={() => show(true)}
            onProblem={() => show(false)}
            className="[&_button]:bg-amber [&_button]:text-ink [&_button]:hover:bg-white [&_input]:border-white [&_p]:text-amber"
          />
          <p role="status" className="mt-2 font-semibold empty:mt-0">
            {thanks ? NEWSLETTER.homeSuccess : ""}
          </p>
        </div>
      </div>
    </section>
  );
}
