import { Heart } from "lucide-react";
import { useIsWished } from "#app/features/wishlist/store.ts";
import { cx } from "#app/ui/class-names.ts";
import { toggleWish, type Buyable } from "./buying.ts";

/** The heart: filled when the product is saved. */
export function WishlistButton({ product, className }: { product: Buyable; className?: string }) {
  const wished = useIsWished(product.id);
  return (
    <button
      type="button"
      aria-pressed={wished}
      aria-label={`Save ${product.name} to wishlist`}
      onClick={() => toggleWish(product)}
      className={cx(
        "grid size-11 place-items-center rounded-full bg-white/95 transition-colors hover:text-clay",
        wished ? "text-clay" : "text-ink",
        className,
      )}
    >
      <Heart aria-hidden className={cx("size-5", wished && "fill-current")} />
    </button>
  );
}
