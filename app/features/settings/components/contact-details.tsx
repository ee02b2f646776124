import { Clock, Mail, MapPin, MessageCircle, Phone } from "lucide-react";
import type { ReactNode } from "react";
import { CONTACT } from "#app/features/site/content.ts";
import { supportHours, telHref, whatsappHref } from "../rules.ts";
import { useStore } from "./use-store.ts";

const LINK = "inline-flex min-h-11 items-center font-semibold text-forest underline underline-offset-4";

/** Contact details: phone, WhatsApp, email, address and hours. `text` is the prefilled WhatsApp message. */
export function ContactDetails({ text }: { text: string }) {
  const store = useStore();
  const { email, phone, whatsapp } = store;
  const chat = whatsappHref(whatsapp, text);
  return (
    <ul className="grid gap-2">
      <Detail icon={<Phone />} label="Call us">
        <a href={telHref(phone)} className={LINK}>
          {phone}
        </a>
      </Detail>
      {chat ? (
        <Detail icon={<MessageCircle />} label="WhatsApp">
          <a href={chat} target="_blank" rel="noopener noreferrer" className={LINK}>
            Ask on WhatsApp
          </a>
        </Detail>
      ) : null}
      <Detail icon={<Mail />} label="Email">
        <a href={`mailto:${email}`} className={`${LINK} [overflow-wrap:anywhere]`}>
          {email}
        </a>
      </Detail>
      <Detail icon={<MapPin />} label="Address">
        <span className="py-2 font-semibold">{CONTACT.address}</span>
      </Detail>
      <Detail icon={<Clock />} label="Support">
        <span className="py-2 font-semibold">{supportHours(store)}</span>
      </Detail>
    </ul>
  );
}

function Detail({ icon, label, children }: { icon: ReactNode; label: string; children: ReactNode }) {
  return (
    <li className="flex items-center gap-3">
      <span
        aria-hidden
        className="grid size-10 shrink-0 place-items-center rounded-xl bg-leaf text-forest [&_svg]:size-5"
      >
        {icon}
      </span>
      <span className="min-w-0">
        <span className="block text-sm leading-4 text-muted">{label}</span>
        <span className="-mt-1 flex min-h-11 items-center">{children}</span>
      </span>
    </li>
  );
}
