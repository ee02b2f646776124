import { Plus } from "lucide-react";
import { useEffect, useRef } from "react";
import { AddForm } from "#app/features/cart/components/add-form.tsx";
import { setQuantity, useCartQuantity } from "#app/features/cart/store.ts";
import type { ProductTile as Product } from "#app/features/catalog/queries.server.ts";
import { stockBadge, whyNotBuyable } from "#app/features/catalog/rules.ts";
import { lineTotal, quantityRange, type QuantityRange } from "#app/features/catalog/rules/pricing.ts";
import { formatNaira } from "#app/lib/money.ts";
import { Badge } from "#app/ui/badge.tsx";
import { buttonClass } from "#app/ui/button.tsx";
import { cx } from "#app/ui/class-names.ts";
import { QuantityStepper } from "#app/ui/quantity-stepper.tsx";
import { putInCart } from "./buying.ts";

/** The lower part of a product card: what the minimum costs and a button that adds it, then what the cart holds. */
export function CardPurchase({ product }: { product: Product }) {
  const answer = quantityRange(product);
  const inCart = useCartQuantity(product.id);
  const badge = stockBadge(product.stock_quantity);
  const isInCart = inCart > 0 && answer.buyable;
  const quantity = isInCart ? inCart : product.min_order;
  const box = useRef<HTMLDivElement>(null);
  const hasAdded = useRef(false);

  // The button that was pressed is gone: the focus goes to what took its place.
  useEffect(() => {
    if (!isInCart || !hasAdded.current) return;
    hasAdded.current = false;
    const [more] = box.current?.querySelectorAll<HTMLElement>("button:last-of-type:enabled") ?? [];
    (more ?? box.current?.querySelector("input"))?.focus();
  }, [isInCart]);

  const add = () => {
    hasAdded.current = putInCart(product, product.min_order);
  };

  return (
    <>
      <p className="flex flex-wrap items-center justify-between gap-x-2 gap-y-1">
        <span className={cx("text-xs font-semibold tracking-tight sm:text-[0.8125rem]", isInCart && "text-forest")}>
          {isInCart ? "In cart: " : "Min. "}
          {quantity.toLocaleString("en-NG")} ·{" "}
          <span className="price">{formatNaira(lineTotal(product, quantity))}</span>
        </span>
        <Badge tone={badge.tone}>{badge.label}</Badge>
      </p>
      <div ref={box} className="relative z-10 mt-2.5">
        {isInCart ? (
          <QuantityStepper
            value={inCart}
            min={answer.min}
            max={answer.max}
            label={`Quantity of ${product.name}`}
            onChange={(wanted) => setQuantity(product.id, wanted)}
            className="w-full justify-between"
          />
        ) : (
          <AddButton product={product} answer={answer} onAdd={add} />
        )}
      </div>
    </>
  );
}

type AddButtonProps = { product: Product; answer: QuantityRange; onAdd: () => void };

function AddButton({ product, answer, onAdd }: AddButtonProps) {
  const label = answer.buyable
    ? `Add ${product.min_order.toLocaleString("en-NG")} to cart`
    : shortReason(product, answer);
  return (
    <AddForm id={product.id} quantity={product.min_order} onAdd={onAdd}>
      <button
        type="submit"
        data-tap={`add ${product.id}`}
        disabled={!answer.buyable}
        aria-label={`${whyNotBuyable(product) ?? label}: ${product.name}`}
        className={cx(buttonClass("soft", "sm"), "w-full gap-1.5 px-1.5 leading-tight sm:gap-2")}
      >
        {answer.buyable ? <Plus aria-hidden className="size-4 max-[24rem]:hidden sm:size-[1.125rem]" /> : null}
        {label}
      </button>
    </AddForm>
  );
}

/** Beside "Min. 5" the number left says why. */
function shortReason(product: Product, answer: Extract<QuantityRange, { buyable: false }>): string {
  return answer.reason === "out_of_stock"
    ? "Out of Stock"
    : `Only ${product.stock_quantity.toLocaleString("en-NG")} left`;
}
