import { useIsInWishlist } from "#app/features/wishlist/store.ts";
import { cx } from "#app/ui/class-names.ts";
import { toggleWishlistItem, type Buyable } from "./buying.ts";

/** The heart button: filled if the product is in the wishlist. */
export function WishlistButton({ product, className }: { product: Buyable; className?: string }) {
  const inWishlist = useIsInWishlist(product.id);
  return (
    <button
      type="button"
      aria-pressed={inWishlist}
      aria-label={`Save ${product.name} to wishlist`}
      onClick={() => toggleWishlistItem(product)}
      className={cx("round-button", inWishlist ? "text-clay" : "text-ink", className)}
    >
      <span aria-hidden className="icon icon-heart size-5" />
    </button>
  );
}
