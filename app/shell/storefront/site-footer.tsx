import { NewsletterForm } from "#app/features/newsletter/components/newsletter-form.tsx";
import { DONE_FRAGMENT, FOOTER_DELAY_MS, INVALID_FRAGMENT } from "#app/features/newsletter/rules.ts";
import { useStore } from "#app/features/settings/components/use-store.ts";
import { NEWSLETTER, SITE } from "#app/features/site/content.ts";
import { afterHydration } from "#app/ui/after-hydration.tsx";
import { toast } from "#app/ui/toast.ts";
import { FooterHeading } from "./footer-heading.tsx";

const FooterLinks = afterHydration(async () => (await import("./site-footer-parts.tsx")).FooterLinks);
const FooterContact = afterHydration(async () => (await import("./site-footer-parts.tsx")).FooterContact);

export function SiteFooter() {
  const { name } = useStore();
  return (
    <footer className="mt-10 bg-forest-deep text-white/85 [&_:focus-visible]:outline-amber">
      <div className="page-width grid grid-cols-[minmax(0,1fr)] gap-x-8 gap-y-10 py-12 sm:grid-cols-2 lg:grid-cols-[1.5fr_1fr_1fr_1.4fr]">
        <FooterLinks />
        <div className="grid grid-cols-[minmax(0,1fr)] content-start gap-8 sm:max-lg:col-span-2 sm:max-lg:grid-cols-2">
          <FooterContact />
          <Newsletter />
        </div>
      </div>
      <div className="border-t border-white/15">
        <p className="page-width py-5 pr-20 text-sm">
          {name}. {SITE.tagline}.
        </p>
      </div>
    </footer>
  );
}

function Newsletter() {
  return (
    <div>
      <FooterHeading>Newsletter</FooterHeading>
      <p className="mb-3 text-sm">{NEWSLETTER.text}</p>
      <NewsletterForm
        messages={NEWSLETTER}
        source="footer"
        doneAfterMs={FOOTER_DELAY_MS}
        onDone={() => toast.success(NEWSLETTER.footerSuccess)}
        onProblem={(sentence) => toast.error("Not subscribed", sentence)}
        className="[&_button]:bg-amber [&_button]:text-ink [&_button]:hover:bg-white [&_input]:border-white [&_p]:text-amber"
      />
      <noscript>
        <p id={DONE_FRAGMENT} className="mt-2 hidden font-semibold text-white target:block">
          {NEWSLETTER.footerSuccess}
        </p>
        <p id={INVALID_FRAGMENT} className="mt-2 hidden font-semibold text-amber target:block">
          {NEWSLETTER.invalid}
        </p>
      </noscript>
    </div>
  );
}
