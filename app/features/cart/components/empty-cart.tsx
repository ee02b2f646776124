import { ShoppingCart } from "lucide-react";
import { buttonClass } from "#app/ui/button.tsx";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { Link } from "#app/ui/link.tsx";

export function EmptyCart() {
  return (
    <EmptyState
      icon={<ShoppingCart />}
      title="Your cart is empty"
      action={
        <>
          <Link to="/products" className={buttonClass("primary", "lg")}>
            Browse Products
          </Link>
          <Link to="/products/best-sellers" className={buttonClass("outline", "lg")}>
            See best sellers
          </Link>
        </>
      }
    >
      What you add stays here, in this browser, until you check out.
    </EmptyState>
  );
}
