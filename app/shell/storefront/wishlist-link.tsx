import { useWishlistCount } from "#app/features/wishlist/store.ts";
import { useStoreReady } from "#app/lib/browser-store.ts";
import { CountBadge } from "#app/ui/badge.tsx";
import { Link } from "#app/ui/link.tsx";

/** The wishlist link, also for guests, with the number of items, which the server does not know. */
export function WishlistLink() {
  const count = useWishlistCount();
  const content = count === 0 ? "empty" : `${count} ${count === 1 ? "product" : "products"}`;
  return (
    <Link to="/wishlist" className="header-action">
      <span className="relative">
        <span aria-hidden className="icon icon-heart size-6" />
        <CountBadge count={count} />
      </span>
      <span className="sr-only">{useStoreReady() ? `Wishlist, ${content}` : "Wishlist"}</span>
    </Link>
  );
}
