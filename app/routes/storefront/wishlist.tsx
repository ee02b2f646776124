import { SeenWhenEmpty } from "#app/blocks/seen-products.tsx";
import { MAX_LINES } from "#app/features/cart/rules.ts";
import { addWishlistItemToCart } from "#app/features/cart/store.ts";
import { EmptyWishlist, WishlistGrid } from "#app/features/wishlist/components/wishlist-grid.tsx";
import type { WishlistItem } from "#app/features/wishlist/rules.ts";
import { useWishlistCount, WISHLIST_KEY } from "#app/features/wishlist/store.ts";
import { useStoreReady } from "#app/lib/browser-store.ts";
import { noIndexMeta } from "#app/shell/storefront/root-data.ts";
import { EmptyAtOnce, NeedsScript } from "#app/ui/needs-script.tsx";
import { GridSkeleton } from "#app/ui/skeleton.tsx";
import { toast } from "#app/ui/toast.ts";

export const meta = noIndexMeta("Wishlist");

/** The page is the same for everyone: the products render after hydration. */
export default function WishlistPage() {
  const ready = useStoreReady();
  const count = useWishlistCount();
  return (
    <div className="page-width min-h-dvh pt-6 pb-12 sm:pt-8">
      <h1 tabIndex={-1} className="mb-5 font-display text-3xl font-bold tracking-tight outline-none sm:text-4xl">
        Your wishlist
      </h1>
      {ready ? (
        <WishlistGrid onAddToCart={moveToCart} />
      ) : (
        <NeedsScript
          text="Your wishlist is kept in this browser and needs JavaScript to be shown."
          empty={
            <EmptyAtOnce storageKey={WISHLIST_KEY}>
              <EmptyWishlist />
            </EmptyAtOnce>
          }
        >
          <GridSkeleton count={4} />
        </NeedsScript>
      )}
      <SeenWhenEmpty isEmpty={ready && count === 0} />
    </div>
  );
}

function moveToCart(item: WishlistItem) {
  const { added, limit } = addWishlistItemToCart(item);
  if (added > 0) toast.success("Item added to cart", item.name);
  else if (limit === "cart_full") toast.error("Your cart is full", `A cart holds at most ${MAX_LINES} products.`);
  else toast.info("No more of this item is left", item.name);
}
