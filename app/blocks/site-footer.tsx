import { Clock, Mail, MapPin, Phone } from "lucide-react";
import type { ReactNode } from "react";
import { Link } from "react-router";
import { NewsletterForm } from "#app/features/newsletter/components/newsletter-form.tsx";
import { DONE_FRAGMENT, FOOTER_DELAY_MS, INVALID_FRAGMENT } from "#app/features/newsletter/rules.ts";
import { useStore } from "#app/features/settings/components/use-store.ts";
import { telHref, whatsappHref } from "#app/features/settings/rules.ts";
import {
  CONTACT,
  FOOTER_LINKS,
  HELP_LINKS,
  NEWSLETTER,
  SITE,
  SOCIAL,
  type PageLink,
} from "#app/features/site/content.ts";
import { toast } from "#app/ui/toast.ts";
import { Logo } from "./logo.tsx";
import { SocialIcon } from "./social-icon.tsx";

/** Target of the header's menu button before hydration. */
export const SITE_LINKS_ID = "site-links";

export function SiteFooter() {
  const { name } = useStore();
  return (
    <footer className="mt-10 bg-forest-deep text-white/85 [&_:focus-visible]:outline-amber">
      <div className="page-width grid grid-cols-[minmax(0,1fr)] gap-x-8 gap-y-10 py-12 sm:grid-cols-2 lg:grid-cols-[1.5fr_1fr_1fr_1.4fr]">
        <div className="sm:max-lg:col-span-2">
          <Logo light />
          <p className="mt-3 max-w-xs">{SITE.description}</p>
          <SocialLinks />
        </div>
        <nav id={SITE_LINKS_ID} aria-labelledby="quick-links" className="scroll-mt-24">
          <FooterHeading id="quick-links">Quick links</FooterHeading>
          <LinkList links={FOOTER_LINKS} />
        </nav>
        <nav aria-labelledby="help-links">
          <FooterHeading id="help-links">Help and company</FooterHeading>
          <LinkList links={HELP_LINKS} />
        </nav>
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

function FooterHeading({ id, children }: { id?: string; children: ReactNode }) {
  return (
    <h2 id={id} className="mb-2 font-display text-lg font-bold text-white">
      {children}
    </h2>
  );
}

function LinkList({ links }: { links: readonly PageLink[] }) {
  return (
    <ul className="max-sm:grid max-sm:grid-cols-2 max-sm:gap-x-4">
      {links.map((link) => (
        <li key={link.to}>
          <Link
            to={link.to}
            className="inline-flex min-h-11 min-w-11 items-center hover:text-white hover:underline sm:min-h-10"
          >
            {link.label}
          </Link>
        </li>
      ))}
    </ul>
  );
}

function SocialLinks() {
  const whatsapp = whatsappHref(useStore().whatsapp);
  const links = whatsapp ? [...SOCIAL, { network: "whatsapp", label: "WhatsApp", href: whatsapp } as const] : SOCIAL;
  return (
    <ul aria-label="Social networks" className="mt-5 flex flex-wrap gap-2">
      {links.map((social) => (
        <li key={social.network}>
          <a
            href={social.href}
            aria-label={social.label}
            target="_blank"
            rel="noopener noreferrer"
            className="grid size-11 place-items-center rounded-xl bg-white/10 hover:bg-white/20 hover:text-white"
          >
            <SocialIcon network={social.network} />
          </a>
        </li>
      ))}
    </ul>
  );
}

function FooterContact() {
  const { email, phone } = useStore();
  const rows = [
    { icon: MapPin, text: CONTACT.address },
    { icon: Phone, text: phone, href: telHref(phone) },
    { icon: Mail, text: email, href: `mailto:${email}` },
    { icon: Clock, text: `Business hours: ${CONTACT.businessHours}` },
  ];
  return (
    <div>
      <FooterHeading>Contact information</FooterHeading>
      <ul>
        {rows.map(({ icon: Icon, text, href }) => (
          <li key={text} className="flex min-h-10 items-center gap-3">
            <Icon aria-hidden className="size-4.5 shrink-0 text-amber" />
            {href ? (
              <a
                href={href}
                className="inline-flex min-h-11 min-w-0 items-center [overflow-wrap:anywhere] hover:text-white hover:underline sm:min-h-10"
              >
                {text}
              </a>
            ) : (
              text
            )}
          </li>
        ))}
      </ul>
    </div>
  );
}

function Newsletter() {
  return (
    <div>
      <FooterHeading>Newsletter</FooterHeading>
      <p className="mb-3 text-sm">{NEWSLETTER.text}</p>
      <NewsletterForm
        words={NEWSLETTER}
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
