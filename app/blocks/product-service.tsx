import { Truck } from "lucide-react";
import { questionText } from "#app/features/cart/rules/question.ts";
import { WhatsAppLink } from "#app/features/settings/components/whatsapp-link.tsx";
import { DELIVERY } from "#app/features/site/content.ts";

type ProductServiceProps = { product: { name: string; unit: string; slug: string }; quantity: number; baseUrl: string };

/** Delivery information and contacts of a product page. */
export function ProductService({ product, quantity, baseUrl }: ProductServiceProps) {
  return (
    <div className="grid gap-1">
      <p className="flex items-center gap-3 text-sm">
        <Truck aria-hidden className="size-5 shrink-0 text-forest" />
        Delivery in {DELIVERY.product} to {DELIVERY.states}
      </p>
      <WhatsAppLink text={questionText([{ ...product, quantity }], baseUrl)} />
    </div>
  );
}
