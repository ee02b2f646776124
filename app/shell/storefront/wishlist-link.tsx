import { Heart } from "lucide-react";
import { useWishlistCount } from "#app/features/wishlist/store.ts";
import { useStoreReady } from "#app/lib/browser-store.ts";
import { CountBadge } from "#app/ui/badge.tsx";
import { Link } from "#app/ui/link.tsx";

/** The wishlist link, also for guests, with the number of items, which the server does not know. */
export function WishlistLink() {
  const count = useWishlistCount();
  const content = count === 0 ? "empty" : `${count} ${count === 1 ? "product" : "products"}`;
  return (
    <Link
      to="/wishlist"
      className="inline-flex min-h-11 min-w-11 items-center justify-center rounded-xl px-1.5 hover:text-forest"
    >
      <span className="relative">
        <Heart aria-hidden className="size-6" strokeWidth={1.9} />
        <CountBadge count={count} />
      </span>
      <span className="sr-only">{useStoreReady() ? `Wishlist, ${content}` : "Wishlist"}</span>
    </Link>
  );
}
