import { Truck } from "lucide-react";
import { Suspense } from "react";
import { questionText } from "#app/features/cart/rules/question.ts";
import { WhatsAppLink } from "#app/features/settings/components/whatsapp-link.tsx";
import { useDeliveryTexts } from "#app/features/site/components/use-delivery-texts.ts";
import { lazyOr } from "#app/ui/lazy-or.ts";

// Only shops with delivery prices have it.
const ProductQuote = lazyOr(
  () => import("#app/features/delivery/components/product-quote.tsx"),
  ({ unknown }) => unknown,
);

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
        <div className="min-w-0">
          {hasRates ? (
            <Suspense fallback={`${general}.`}>
              <ProductQuote id={product.id} quantity={quantity} unknown={`${general}.`} />
            </Suspense>
          ) : (
            general
          )}
        </div>
      </div>
      <WhatsAppLink text={questionText([{ ...product, quantity }], baseUrl)} />
    </div>
  );
}
