import type { AdminOrderDetails } from "#app/features/orders/queries/admin-order.server.ts";
import { notPackedReason } from "#app/features/orders/rules.ts";
import { FailedRefund } from "#app/features/payments/components/admin/failed-refund.tsx";
import type { Refundable } from "#app/features/payments/queries/refunds.server.ts";
import { useRights } from "#app/features/permissions/components/admin/use-rights.ts";
import { Link, type LinkProps } from "#app/ui/link.tsx";

type Props = {
  details: AdminOrderDetails;
  refundable: Refundable | null;
  requestId: string;
  /** The form that cancels the order. */
  cancel: Pick<LinkProps, "to" | "replace" | "preventScrollReset" | "state">;
};

/** What staff must see before they process an order: reviews, refunds, and why it is not packed. */
export function OrderNotices({ details: { order, money, reviews }, refundable, requestId, cancel }: Props) {
  const may = useRights();
  const isUnanswered = refundable?.refunds.some(({ status }) => status === "requested");
  const notPacked = order.order_status === "processing" ? notPackedReason(order) : null;
  const failed = may("orders.refund") && !isUnanswered ? (refundable?.failed ?? []) : [];
  const isOwedElsewhere =
    may("orders.refund") &&
    refundable === null &&
    order.order_status === "cancelled" &&
    order.payment_status === "paid";
  const { is_late } = order;
  const link = "font-semibold underline underline-offset-3";
  return (
    <>
      {is_late || reviews.length > 0 || isUnanswered || notPacked || isOwedElsewhere ? (
        <div role="status" className="grid gap-1 rounded-xl bg-amber-soft px-4 py-3 text-[0.9375rem] text-amber-ink">
          {is_late ? <p>It is later than promised. Give the buyer a new date below.</p> : null}
          {reviews.length > 0 ? (
            <p>
              Its payment needs a review.{" "}
              {may("payments.view") ? (
                <Link to="/admin/payments" className={link}>
                  Look at the payments
                </Link>
              ) : null}
            </p>
          ) : null}
          {isUnanswered ? (
            <p>A refund is being confirmed by the provider. Until then no other one can be made.</p>
          ) : null}
          {isOwedElsewhere ? (
            <p>
              It is cancelled and still paid, but not by a payment of this shop’s provider: it cannot be refunded here.
            </p>
          ) : null}
          {notPacked ? (
            <p>
              This order is not packed: {notPacked}.{" "}
              {may("orders.cancel") ? (
                <Link {...cancel} className={link}>
                  Cancel the order
                </Link>
              ) : null}
            </p>
          ) : null}
        </div>
      ) : null}
      {failed.map((refund) => (
        <FailedRefund
          key={refund.id}
          action={`/admin/orders/${order.id}`}
          reference={money?.payment_reference ?? ""}
          requestId={requestId}
          refund={refund}
          refundedKobo={refundable?.money.refunded_kobo ?? 0}
        />
      ))}
    </>
  );
}
