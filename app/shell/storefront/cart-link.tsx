import { useCartCount } from "#app/features/cart/store.ts";
import { useStoreReady } from "#app/lib/browser-store.ts";
import { CountBadge } from "#app/ui/badge.tsx";
import { Link } from "#app/ui/link.tsx";

/** The cart link, with the total quantity as a badge. The server, and a page without JavaScript, does not know it. */
export function CartLink() {
  const count = useCartCount();
  const content = count === 0 ? "empty" : `${count} ${count === 1 ? "item" : "items"}`;
  return (
    <Link to="/cart" className="header-action -mr-2 gap-3.5 font-semibold md:px-2">
      <span className="relative">
        <span aria-hidden className="icon icon-cart size-6" />
        <CountBadge count={count} />
      </span>
      <span className="sr-only">{useStoreReady() ? `Cart, ${content}` : "Cart"}</span>
      <span aria-hidden className="hidden lg:inline">
        Cart
      </span>
    </Link>
  );
}
