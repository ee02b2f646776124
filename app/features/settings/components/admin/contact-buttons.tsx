import { Mail, MessageCircle, Phone } from "lucide-react";
import { buttonClass } from "#app/ui/button.tsx";
import { telHref, whatsappHref } from "../../rules.ts";

type Props = {
  phone: string;
  email: string | null;
  /** Prefilled text of the WhatsApp message. */
  greeting?: string;
  variant?: "soft" | "outline";
};

/** Links to call, message or mail a contact, each only if its phone number or address is known. */
export function ContactButtons({ phone, email, greeting, variant = "soft" }: Props) {
  const whatsapp = whatsappHref(phone, greeting);
  return (
    <div className="flex flex-wrap gap-2 print:hidden">
      {/\d/.test(phone) ? (
        <a href={telHref(phone)} className={buttonClass(variant, "sm")}>
          <Phone aria-hidden className="size-4" />
          Call
        </a>
      ) : null}
      {whatsapp ? (
        <a href={whatsapp} target="_blank" rel="noreferrer" className={buttonClass(variant, "sm")}>
          <MessageCircle aria-hidden className="size-4" />
          WhatsApp
        </a>
      ) : null}
      {email && !email.endsWith(".invalid") ? (
        <a href={`mailto:${email}`} className={buttonClass(variant, "sm")}>
          <Mail aria-hidden className="size-4" />
          Email
        </a>
      ) : null}
    </div>
  );
}
