import { piecePrice, unitPrice, type Priced } from "#app/features/pricing/rules.ts";
import { formatCount, formatNaira } from "#app/lib/money.ts";

/** Lines below the price on a card: price per piece for units of several pieces, and the lowest price step. */
export function PriceHints({ product }: { product: Priced & { pieces: number } }) {
  const { pieces, price_steps = [] } = product;
  const lowest = price_steps.at(-1);
  if (pieces === 1 && !lowest) return null;
  return (
    <p className="mt-0.5 flex flex-wrap gap-x-2 text-xs leading-4.5 text-muted tabular-nums">
      {pieces > 1 ? <span>{formatNaira(piecePrice(unitPrice(product, 1), pieces))} a piece</span> : null}
      {lowest ? (
        <span className="font-semibold text-forest">
          from {formatNaira(lowest.unit_kobo)} at {formatCount(lowest.from)}+
        </span>
      ) : null}
    </p>
  );
}
