import { WhatsAppLink } from "#app/features/settings/components/whatsapp-link.tsx";
import type { CartItem } from "../rules.ts";
import { questionText } from "../rules/question.ts";

/** Asks about the whole cart. In the browser only, which knows the shop's address. */
export default function CartQuestion({ items }: { items: readonly CartItem[] }) {
  return <WhatsAppLink text={questionText(items, window.location.origin)} />;
}
