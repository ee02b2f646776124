import { Ban, Printer, RefreshCw, Truck, Undo2 } from "lucide-react";
import { Suspense } from "react";
import { Form, useFetcher, useLocation, useNavigate } from "react-router";
import { ItemsTable } from "#app/features/orders/components/admin/items-table.tsx";
import { CustomerInfo, OrderInfo, OtherOrders } from "#app/features/orders/components/admin/order-facts.tsx";
import { PromiseForm } from "#app/features/orders/components/admin/promise-form.tsx";
import { StatusSelect } from "#app/features/orders/components/admin/status-select.tsx";
import { Timeline } from "#app/features/orders/components/admin/timeline.tsx";
import type { AdminOrderDetails } from "#app/features/orders/queries/admin-order.server.ts";
import { notPackedReason, ORDER_STATUSES, type OrderStatus } from "#app/features/orders/rules.ts";
import { TRANSITIONS } from "#app/features/orders/rules/transitions.ts";
import { RefundForm } from "#app/features/payments/components/admin/refund.ts";
import type { Refundable } from "#app/features/payments/queries/refunds.server.ts";
import { useRights } from "#app/features/permissions/components/admin/use-rights.ts";
import { useAnswer, type Answer } from "#app/ui/admin/answer.tsx";
import { NoForm } from "#app/ui/admin/no-form.tsx";
import { Button, buttonClass } from "#app/ui/button.tsx";
import { lazyOr } from "#app/ui/lazy-or.ts";
import { Link } from "#app/ui/link.tsx";
import { OrderNotices } from "./admin-order-notices.tsx";

const NoteForm = lazyOr(() => import("#app/features/records/components/admin/note-form.tsx"), NoForm);
const OrderShipments = lazyOr(() => import("#app/features/orders/components/admin/order-shipments.tsx"), NoForm);
const CancelForm = lazyOr(() => import("#app/features/orders/components/admin/cancel-form.tsx"), NoForm);

const ReopenForm = lazyOr(() => import("#app/features/orders/components/admin/reopen-form.tsx"), NoForm);

/** The open form of the order, in the address so that it can be linked; a status is that of the form to reopen it. */
export type OrderTask = "cancel" | "refund" | OrderStatus | null;

export type AdminOrderProps = {
  details: AdminOrderDetails;
  refundable: Refundable | null;
  /** Sum of the order's refunds in kobo. */
  paidBackKobo: number;
  requestId: string;
  /** Whether customers are notified of changes unless the admin chooses otherwise. */
  notifyByDefault: boolean;
  task: OrderTask;
};

/** An order with all its data and actions. */
export function AdminOrder(props: AdminOrderProps) {
  const { details, refundable, requestId, notifyByDefault, task } = props;
  const { order } = details;
  const reference = details.money?.payment_reference ?? "";
  const may = useRights();
  const navigate = useNavigate();
  const location = useLocation();
  const hrefOf = (change: OrderTask) => {
    const params = new URLSearchParams(location.search);
    if (change) params.set("do", change);
    else params.delete("do");
    const query = params.toString();
    return `/admin/orders/${order.id}${query ? `?${query}` : ""}`;
  };
  const sendQuery = new URLSearchParams([...new URLSearchParams(location.search), ["id", order.id], ["back", "order"]]);
  const open = { replace: true, preventScrollReset: true, state: location.state as unknown };
  const close = () => void navigate(hrefOf(null), open);
  const change = useFetcher<Answer>();
  useAnswer(change.data, "Error updating status", close);
  const refund = useFetcher<Answer>();
  useAnswer(refund.data, "Refund failed", close);
  const money = refundable?.money;
  const notPacked = notPackedReason(order);
  const mayRefund = may("orders.refund") && money && money.paid_kobo > money.refunded_kobo;
  const reopened = ORDER_STATUSES.find(
    (status) => status === task && TRANSITIONS[order.order_status][status]?.goods === "takes",
  );

  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
      <div className="flex flex-wrap items-center gap-2 print:hidden">
        <StatusSelect
          order={order}
          notifyByDefault={notifyByDefault}
          mayCancel={may("orders.cancel")}
          formHref={hrefOf}
        />
        {details.is_sendable && may("orders.status") ? (
          <Link to={`/admin/orders/ship?${sendQuery}`} className={buttonClass("soft", "sm")}>
            <Truck aria-hidden className="size-4" />
            Send goods
          </Link>
        ) : null}
        {notPacked ? null : (
          <Link to={`/admin/orders/slips?id=${order.id}`} className={buttonClass("outline", "sm")}>
            <Printer aria-hidden className="size-4" />
            Packing slip
          </Link>
        )}
        {may("orders.cancel") && order.order_status !== "cancelled" ? (
          <Link to={hrefOf("cancel")} {...open} className={buttonClass("ghost", "sm")}>
            <Ban aria-hidden className="size-4" />
            Cancel order
          </Link>
        ) : null}
        {mayRefund ? (
          <Link to={hrefOf("refund")} {...open} className={buttonClass("outline", "sm")}>
            <Undo2 aria-hidden className="size-4" />
            Refund
          </Link>
        ) : null}
        {refundable && may("payments.view") ? <AskProvider id={order.id} reference={reference} /> : null}
      </div>
      <OrderNotices
        details={details}
        refundable={refundable}
        requestId={requestId}
        cancel={{ to: hrefOf("cancel"), ...open }}
      />
      {task === "cancel" && may("orders.cancel") && order.order_status !== "cancelled" ? (
        <CancelForm details={details} notifyByDefault={notifyByDefault} closeHref={hrefOf(null)} fetcher={change} />
      ) : null}
      {reopened && may("orders.cancel") ? (
        <ReopenForm
          key={reopened}
          details={details}
          status={reopened}
          paidBackKobo={props.paidBackKobo}
          notifyByDefault={notifyByDefault}
          closeHref={hrefOf(null)}
          fetcher={change}
        />
      ) : null}
      {task === "refund" && mayRefund ? (
        <RefundForm
          action={`/admin/orders/${order.id}`}
          reference={reference}
          requestId={requestId}
          refundable={refundable}
          notifyByDefault={notifyByDefault}
          closeHref={hrefOf(null)}
          fetcher={refund}
        />
      ) : null}
      <div className="grid gap-6 lg:grid-cols-2">
        <div className="grid content-start gap-4">
          <OrderInfo details={details} />
          {may("orders.status") ? <PromiseForm order={order} /> : null}
        </div>
        <CustomerInfo
          details={details}
          customerHref={order.user_id && may("customers.view") ? `/admin/customers/${order.user_id}` : null}
        />
      </div>
      <Suspense>
        {details.shipments.length > 0 ? <OrderShipments details={details} notifyByDefault={notifyByDefault} /> : null}
      </Suspense>
      <ItemsTable details={details} />
      <div className="grid grid-cols-[minmax(0,1fr)] gap-6 lg:grid-cols-2">
        <div className="grid grid-cols-[minmax(0,1fr)] content-start gap-4">
          <Timeline entries={details.timeline} />
          <Suspense>
            {may("notes.edit") ? <NoteForm action={`/admin/orders/${order.id}`} id={order.id} /> : null}
          </Suspense>
        </div>
        <OtherOrders
          details={details}
          hrefOf={(id) => `/admin/orders/${id}`}
          allHref={`/admin/orders?q=${encodeURIComponent(order.customer_email || order.customer_phone)}`}
        />
      </div>
    </div>
  );
}

function AskProvider({ id, reference }: { id: string; reference: string }) {
  const fetcher = useFetcher<Answer>();
  useAnswer(fetcher.data, "Error");
  const isBusy = fetcher.state !== "idle";
  return (
    <Form
      method="post"
      action={`/admin/orders/${id}`}
      onSubmit={(event) => {
        event.preventDefault();
        void fetcher.submit(event.currentTarget);
      }}
    >
      <input type="hidden" name="intent" value="ask" />
      <input type="hidden" name="reference" value={reference} />
      <Button type="submit" variant="ghost" size="sm" aria-disabled={isBusy}>
        <RefreshCw aria-hidden className="size-4" />
        {isBusy ? "Asking..." : "Check with the provider"}
      </Button>
    </Form>
  );
}
