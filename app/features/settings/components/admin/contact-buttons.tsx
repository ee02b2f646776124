import { Mail, MessageCircle, Phone } from "lucide-react";
import { buttonClass } from "#app/ui/button.tsx";
import { cx } from "#app/ui/class-names.ts";
import { telHref, whatsappHref } from "../../rules.ts";

type Props = {
  phone: string;
  email: string | null;
  /** Prefilled text of the WhatsApp message. */
  greeting?: string;
  variant?: "soft" | "outline";
  /** Only icons, named for this contact, for the cards of a list. */
  iconsFor?: string;
};

/** Links to call, message or mail a contact, each only if its phone number or address is known. */
export function ContactButtons({ phone, email, greeting, variant = "soft", iconsFor }: Props) {
  const whatsapp = whatsappHref(phone, greeting);
  const look = (label: string) =>
    iconsFor
      ? { className: buttonClass("ghost", "icon"), "aria-label": `${label} ${iconsFor}` }
      : { className: buttonClass(variant, "sm") };
  return (
    <div className={cx("flex flex-wrap print:hidden", !iconsFor && "gap-2")}>
      {/\d/.test(phone) ? (
        <a href={telHref(phone)} {...look("Call")}>
          <Phone aria-hidden className="size-4" />
          {iconsFor ? null : "Call"}
        </a>
      ) : null}
      {whatsapp ? (
        <a href={whatsapp} target="_blank" rel="noreferrer" {...look("WhatsApp")}>
          <MessageCircle aria-hidden className="size-4" />
          {iconsFor ? null : "WhatsApp"}
        </a>
      ) : null}
      {email && !email.endsWith(".invalid") ? (
        <a href={`mailto:${email}`} {...look("Email")}>
          <Mail aria-hidden className="size-4" />
          {iconsFor ? null : "Email"}
        </a>
      ) : null}
    </div>
  );
}
