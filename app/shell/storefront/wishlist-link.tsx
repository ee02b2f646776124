import { Heart } from "lucide-react";
import { Link } from "react-router";
import { useWishlistCount } from "#app/features/wishlist/store.ts";
import { CountBadge } from "#app/ui/badge.tsx";

/** The wishlist link, also for guests, with the number of items. */
export function WishlistLink() {
  const count = useWishlistCount();
  return (
    <Link
      to="/wishlist"
      className="inline-flex min-h-11 min-w-11 items-center justify-center rounded-xl px-1.5 hover:text-forest"
    >
      <span className="relative">
        <Heart aria-hidden className="size-6" strokeWidth={1.9} />
        <CountBadge count={count} />
      </span>
      <span className="sr-only">
        {count === 0 ? "Wishlist, empty" : `Wishlist, ${count} ${count === 1 ? "product" : "products"}`}
      </span>
    </Link>
  );
}
