import { ShoppingCart } from "lucide-react";
import { Link } from "react-router";
import { useCartCount } from "#app/features/cart/store.ts";

/** The way to the cart, with the total quantity in it; large numbers end in "99+" on the badge, not in the label. */
export function CartLink() {
  const count = useCartCount();
  const label = count === 0 ? "Cart, empty" : `Cart, ${count} ${count === 1 ? "item" : "items"}`;
  return (
    <Link
      to="/cart"
      className="-mr-2 inline-flex min-h-11 min-w-11 items-center justify-center gap-3.5 rounded-xl px-1.5 font-semibold hover:text-forest md:px-2"
    >
      <span className="relative">
        <ShoppingCart aria-hidden className="size-6" strokeWidth={1.9} />
        {count > 0 ? (
          <span
            aria-hidden
            className="absolute -top-2 -right-2.5 min-w-5 rounded-full bg-amber px-1 text-center text-[0.6875rem] leading-5 font-bold text-ink tabular-nums"
          >
            {count > 99 ? "99+" : count}
          </span>
        ) : null}
      </span>
      <span className="sr-only">{label}</span>
      <span aria-hidden className="hidden lg:inline">
        Cart
      </span>
    </Link>
  );
}
