import { Check } from "lucide-react";
import { piecePrice, type Priced, type Stocked, type WholesaleTerms } from "#app/features/pricing/rules.ts";
import { bareUnit } from "#app/features/pricing/rules/packs.ts";
import { priceRows } from "#app/features/pricing/rules/price-steps.ts";
import { formatCount, formatNaira } from "#app/lib/money.ts";
import { cx } from "#app/ui/class-names.ts";

type PriceStepsProps = {
  product: Priced & Stocked & WholesaleTerms & { unit: string };
  /** The quantity that determines the price step. */
  counted: number;
};

/** Table of the price at the minimum and at each step with the current one marked; nothing without steps. */
export function PriceSteps({ product, counted }: PriceStepsProps) {
  const rows = priceRows(product);
  if (rows.length === 1) return null;
  const inForce = Math.max(
    0,
    rows.findLastIndex((row) => counted >= row.from),
  );
  const hasPieces = product.pieces > 1;
  return (
    <div className="relative mb-4 overflow-x-auto">
      <table className="w-full text-sm tabular-nums">
        <caption className="sr-only">Price by quantity</caption>
        <thead className="text-left text-muted">
          <tr>
            <th scope="col" className="py-1 pr-2 pl-7 font-medium">
              Quantity
            </th>
            <th scope="col" className="px-2 py-1 text-right font-medium">
              Each {bareUnit(product.unit)}
            </th>
            {hasPieces ? (
              <th scope="col" className="py-1 pr-2 pl-2 text-right font-medium">
                A piece
              </th>
            ) : null}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ from, to, unit_kobo }, at) => (
            <tr
              key={from}
              aria-current={at === inForce ? "true" : undefined}
              className={cx(at === inForce && "bg-leaf font-semibold text-forest-deep")}
            >
              <th scope="row" className="rounded-l-lg py-1.5 pr-2 pl-2 text-left font-[inherit] whitespace-nowrap">
                <span className="flex items-center gap-1">
                  <Check aria-hidden className={cx("size-4", at !== inForce && "invisible")} />
                  {to === null ? `${formatCount(from)}+` : `${formatCount(from)} to ${formatCount(to)}`}
                  {at === inForce ? <span className="sr-only">, your price</span> : null}
                </span>
              </th>
              <td className={cx("px-2 py-1.5 text-right", !hasPieces && "rounded-r-lg")}>{formatNaira(unit_kobo)}</td>
              {hasPieces ? (
                <td className="rounded-r-lg py-1.5 pr-2 pl-2 text-right">
                  {formatNaira(piecePrice(unit_kobo, product.pieces))}
                </td>
              ) : null}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
