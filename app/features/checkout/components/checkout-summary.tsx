import { Pencil } from "lucide-react";
import type { ReactNode } from "react";
import { Link } from "react-router";
import { nearestNudge, savedIn } from "#app/features/cart/components/cart-summary.ts";
import { cartPrices, totalOf, type CartItem } from "#app/features/cart/rules.ts";
import { setQuantity } from "#app/features/cart/store.ts";
import type { LinePrice } from "#app/features/pricing/rules.ts";
import { packHint } from "#app/features/pricing/rules/packs.ts";
import { stepInForce } from "#app/features/pricing/rules/price-steps.ts";
import { NudgeButton } from "#app/features/products/components/nudge-button.tsx";
import { formatCount, formatNaira } from "#app/lib/money.ts";
import { buttonClass } from "#app/ui/button.tsx";
import { Picture } from "#app/ui/picture.tsx";

type SummaryProps = {
  items: CartItem[];
  /** No payment in progress, so the order can be changed. */
  idle: boolean;
  children: ReactNode;
};

/** Items and totals of the order; `children` is the payment part. */
export function CheckoutSummary({ items, idle, children }: SummaryProps) {
  const prices = cartPrices(items);
  const total = formatNaira(totalOf(items));
  const saved = savedIn(items, prices);
  const nudge = idle ? nearestNudge(items, prices) : null;
  return (
    <section aria-labelledby="checkout-summary" className="card p-5 lg:sticky lg:top-28">
      <div className="-my-2 flex flex-wrap items-center justify-between gap-x-3">
        <h2 id="checkout-summary" className="font-display text-xl font-bold">
          Order Summary
        </h2>
        <Link to="/cart" className={buttonClass("ghost", "sm", "-mr-3.5 text-forest!")}>
          <Pencil aria-hidden className="size-4" />
          Edit cart
        </Link>
      </div>
      <ul
        className="-mx-5 mt-4 grid max-h-80 grid-cols-[minmax(0,1fr)] gap-4 overflow-y-auto px-5"
        tabIndex={0}
        aria-label="Items"
      >
        {items.map((item) => (
          <li key={item.id} className="grid grid-cols-[3rem_minmax(0,1fr)] gap-3">
            <Picture address={item.image} alt="" sizes="48px" size={48} className="size-12 rounded-lg" />
            <div className="min-w-0">
              <p className="line-clamp-2 text-sm leading-5 font-semibold break-words">{item.name}</p>
              <p className="mt-0.5 flex flex-wrap justify-between gap-x-3 text-sm text-muted">
                <span>
                  {formatCount(item.quantity)} × {formatNaira(prices.get(item.id)?.unit_kobo ?? 0)}
                </span>
                <span className="price font-semibold text-ink">
                  {formatNaira(prices.get(item.id)?.total_kobo ?? 0)}
                </span>
              </p>
              <LineTerms item={item} price={prices.get(item.id)} />
            </div>
          </li>
        ))}
      </ul>
      <dl className="mt-5 grid grid-cols-[minmax(0,1fr)] gap-3 border-t border-line pt-4">
        <Row name="Subtotal">{total}</Row>
        <Row name="Shipping">Paid by buyers</Row>
        <div className="flex flex-wrap items-baseline justify-between gap-x-4 border-t border-line pt-3">
          <dt className="font-bold">Total</dt>
          <dd className="price ml-auto text-[clamp(1.125rem,6vw,1.5rem)] font-bold">{total}</dd>
        </div>
      </dl>
      {saved > 0 ? (
        <p className="mt-2 text-sm font-semibold text-forest">You save {formatNaira(saved)} by quantity</p>
      ) : null}
      {nudge ? (
        <div className="mt-2">
          <p className="line-clamp-2 text-sm break-words text-muted">{nudge.item.name}</p>
          <NudgeButton nudge={nudge} onAdd={() => setQuantity(nudge.item.id, nudge.item.quantity + nudge.add)} />
        </div>
      ) : null}
      {children}
    </section>
  );
}

/** Pack size of a line and its current price step, if any. */
function LineTerms({ item, price }: { item: CartItem; price: LinePrice | undefined }) {
  const from = price ? stepInForce(item, price.counted) : null;
  const terms = [
    packHint(item, item.quantity, item.count_in) ?? "",
    from === null ? "" : `price from ${formatCount(from)} on`,
  ].filter((term) => term !== "");
  return terms.length === 0 ? null : <p className="text-xs leading-4.5 text-muted">{terms.join(", ")}</p>;
}

function Row({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="flex flex-wrap justify-between gap-x-4">
      <dt className="text-muted">{name}</dt>
      <dd className="price ml-auto font-semibold">{children}</dd>
    </div>
  );
}
