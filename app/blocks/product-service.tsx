import { Truck } from "lucide-react";
import { questionText } from "#app/features/cart/rules/question.ts";
import { PlaceQuote } from "#app/features/delivery/components/place-quote.tsx";
import { useQuote } from "#app/features/delivery/components/use-quote.ts";
import { usePlace } from "#app/features/delivery/store.ts";
import { WhatsAppLink } from "#app/features/settings/components/whatsapp-link.tsx";
import { useDeliveryTexts } from "#app/features/site/components/use-delivery-texts.ts";

type Goods = { id: string; name: string; unit: string; slug: string };
type ProductServiceProps = { product: Goods; quantity: number; baseUrl: string };

/** Delivery information and contacts of a product page. */
export function ProductService({ product, quantity, baseUrl }: ProductServiceProps) {
  const { hasRates, product: days, states } = useDeliveryTexts();
  const general = `Delivery in ${days} to ${states}`;
  return (
    <div className="grid gap-1">
      <div className="flex gap-3 text-sm">
        <Truck aria-hidden className="size-5 shrink-0 text-forest" />
        {hasRates ? <QuoteOfProduct id={product.id} quantity={quantity} unknown={general} /> : <p>{general}</p>}
      </div>
      <WhatsAppLink text={questionText([{ ...product, quantity }], baseUrl)} />
    </div>
  );
}

function QuoteOfProduct({ id, quantity, unknown }: { id: string; quantity: number; unknown: string }) {
  const lines = [{ id, quantity }];
  const quote = useQuote(usePlace(), lines);
  return (
    <div className="min-w-0">
      <PlaceQuote lines={lines} quote={quote} unknown={`${unknown}.`} />
    </div>
  );
}
