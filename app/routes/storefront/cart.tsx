import { Suspense, useDeferredValue, useEffect, useState } from "react";
import { useLocation } from "react-router";
import { SeenWhenEmpty } from "#app/blocks/seen-products.tsx";
import { CartSkeleton } from "#app/features/cart/components/cart-skeleton.tsx";
import type { ReorderResult } from "#app/features/cart/components/reorder.ts";
import { takeRepairedFlag, useCartCount } from "#app/features/cart/store.ts";
import { loadCheckoutUnderWay } from "#app/features/checkout/components/begun-checkout.ts";
import { useStoreReady } from "#app/lib/browser-store.ts";
import { noIndexMeta } from "#app/shell/storefront/root-data.ts";
import { lazyOr, loadAhead } from "#app/ui/lazy-or.ts";
import { toast } from "#app/ui/toast.ts";

/** A separate chunk: the server cannot render the cart. */
const loadContents = () => import("#app/features/cart/components/cart-contents.tsx");
const CartContents = lazyOr(loadContents, CartUnavailable);
/** The checkout is a document of its own; its script loads while the cart is read. */
const loadCheckout = () => loadContents().then(() => import("#app/features/checkout/components/checkout-page.tsx"));

const ReorderSummary = lazyOr(
  () => import("#app/features/cart/components/reorder-summary.tsx"),
  () => null,
);

export const meta = noIndexMeta("Cart");

/** The page is the same for everyone: the lines render after hydration. */
export default function CartPage() {
  const ready = useStoreReady();
  const count = useCartCount();
  // Deferred, so that what the server rendered stays until the lines can be shown.
  const isShown = useDeferredValue(ready);
  // The history entry survives a reload, and the server does not know it.
  const [isDocument] = useState(!ready);
  const { state } = useLocation() as { state: { reorder?: ReorderResult } | null };
  useEffect(() => {
    if (ready && takeRepairedFlag()) {
      toast.info("Your cart was repaired", "Some stored items could not be read and were removed.");
    }
  }, [ready]);
  const isFilled = ready && count > 0;
  useEffect(() => {
    if (isFilled) loadAhead(loadCheckout);
  }, [isFilled]);
  return (
    <div className="page-width min-h-dvh pt-6 sm:pt-8 xl:pb-12">
      <h1 tabIndex={-1} className="mb-5 font-display text-3xl font-bold tracking-tight outline-none sm:text-4xl">
        Your cart
      </h1>
      {state?.reorder && !isDocument ? (
        <Suspense>
          <ReorderSummary result={state.reorder} />
        </Suspense>
      ) : null}
      <Suspense fallback={<CartSkeleton />}>
        {isShown ? <CartContents ownCheckout={loadCheckoutUnderWay} /> : <CartSkeleton />}
      </Suspense>
      <SeenWhenEmpty isEmpty={isShown && count === 0} />
    </div>
  );
}

/** Fallback if the script of the lines fails to load. */
function CartUnavailable() {
  return (
    <p className="card p-5">
      Your cart could not be loaded just now. Nothing in it is lost.{" "}
      <a href="/cart" className="font-semibold text-forest underline">
        Try again
      </a>
    </p>
  );
}
