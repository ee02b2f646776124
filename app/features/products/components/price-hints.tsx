import { piecePrice, unitPrice, type Priced } from "#app/features/pricing/rules.ts";
import { formatCount, formatNaira } from "#app/lib/money.ts";
import type { NetContent } from "../rules/net-content.ts";
import { ContentPrice } from "./content-price.tsx";

type Hinted = Priced & { pieces: number; content?: NetContent | null };

/** Lines below the price on a card: prices of a piece and of a kilo, litre or metre, and the lowest price step. */
export function PriceHints({ product }: { product: Hinted }) {
  const { pieces, content, price_steps = [] } = product;
  const lowest = price_steps.at(-1);
  if (pieces === 1 && !content && !lowest) return null;
  return (
    <p className="tile-hints">
      {pieces > 1 ? <span>{`${formatNaira(piecePrice(unitPrice(product, 1), pieces))} a piece`}</span> : null}
      <ContentPrice product={product} />
      {lowest ? <b>{`from ${formatNaira(lowest.unit_kobo)} at ${formatCount(lowest.from)}+`}</b> : null}
    </p>
  );
}
