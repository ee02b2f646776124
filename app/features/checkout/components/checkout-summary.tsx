import { Pencil } from "lucide-react";
import { useState, type ReactNode } from "react";
import { isBlocked } from "#app/features/cart/components/cart-messages.ts";
import { nearestNudge, summarise, withoutBlocked } from "#app/features/cart/components/cart-summary.ts";
import { LineMessage } from "#app/features/cart/components/line-message.tsx";
import { cartPrices, pricesOf, type CartItem } from "#app/features/cart/rules.ts";
import type { LineChange, LineChanges } from "#app/features/cart/rules/check.ts";
import { setQuantity } from "#app/features/cart/store.ts";
import type { Delivery } from "#app/features/delivery/components/use-delivery.ts";
import type { LinePrice } from "#app/features/pricing/rules.ts";
import { packHint } from "#app/features/pricing/rules/packs.ts";
import { stepInForce } from "#app/features/pricing/rules/price-steps.ts";
import { NudgeButton } from "#app/features/products/components/nudge-button.tsx";
import { ProductName } from "#app/features/products/components/product-name.tsx";
import { formatCount, formatNaira } from "#app/lib/money.ts";
import { Button, buttonClass } from "#app/ui/button.tsx";
import { cx } from "#app/ui/class-names.ts";
import { Link } from "#app/ui/link.tsx";
import { Picture } from "#app/ui/picture.tsx";

type SummaryProps = {
  items: CartItem[];
  /** What the server said of the lines, by id. */
  changes: LineChanges;
  /** No payment in progress, so the order can be changed. */
  idle: boolean;
  /** The chosen delivery; null without rates. */
  delivery: Delivery | null;
  children: ReactNode;
};

/** Items and totals of the order; `children` is the payment part. */
export function CheckoutSummary({ items, changes, idle, delivery, children }: SummaryProps) {
  const buyable = items.filter((item) => !isBlocked(item, changes[item.id]));
  const { units, total_kobo, saved_kobo, blocked } = summarise(items, changes);
  const option = delivery?.option ?? null;
  const total = formatNaira(total_kobo + (option?.kobo ?? 0));
  const nudge = idle ? nearestNudge(buyable, cartPrices(buyable)) : null;
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
      <p id="checkout-items" className="mt-3 text-sm font-semibold">
        Items ({formatCount(buyable.length)}), {formatCount(units)} {units === 1 ? "unit" : "units"}
      </p>
      <SummaryLines items={items} changes={changes} />
      <dl className="mt-5 grid grid-cols-[minmax(0,1fr)] gap-3 border-t border-line pt-4">
        <Row name="Subtotal">{formatNaira(total_kobo)}</Row>
        <Row name="Shipping">{shippingText(delivery)}</Row>
        <div className="flex flex-wrap items-baseline justify-between gap-x-4 border-t border-line pt-3">
          <dt className="font-bold">Total</dt>
          <dd className="price ml-auto text-[clamp(1.125rem,6vw,1.5rem)] font-bold">{total}</dd>
        </div>
      </dl>
      {saved_kobo > 0 ? (
        <p className="mt-2 text-sm font-semibold text-forest">You save {formatNaira(saved_kobo)} by quantity</p>
      ) : null}
      {blocked > 0 ? <p className="mt-2 text-sm text-muted">{withoutBlocked(blocked)}</p> : null}
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

/** The price of the chosen delivery, or where it is asked for. */
function shippingText(delivery: Delivery | null): string {
  if (!delivery) return "Paid by buyers";
  if (delivery.quote?.needs_area) return "Choose your area";
  if (delivery.state === "unasked") return "Choose your place";
  if (!delivery.option) return delivery.state === "known" ? "No price yet" : "Not known yet";
  return delivery.option.kobo === 0 ? "Free" : formatNaira(delivery.option.kobo);
}

/** Lines shown before "Show all"; one more is shown instead of a button for it. */
const FEW = 4;

function SummaryLines({ items, changes }: Pick<SummaryProps, "items" | "changes">) {
  const [isOpen, setIsOpen] = useState(false);
  const prices = pricesOf(items, (item) => !isBlocked(item, changes[item.id]));
  const isLong = items.length > FEW + 1;
  return (
    <>
      <ul id="checkout-lines" aria-labelledby="checkout-items" className="mt-3 grid grid-cols-[minmax(0,1fr)] gap-4">
        {(isLong && !isOpen ? items.slice(0, FEW) : items).map((item) => (
          <SummaryLine key={item.id} item={item} price={prices.get(item.id)} changes={changes[item.id]} />
        ))}
      </ul>
      {isLong ? (
        <Button
          variant="outline"
          size="sm"
          className="mt-4 w-full"
          aria-expanded={isOpen}
          aria-controls="checkout-lines"
          onClick={() => setIsOpen(!isOpen)}
        >
          {isOpen ? "Show fewer" : `Show all ${formatCount(items.length)}`}
        </Button>
      ) : null}
    </>
  );
}

type SummaryLineProps = { item: CartItem; price: LinePrice | undefined; changes: LineChange[] | undefined };

function SummaryLine({ item, price, changes }: SummaryLineProps) {
  const blocked = isBlocked(item, changes);
  return (
    <li className="grid grid-cols-[48px_minmax(0,1fr)] gap-3">
      <Picture address={item.image} alt="" sizes="48px" size={48} className="size-[48px] rounded-lg" />
      <div className="min-w-0">
        <p
          className={cx(
            "line-clamp-2 text-sm leading-5 font-semibold break-words",
            blocked && "text-muted line-through",
          )}
        >
          <ProductName name={item.name} />
        </p>
        {blocked ? (
          <LineMessage item={item} changes={changes} className="mt-1" />
        ) : (
          <>
            <p className="mt-0.5 flex flex-wrap justify-between gap-x-3 text-sm text-muted">
              <span>
                {formatCount(item.quantity)} × {formatNaira(price?.unit_kobo ?? 0)}
              </span>
              <span className="price font-semibold text-ink">{formatNaira(price?.total_kobo ?? 0)}</span>
            </p>
            <LineTerms item={item} price={price} />
          </>
        )}
      </div>
    </li>
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
