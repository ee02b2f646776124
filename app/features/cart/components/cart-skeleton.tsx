import { EmptyAtOnce, NeedsScript } from "#app/ui/needs-script.tsx";
import { Skeleton } from "#app/ui/skeleton.tsx";
import { FORM_CART_PATH } from "../links.ts";
import { CART_KEY } from "../store.ts";
import { EmptyCart } from "./empty-cart.tsx";

/** Placeholder rendered by the server: the cart is in local storage. The browser loads `EmptyCart` with the lines. */
export function CartSkeleton() {
  return (
    <NeedsScript
      empty={<EmptyAtOnce storageKey={CART_KEY}>{import.meta.env.SSR ? <EmptyCart /> : null}</EmptyAtOnce>}
      text={
        <>
          <meta httpEquiv="refresh" content={`0; url=${FORM_CART_PATH}`} />
          <p>
            Without JavaScript your cart has{" "}
            <a href={FORM_CART_PATH} className="font-semibold text-forest underline">
              a page of its own
            </a>
            .
          </p>
        </>
      }
    >
      <div
        role="status"
        aria-label="Loading your cart"
        className="grid items-start gap-5 xl:grid-cols-[minmax(0,1fr)_22rem] xl:gap-8"
      >
        <div className="card divide-y divide-line">
          {[0, 1, 2].map((row) => (
            <div key={row} className="flex gap-4 p-4">
              <Skeleton className="size-18 shrink-0 rounded-xl" />
              <div className="grid flex-1 content-start gap-2.5">
                <Skeleton className="h-4 w-4/5 max-w-72" />
                <Skeleton className="h-3 w-24" />
                <Skeleton className="mt-2 h-11 w-36 rounded-xl" />
              </div>
            </div>
          ))}
        </div>
        <div className="card grid gap-4 p-5">
          <Skeleton className="h-6 w-36" />
          <Skeleton className="h-4 w-full" />
          <Skeleton className="h-4 w-full" />
          <Skeleton className="h-8 w-full" />
        </div>
      </div>
    </NeedsScript>
  );
}
