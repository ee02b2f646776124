import { orderTotals, priceLines } from "#app/features/pricing/rules.ts";
import { nextPriceStep, savedKobo } from "#app/features/pricing/rules/price-steps.ts";
import type { ProductGroup } from "#app/features/products/queries/variants.server.ts";
import { formatCount, formatNaira } from "#app/lib/money.ts";
import type { GridLine } from "./use-order-grid.ts";

/**
 * The totals of the typed quantities: units, current unit prices, total, saving, and what the next price step needs.
 */
export function GridSummary({ lines, group }: { lines: readonly GridLine[]; group: ProductGroup }) {
  const prices = priceLines(lines.map(({ variant, quantity }) => ({ ...variant, quantity })));
  const { items_kobo } = orderTotals(prices.map(({ total_kobo }) => total_kobo));
  const units = lines.reduce((sum, { quantity }) => sum + quantity, 0);
  const saved = lines.reduce(
    (sum, { variant, quantity }, at) => sum + savedKobo(variant, prices[at]?.unit_kobo ?? 0, quantity),
    0,
  );
  const each = new Set(prices.map(({ unit_kobo }) => unit_kobo));
  const [unit] = each;
  const [first] = lines;
  // More of any variant counts toward shared price steps.
  const stock = group.variants.reduce((sum, { stock_quantity }) => sum + stock_quantity, 0);
  const nudge =
    first && group.mixed_price_breaks ? nextPriceStep({ ...first.variant, stock_quantity: stock }, units, units) : null;
  return (
    <div aria-live="polite" className="min-w-0 text-sm text-muted">
      <p>
        {formatCount(units)} in {lines.length} of {group.variants.length} variants
        {each.size === 1 && unit !== undefined ? `, ${formatNaira(unit)} each` : ""}
      </p>
      <p className="mt-0.5">
        Total <span className="price text-lg font-bold text-ink">{formatNaira(items_kobo)}</span>
        {saved > 0 ? <span className="ml-2 font-semibold text-forest">You save {formatNaira(saved)}</span> : null}
      </p>
      {nudge ? (
        <p className="mt-0.5 font-semibold text-forest">
          Add {formatCount(nudge.add)} more to pay {formatNaira(nudge.unit_kobo)} each
        </p>
      ) : null}
    </div>
  );
}
