import { useFetcher } from "react-router";
import { orderNumber } from "#app/features/orders/rules.ts";
import { formatNaira } from "#app/lib/money.ts";
import type { Answer } from "#app/ui/admin/answer.tsx";
import { Link } from "#app/ui/link.tsx";
import type { BoardReview } from "../../queries/board.server.ts";
import { FailedRefund } from "./failed-refund.tsx";
import { AskForm, BoardForm, NoteField } from "./payment-cards.tsx";
import { RefundForm } from "./refund.ts";

/** A payment under review with its explanation. `when` is formatted Lagos time. */
export type ReviewView = Omit<BoardReview, "details" | "reason" | "created_at"> & {
  title: string;
  text: string;
  requestId: string;
  at: string;
  when: string;
};

type Props = { review: ReviewView; maySettle: boolean; mayRefund: boolean };

/** A payment under review: what happened and the available actions. */
export function ReviewCard({ review, maySettle, mayRefund }: Props) {
  const { id, reference, order_id, note, actions } = review;
  const fetcher = useFetcher<Answer>();
  const canRefund = mayRefund && actions.includes("refund");
  return (
    <li className="grid gap-3 px-4 py-4 sm:px-5">
      <div className="grid gap-x-6 gap-y-2 sm:grid-cols-[minmax(0,1fr)_auto]">
        <div className="min-w-0">
          <h3 className="font-semibold">{review.title}</h3>
          <p className="mt-0.5 text-[0.9375rem]">{review.text}</p>
          {review.refunded_kobo > 0 ? (
            <p className="mt-0.5 text-[0.9375rem]">
              {formatNaira(review.refunded_kobo)} goes back to the buyer
              {review.isRefunding ? ", which the provider has not confirmed yet" : ""}.
            </p>
          ) : null}
          <p className="mt-1.5 text-sm break-words text-muted">
            {review.customer_name},{" "}
            <a href={`mailto:${review.customer_email}`} className="text-forest underline underline-offset-3">
              {review.customer_email}
            </a>
            , <span className="whitespace-nowrap">{review.customer_phone}</span>
          </p>
        </div>
        <div className="flex flex-wrap items-baseline gap-x-4 gap-y-0.5 text-sm text-muted sm:grid sm:content-start sm:justify-items-end sm:text-right">
          <p className="price text-base font-semibold text-ink">{formatNaira(review.amount_kobo)}</p>
          <p className="font-mono text-[0.8125rem]">{reference}</p>
          {order_id ? (
            <Link to={`/admin/orders/${order_id}`} className="font-semibold text-forest underline underline-offset-3">
              Order {orderNumber(order_id)}
            </Link>
          ) : null}
          <time dateTime={review.at}>{review.when}</time>
        </div>
      </div>
      {mayRefund
        ? review.failed.map((refund) => (
            <FailedRefund
              key={refund.id}
              action="/admin/payments"
              reference={reference}
              requestId={review.requestId}
              refund={refund}
              refundedKobo={review.refunded_kobo}
            />
          ))
        : null}
      <AskForm reference={reference} />
      {maySettle && actions.includes("accept") ? (
        <BoardForm intent="accept" fields={{ id }} label="Accept and make the order" busy="Accepting...">
          <NoteField note="" label="Reason for accepting it" />
        </BoardForm>
      ) : null}
      {canRefund && order_id ? (
        <p>
          <Link
            to={`/admin/orders/${order_id}?do=refund`}
            className="inline-flex min-h-11 items-center font-semibold text-forest underline underline-offset-3"
          >
            Refund from the order
          </Link>
        </p>
      ) : null}
      {canRefund && !order_id ? (
        <details>
          <summary className="inline-flex min-h-11 items-center font-semibold text-forest">Refund</summary>
          <RefundForm
            action="/admin/payments"
            reference={reference}
            requestId={review.requestId}
            refundable={{
              money: { paid_kobo: review.paid_kobo, refunded_kobo: review.refunded_kobo, shipping_kobo: 0 },
              lines: [],
            }}
            notifyByDefault={false}
            closeHref="/admin/payments"
            fetcher={fetcher}
            isAnsweredInline
          />
        </details>
      ) : null}
      {maySettle ? (
        <BoardForm
          intent="note"
          fields={{ id }}
          label="Save note"
          busy="Saving..."
          leave={{ intent: "done", label: "Done" }}
        >
          <NoteField key={note} note={note} />
        </BoardForm>
      ) : note ? (
        <p className="rounded-lg bg-sand px-2.5 py-1.5 text-sm">{note}</p>
      ) : null}
    </li>
  );
}
