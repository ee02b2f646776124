import { CircleCheck } from "lucide-react";
import { Link } from "react-router";
import { orderNumber } from "#app/features/orders/rules.ts";
import { formatNaira } from "#app/lib/money.ts";
import { Badge } from "#app/ui/badge.tsx";

/** A payment that needs a person, with the words for why. `when` is Lagos time as a person reads it. */
export type ReviewView = {
  id: string;
  reference: string;
  title: string;
  text: string;
  amount_kobo: number;
  customer_name: string;
  customer_email: string;
  customer_phone: string;
  order_id: string | null;
  at: string;
  when: string;
};

/** Payments that need a look; `total` may be more than are listed. */
export function PaymentReviews({ reviews, total }: { reviews: ReviewView[]; total: number }) {
  return (
    <section aria-labelledby="reviews" className="card overflow-hidden">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1 border-b border-line px-5 py-4">
        <h2 id="reviews" className="font-display text-xl font-bold">
          Payments that need a look
        </h2>
        {total > 0 ? <Badge tone="low">{total}</Badge> : null}
        <Link
          to="/admin/payments"
          className="ml-auto inline-flex min-h-11 items-center text-sm font-semibold text-forest underline underline-offset-3"
        >
          All payments
        </Link>
      </div>
      {reviews.length === 0 ? (
        <p className="flex items-center gap-3 px-5 py-8 text-muted">
          <CircleCheck aria-hidden className="size-6 shrink-0 text-forest" />
          Nothing to look at. Payments with a wrong amount, paid twice, or paid when the goods were gone appear here.
        </p>
      ) : (
        <ul className="divide-y divide-line">
          {reviews.map((review) => (
            <Review key={review.id} {...review} />
          ))}
        </ul>
      )}
      {total > reviews.length ? (
        <p className="border-t border-line px-5 py-3 text-sm text-muted">
          The newest {reviews.length} of {total}.
        </p>
      ) : null}
    </section>
  );
}

function Review({ reference, title, text, amount_kobo, order_id, at, when, ...buyer }: ReviewView) {
  return (
    <li className="grid gap-x-6 gap-y-2 px-5 py-4 sm:grid-cols-[minmax(0,1fr)_auto]">
      <div className="min-w-0">
        <h3 className="font-semibold">{title}</h3>
        <p className="mt-0.5 text-[0.9375rem]">{text}</p>
        <p className="mt-1.5 text-sm break-words text-muted">
          {buyer.customer_name},{" "}
          <a href={`mailto:${buyer.customer_email}`} className="text-forest underline underline-offset-3">
            {buyer.customer_email}
          </a>
          , <span className="whitespace-nowrap">{buyer.customer_phone}</span>
        </p>
      </div>
      <div className="flex flex-wrap items-baseline gap-x-4 gap-y-0.5 text-sm text-muted sm:grid sm:content-start sm:justify-items-end sm:text-right">
        <p className="price text-base font-semibold text-ink">{formatNaira(amount_kobo)}</p>
        <p className="font-mono text-[0.8125rem]">{reference}</p>
        {order_id ? <p>Order {orderNumber(order_id)}</p> : null}
        <time dateTime={at}>{when}</time>
      </div>
    </li>
  );
}
