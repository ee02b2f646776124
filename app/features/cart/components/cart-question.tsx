import { WhatsAppLink } from "#app/features/settings/components/whatsapp-link.tsx";
import type { CartItem } from "../rules.ts";
import { questionText } from "../rules/question.ts";

/** Link to a chat question about the whole cart. Rendered only in the browser, which knows the shop's URL. */
export default function CartQuestion({ items }: { items: readonly CartItem[] }) {
  return <WhatsAppLink text={questionText(items, window.location.origin)} />;
}
