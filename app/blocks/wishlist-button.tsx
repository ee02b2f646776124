import { Heart } from "lucide-react";
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
      className={cx(
        "grid size-11 place-items-center rounded-full bg-white/95 transition-colors hover:text-clay",
        inWishlist ? "text-clay" : "text-ink",
        className,
      )}
    >
      <Heart aria-hidden className={cx("size-5", inWishlist && "fill-current")} />
    </button>
  );
}
