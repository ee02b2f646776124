import { countInField } from "#app/features/cart/rules.ts";
import { addToCart } from "#app/features/cart/store.ts";
import { unitPrice, type Priced, type Stocked, type WholesaleTerms } from "#app/features/pricing/rules.ts";
import { toggleWishlist } from "#app/features/wishlist/store.ts";
import { formatCount } from "#app/lib/money.ts";
import { loadAhead } from "#app/ui/lazy-or.ts";
import { toast } from "#app/ui/toast.ts";

/** The product fields that cart and wishlist store. */
export type Buyable = Priced &
  Stocked &
  WholesaleTerms & { id: string; name: string; slug: string; unit: string; image: string | null };

/**
 * Adds `quantity` sold units to the cart, displayed in units of `count_in`, and shows a message; returns whether any
 * were added.
 */
export function putInCart(product: Buyable, quantity: number, count_in?: number): boolean {
  const { id, name, slug, unit, image, min_order, stock_quantity: stock } = product;
  const { order_multiple, pieces, price_steps, larger_units, group_id, mixed_price_breaks } = product;
  const line = {
    id,
    name,
    slug,
    unit,
    image,
    min_order,
    stock,
    quantity,
    price_kobo: unitPrice(product, min_order),
    order_multiple,
    pieces,
    price_steps,
    larger_units,
    group_id,
    mixed_price_breaks,
    ...countInField(count_in),
  };
  const { added, limit } = addToCart(line);
  if (added > 0) {
    loadAhead(() => import("#app/features/cart/components/cart-contents.tsx"));
    const amount = `${formatCount(added)} × ${name}`;
    toast.success("Added to cart", limit === "only_left" ? `${amount}. That is all there is in stock.` : amount);
    return true;
  }
  if (limit === "cart_full") toast.error("Your cart is full", "Please order what is in it first.");
  else toast.error("Nothing added", `Your cart already holds all ${formatCount(stock)} in stock.`);
  return false;
}

/** Adds a product to the wishlist or removes it, with the matching message. */
export function toggleWishlistItem(product: Buyable): void {
  const { id, name, slug, image } = product;
  const saved = toggleWishlist({ id, name, slug, image, price_kobo: unitPrice(product, 1) });
  if (saved) toast.success("Added to wishlist", name);
  else toast.info("Removed from wishlist", name);
}
