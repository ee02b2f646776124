import { Suspense } from "react";
import { useDeliveryTexts } from "#app/features/site/components/use-delivery-texts.ts";
import { formatCount, formatNaira } from "#app/lib/money.ts";
import { Button, buttonClass } from "#app/ui/button.tsx";
import { lazyOr } from "#app/ui/lazy-or.ts";
import { Link } from "#app/ui/link.tsx";
import { withoutBlocked, type CartSummary, type Stop } from "./cart-summary.ts";

const UnknownShipping = () => <Row name="Shipping">Not known yet</Row>;
// Only shops with delivery prices have it.
const ShippingRow = lazyOr(() => import("./shipping-row.tsx"), UnknownShipping);

type SummaryProps = { summary: CartSummary; failed: boolean; lines: readonly { id: string; quantity: number }[] };

/** Subtotal, shipping, total, and on wide screens the checkout button; narrow ones have it in `CheckoutBar`. */
export function OrderSummary({ summary, failed, lines }: SummaryProps) {
  const { units, total_kobo, saved_kobo, blocked } = summary;
  const { hasRates } = useDeliveryTexts();
  return (
    <section aria-labelledby="order-summary" className="card p-5">
      <h2 id="order-summary" className="font-display text-xl font-bold">
        Order Summary
      </h2>
      <dl className="mt-4 grid grid-cols-[minmax(0,1fr)] gap-3">
        <Row name={`Subtotal (${formatCount(units)} ${units === 1 ? "unit" : "units"})`}>{formatNaira(total_kobo)}</Row>
        {hasRates ? (
          <Suspense fallback={<UnknownShipping />}>
            <ShippingRow lines={lines} />
          </Suspense>
        ) : (
          <Row name="Shipping">Free</Row>
        )}
        <div className="flex flex-wrap items-baseline justify-between gap-x-4 border-t border-line pt-4">
          <dt className="font-bold">Total</dt>
          <dd className="price ml-auto text-[clamp(1.125rem,6vw,1.5rem)] font-bold">{formatNaira(total_kobo)}</dd>
        </div>
      </dl>
      {saved_kobo > 0 ? (
        <p className="mt-2 text-sm font-semibold text-forest">You save {formatNaira(saved_kobo)} by quantity</p>
      ) : null}
      {blocked > 0 ? <p className="mt-2 text-sm text-muted">{withoutBlocked(blocked)}</p> : null}
      {failed ? (
        <p className="mt-3 text-sm text-muted">
          We could not check today&rsquo;s prices just now. You will see them before you pay.
        </p>
      ) : null}
      <div className="mt-5 hidden gap-3 xl:grid">
        <CheckoutLink stop={summary.stop} id="checkout-stop" />
        <Link to="/products" className={buttonClass("outline", "lg")}>
          Continue Shopping
        </Link>
      </div>
      <Link to="/products" className={buttonClass("outline", "lg", "mt-5 w-full xl:hidden")}>
        Continue Shopping
      </Link>
    </section>
  );
}

/** Sticky bar with total and Checkout on narrow screens while the cart is visible. */
export function CheckoutBar({ summary }: { summary: CartSummary }) {
  return (
    <div
      data-bottom-bar
      className="sticky bottom-0 z-20 -mx-4 border-t border-line bg-white px-4 pt-3 pb-[max(0.75rem,env(safe-area-inset-bottom))] shadow-bar sm:-mx-6 sm:px-6 lg:-mx-10 lg:px-10 xl:hidden"
    >
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <p className="min-w-0">
          <span className="block text-xs text-muted">Total</span>
          <span className="price block text-lg leading-6 font-bold">{formatNaira(summary.total_kobo)}</span>
        </p>
        <div className="contents">
          <CheckoutLink stop={summary.stop} id="checkout-bar-stop" />
        </div>
      </div>
    </div>
  );
}

/**
 * A link if checkout is possible, else a disabled button with the reason. A document link, because checkout has its own
 * CSP.
 */
function CheckoutLink({ stop, id }: { stop: Stop | null; id: string }) {
  if (!stop) {
    return (
      <Link to="/checkout" reloadDocument className={buttonClass("primary", "lg")}>
        Checkout
      </Link>
    );
  }
  return (
    <>
      <Button size="lg" disabled aria-describedby={id}>
        Checkout
      </Button>
      <p id={id} className="w-full text-sm text-clay-deep">
        {stop.text}
        {stop.customOrder ? (
          <>
            {" "}
            <Link to="/custom-order" className="font-semibold underline">
              request a custom order
            </Link>
            .
          </>
        ) : null}
      </p>
    </>
  );
}

function Row({ name, children }: { name: string; children: React.ReactNode }) {
  return (
    <div className="flex flex-wrap items-baseline justify-between gap-x-4">
      <dt className="text-muted">{name}</dt>
      <dd className="price ml-auto font-semibold">{children}</dd>
    </div>
  );
}
