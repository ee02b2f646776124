import { Suspense, useState } from "react";
import { AddForm } from "#app/features/cart/components/add-form.tsx";
import { useCartLineTotal, useCartQuantity } from "#app/features/cart/store.ts";
import { useOwnStock } from "#app/features/checkout/components/own-holds.ts";
import { lineTotal, quantityRange, type QuantityRange } from "#app/features/pricing/rules.ts";
import type { TileProduct } from "#app/features/products/queries.server.ts";
import { stockBadge, unbuyableReason } from "#app/features/products/rules.ts";
import { formatCount, formatNaira } from "#app/lib/money.ts";
import { Badge } from "#app/ui/badge.tsx";
import { cx } from "#app/ui/class-names.ts";
import { lazyOr } from "#app/ui/lazy-or.ts";
import { putInCart } from "./buying.ts";
import type { CardActionProps } from "./card-stepper.tsx";

const CardStepper = lazyOr(() => import("./card-stepper.tsx"), AddButton);

/**
 * The lower part of a product card: the price of the minimum order and an add button, then the quantity in the cart.
 */
export function CardPurchase({ product: sold }: { product: TileProduct }) {
  const product = useOwnStock(sold);
  const range = quantityRange(product);
  const inCart = useCartQuantity(product.id);
  const badge = stockBadge(product.stock_quantity, product.min_order);
  const isInCart = inCart > 0 && range.buyable;
  const quantity = isInCart ? inCart : product.min_order;
  const cartTotal = useCartLineTotal(product.id);
  const [takesFocus, setTakesFocus] = useState(false);
  const add = () => setTakesFocus(putInCart(product, product.min_order));
  const action = { product, range, inCart, takesFocus, onAdd: add };

  return (
    <>
      <p className="tile-order">
        <span className={cx("tile-terms", isInCart && "text-forest")}>
          {`${isInCart ? "In cart:" : "Min."} ${formatCount(quantity)} · `}
          <span className="price">{formatNaira(isInCart ? cartTotal : lineTotal(product, quantity))}</span>
        </span>
        <Badge tone={badge.tone}>{badge.label}</Badge>
      </p>
      <div className="tile-action">
        {isInCart ? (
          <Suspense fallback={<AddButton {...action} />}>
            <CardStepper {...action} />
          </Suspense>
        ) : (
          <AddButton {...action} />
        )}
      </div>
    </>
  );
}

function AddButton({ product, range, onAdd }: CardActionProps) {
  const label = range.buyable ? `Add ${formatCount(product.min_order)} to cart` : shortReason(product, range);
  return (
    <AddForm id={product.id} quantity={product.min_order} onAdd={onAdd}>
      <button
        type="submit"
        data-tap={`add ${product.id}`}
        disabled={!range.buyable}
        aria-label={`${unbuyableReason(product) ?? label}: ${product.name}`}
        className="button tile-add"
      >
        {range.buyable ? <span aria-hidden className="icon icon-plus tile-plus max-[24rem]:hidden" /> : null}
        {label}
      </button>
    </AddForm>
  );
}

/** The stock left explains "Min. 5". */
function shortReason(product: TileProduct, range: Extract<QuantityRange, { buyable: false }>): string {
  return range.reason === "out_of_stock" ? "Out of Stock" : `Only ${formatCount(product.stock_quantity)} left`;
}
