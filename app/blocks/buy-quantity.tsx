import { piecePrice } from "#app/features/pricing/rules.ts";
import { countOf, multipleName, multipleText, packHint } from "#app/features/pricing/rules/packs.ts";
import { nextPriceStep, savedKobo } from "#app/features/pricing/rules/price-steps.ts";
import { NudgeButton } from "#app/features/products/components/nudge-button.tsx";
import { PriceSteps } from "#app/features/products/components/price-steps.tsx";
import { formatNaira } from "#app/lib/money.ts";
import { cx } from "#app/ui/class-names.ts";
import { QuantityStepper } from "#app/ui/quantity-stepper.tsx";
import type { Buyable } from "./buying.ts";
import type { Purchase } from "./use-purchase.ts";

type QuantityProps = { product: Buyable; purchase: Purchase };

/** Price steps, the display unit, the quantity and its total; only for an available product. */
export function BuyQuantity({ product, purchase }: QuantityProps) {
  const { answer, unit, quantity, counted, unit_kobo } = purchase;
  if (!answer.buyable) return null;
  const { size } = unit;
  const saved = savedKobo(product, unit_kobo, quantity);
  const nudge = nextPriceStep(product, quantity, counted);
  const packed = packHint(product, quantity, size);
  const hasSteps = product.price_steps.length > 0;
  return (
    <>
      <PriceSteps product={product} counted={counted} />
      <UnitChoice purchase={purchase} />
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2">
        <div>
          <QuantityStepper
            value={quantity / size}
            min={answer.min / size}
            max={answer.max / size}
            step={answer.step / size}
            whyOff={size === 1 ? (input) => multipleText(product, input) : undefined}
            onChange={(count) => purchase.setQuantity(count * size)}
            label={`Quantity of ${product.name}`}
          />
          {packed === null ? null : <p className="mt-1 text-sm text-muted">{packed}</p>}
          {product.order_multiple > 1 ? (
            <p className="mt-1 text-sm text-muted">Sold in {multipleName(product)}</p>
          ) : null}
        </div>
        <div aria-live="polite" className="ml-auto text-right text-sm text-muted">
          <p>
            Total <span className="price text-base font-bold text-ink">{formatNaira(purchase.total_kobo)}</span>
          </p>
          {product.pieces > 1 ? (
            <p className="price">{formatNaira(piecePrice(unit_kobo, product.pieces))} a piece</p>
          ) : null}
          {saved > 0 ? <p className="price font-semibold text-forest">You save {formatNaira(saved)}</p> : null}
        </div>
      </div>
      {hasSteps && purchase.inCart > 0 ? (
        <p className="mt-2 text-sm text-muted">The price counts the {countOf(purchase.inCart, "")} in your cart.</p>
      ) : null}
      {nudge ? (
        <NudgeButton nudge={nudge} className="mt-2" onAdd={() => purchase.setQuantity(quantity + nudge.add)} />
      ) : null}
    </>
  );
}

/** The choice of the stepper's unit, if there are larger units. */
function UnitChoice({ purchase }: { purchase: Purchase }) {
  const { units, unit, countIn } = purchase;
  if (units.length < 2) return null;
  return (
    <fieldset className="mb-3">
      <legend className="text-sm text-muted">Count in</legend>
      <div className="mt-1 flex flex-wrap gap-2">
        {units.map(({ name, size }) => (
          <label
            key={size}
            className={cx(
              "relative inline-flex min-h-11 items-center rounded-xl border px-3.5 text-sm font-semibold has-focus-visible:outline-3 has-focus-visible:outline-forest",
              size === unit.size ? "border-forest bg-leaf text-forest-deep" : "border-edge bg-white",
            )}
          >
            <input
              type="radio"
              name="count-in"
              className="absolute inset-0 size-full cursor-pointer opacity-0"
              checked={size === unit.size}
              onChange={() => countIn(size)}
            />
            {name || "unit"}
            {size > 1 ? <span className="ml-1 font-normal">of {countOf(size, units[0]?.name ?? "")}</span> : null}
          </label>
        ))}
      </div>
    </fieldset>
  );
}
