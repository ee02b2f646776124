import { ShoppingCart } from "lucide-react";
import { AddForm } from "#app/features/cart/components/add-form.tsx";
import { PriceTag } from "#app/features/products/components/price-tag.tsx";
import { ShareButton } from "#app/features/products/components/share-button.tsx";
import { unbuyableReason } from "#app/features/products/rules.ts";
import { formatCount, formatNaira } from "#app/lib/money.ts";
import { Button } from "#app/ui/button.tsx";
import { Link } from "#app/ui/link.tsx";
import { BuyQuantity } from "./buy-quantity.tsx";
import type { Buyable } from "./buying.ts";
import type { Purchase } from "./use-purchase.ts";
import { WishlistButton } from "./wishlist-button.tsx";

type BuyProps = { product: Buyable; purchase: Purchase };

/** Quantity, total and the purchase buttons. On mobile Add to Cart is in the sticky bar below if that shows. */
export function BuyPanel({ product, purchase }: BuyProps) {
  const { answer, quantity } = purchase;
  const problem = unbuyableReason(product);
  const form = { id: product.id, quantity };
  return (
    <div className="card p-4 sm:p-5">
      {answer.buyable ? (
        <BuyQuantity product={product} purchase={purchase} />
      ) : (
        <>
          <p className="font-semibold text-clay-deep">{problem}</p>
          <p className="mt-1 text-sm text-muted">
            We can ask the distributor for more:{" "}
            <Link to="/custom-order" className="font-semibold text-forest underline">
              request a custom order
            </Link>
            .
          </p>
        </>
      )}
      <div className="mt-4 flex flex-wrap gap-2.5">
        <AddForm
          {...form}
          onAdd={purchase.addToCart}
          className="flex-1 basis-full max-md:not-group-has-[[data-ordering]]/page:hidden xl:basis-auto"
        >
          <Button
            type="submit"
            size="lg"
            className="w-full px-4 xl:whitespace-nowrap"
            disabled={!answer.buyable}
            data-tap="add"
          >
            <ShoppingCart aria-hidden className="size-5" />
            Add to Cart
          </Button>
        </AddForm>
        <AddForm {...form} onAdd={purchase.buyNow} className="flex-1">
          <Button
            type="submit"
            size="lg"
            variant="outline"
            className="w-full px-4 whitespace-nowrap"
            disabled={!answer.buyable}
            data-tap="buy now"
          >
            Buy Now
          </Button>
        </AddForm>
        <WishlistButton product={product} className="size-13 rounded-xl border border-line" />
        <div className="[&>button]:size-13">
          <ShareButton title={product.name} />
        </div>
      </div>
    </div>
  );
}

/**
 * The sticky purchase bar of the product page on mobile; it hides at the end of the page, and while the order grid has
 * quantities, whose totals then stand there.
 */
export function BuyBar({ product, purchase }: BuyProps) {
  const { answer, quantity } = purchase;
  return (
    <div
      data-bottom-bar
      className="sticky bottom-0 z-20 -mx-4 mt-8 flex flex-wrap items-center justify-between gap-x-3 gap-y-2 border-t border-line bg-white px-4 py-2.5 group-has-[[data-ordering]]/page:hidden sm:-mx-6 sm:px-6 md:hidden"
    >
      {answer.buyable ? (
        <p className="min-w-0">
          <span className="price block text-[0.8125rem] leading-4.5 text-muted">
            {formatCount(quantity)} × {formatNaira(purchase.unit_kobo)}
          </span>
          <span className="price block text-[1.0625rem] leading-6 font-bold">
            <span className="sr-only">Total </span>
            {formatNaira(purchase.total_kobo)}
          </span>
        </p>
      ) : (
        <PriceTag product={product} />
      )}
      <AddForm id={product.id} quantity={quantity} onAdd={purchase.addToCart} className="max-w-56 min-w-0 flex-1">
        <Button type="submit" disabled={!answer.buyable} data-tap="add in bar" className="w-full px-4">
          <ShoppingCart aria-hidden className="size-5" />
          {answer.buyable ? "Add to Cart" : (unbuyableReason(product)?.split(",")[0] ?? "Out of Stock")}
        </Button>
      </AddForm>
    </div>
  );
}
