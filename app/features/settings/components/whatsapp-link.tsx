import { MessageCircle } from "lucide-react";
import { whatsappHref } from "../rules.ts";
import { useStore } from "./use-store.ts";

/** Link to WhatsApp with `text` prefilled; nothing if the shop has no number. */
export function WhatsAppLink({ text }: { text: string }) {
  const href = whatsappHref(useStore().whatsapp, text);
  if (href === null) return null;
  return (
    <a
      href={href}
      target="_blank"
      rel="noopener noreferrer"
      className="inline-flex min-h-11 items-center gap-3 justify-self-start text-sm font-semibold text-forest hover:underline"
    >
      <MessageCircle aria-hidden className="size-5 shrink-0" />
      Ask on WhatsApp
    </a>
  );
}
