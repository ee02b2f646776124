import { unitPrice, type Priced } from "#app/features/pricing/rules.ts";
import { contentPriceText, type NetContent } from "../rules/net-content.ts";

type ContentPriceProps = { product: Priced & { content?: NetContent | null }; className?: string };

/** The price of a kilo, litre or metre at the minimum order; nothing without a known net content. */
export function ContentPrice({ product, className }: ContentPriceProps) {
  return product.content ? (
    <span className={className}>{contentPriceText(unitPrice(product, 1), product.content)}</span>
  ) : null;
}
