import { useStore } from "#app/features/settings/components/use-store.ts";
import { telHref, whatsappHref } from "#app/features/settings/rules.ts";
import { useDeliveryTexts } from "#app/features/site/components/use-delivery-texts.ts";
import { CONTACT, siteDescription, type PageLink } from "#app/features/site/content.ts";
import { FOOTER_LINKS, HELP_LINKS, SOCIAL } from "#app/features/site/content/footer.ts";
import { cx } from "#app/ui/class-names.ts";
import { Link } from "#app/ui/link.tsx";
import { FooterHeading, SITE_LINKS_ID } from "./footer-heading.tsx";
import { Logo } from "./logo.tsx";
import { SocialIcon } from "./social-icon.tsx";

/** The footer's first columns: the shop, and its pages. */
export function FooterLinks() {
  return (
    <>
      <div className="sm:max-lg:col-span-2">
        <Logo light />
        <p className="mt-3 max-w-xs">{siteDescription(useDeliveryTexts().states)}</p>
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
    </>
  );
}

function LinkList({ links }: { links: readonly PageLink[] }) {
  return (
    <ul className="max-sm:grid max-sm:grid-cols-2 max-sm:gap-x-4">
      {links.map((link) => (
        <li key={link.to}>
          <Link to={link.to} className="footer-link">
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

/** The footer's contact data. */
export function FooterContact() {
  const { email, phone, hours } = useStore();
  const rows = [
    { icon: "icon-pin", text: CONTACT.address },
    { icon: "icon-phone", text: phone, href: telHref(phone) },
    { icon: "icon-mail", text: email, href: `mailto:${email}` },
    { icon: "icon-clock", text: `Business hours: ${hours || CONTACT.businessHours}` },
  ];
  return (
    <div>
      <FooterHeading>Contact information</FooterHeading>
      <ul>
        {rows.map(({ icon, text, href }) => (
          <li key={text} className="flex min-h-10 items-center gap-3">
            <span aria-hidden className={cx("icon size-4.5 text-amber", icon)} />
            {href ? (
              <a href={href} className="footer-link min-w-0">
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
