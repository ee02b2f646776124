import { useContext } from "react";
import { useFetcher } from "react-router";
import type { FormResult } from "#app/lib/forms.ts";
import { formatCount, formatNaira } from "#app/lib/money.ts";
import { useAnswer } from "#app/ui/admin/answer.tsx";
import { CloseContext } from "#app/ui/admin/route-dialog.tsx";
import { Button, buttonClass } from "#app/ui/button.tsx";
import { DialogActions } from "#app/ui/dialog.tsx";
import { Link } from "#app/ui/link.tsx";
import type { AdminOrderRow } from "../../queries/admin-list.server.ts";
import { orderNumber, orderStatusBadge, type OrderStatus } from "../../rules.ts";
import { TRANSITIONS } from "../../rules/transitions.ts";
import { noticeChannel, statusMessage } from "../../rules/updates.ts";
import { OrderStatusBadge } from "../status-badge.tsx";
import { useOrdersPart } from "./next-orders.tsx";

type Props = {
  orders: readonly AdminOrderRow[];
  status: OrderStatus;
  /** Refunds in kobo of the cancelled orders that would be reopened, by order id. */
  paidBack: Readonly<Record<string, number>>;
  mayCancel: boolean;
  /** The result of a form that was sent without JavaScript. */
  answer: BulkAnswer | undefined;
  notifyByDefault: boolean;
  closeHref: string;
};

/** `left`: why orders were not changed, by order id; a refusal has the same as its errors. */
export type BulkAnswer = FormResult<{ title: string; text: string; left: Record<string, string> }>;

/** Preview of a bulk status change with its submit button. */
export function BulkPreview({ orders, status, paidBack, mayCancel, notifyByDefault, ...props }: Props) {
  const fetcher = useFetcher<BulkAnswer>();
  const close = useContext(CloseContext);
  const rest = useOrdersPart();
  const answer = fetcher.data ?? props.answer;
  const left = (answer?.ok ? answer.left : answer?.errors) ?? {};
  useAnswer(fetcher.data, "Error updating status", () => Object.keys(left).length === 0 && !rest && close?.());
  const isBusy = fetcher.state !== "idle";
  const transitions = orders.map(({ order_status }) => TRANSITIONS[order_status][status]);
  const changing = orders.filter(
    (_, at) => transitions[at] && (mayCancel || transitions[at].right === "orders.status"),
  );
  const same = transitions.filter((transition) => !transition).length;
  const closed = orders.length - changing.length - same;
  const reopened = mayCancel ? transitions.filter((transition) => transition?.goods === "takes").length : 0;
  const mails = changing.filter((order) => noticeChannel(order) !== null).length;
  const [example] = changing;
  const { label } = orderStatusBadge(status);
  const count = (n: number) => `${formatCount(n)} ${n === 1 ? "order" : "orders"}`;
  return (
    <fetcher.Form method="post" action="/admin/orders/bulk" className="grid gap-4">
      <input type="hidden" name="intent" value="apply" />
      <input type="hidden" name="status" value={status} />
      {orders.map(({ id, order_status }) => (
        <input key={id} type="hidden" name="order" value={`${id}:${order_status}`} />
      ))}
      <p>
        {count(changing.length)} will be set to <OrderStatusBadge status={status} />.
        {same > 0 ? ` ${count(same)} ${same === 1 ? "has" : "have"} it already.` : null}
        {closed > 0
          ? ` ${count(closed)} ${closed === 1 ? "stays" : "stay"} cancelled: your role cannot reopen ${closed === 1 ? "it" : "them"}.`
          : null}
      </p>
      {reopened > 0 ? (
        <p className="rounded-xl bg-amber-soft px-4 py-2.5 text-amber-ink">
          {count(reopened)} {reopened === 1 ? "is" : "are"} cancelled. What went back to stock is taken from it again;
          an order whose goods are not there stays cancelled.
        </p>
      ) : null}
      <LeftOrders orders={orders} left={left} answer={answer} />
      <ul
        className="grid max-h-56 grid-cols-1 gap-1 overflow-y-auto rounded-xl border border-line p-3 text-[0.9375rem]"
        tabIndex={0}
        aria-label="Orders"
      >
        {orders.map((order) => (
          <li key={order.id} className="flex items-center justify-between gap-3">
            <span className="min-w-0 truncate">
              <span className="font-mono font-semibold">{orderNumber(order.id)}</span> {order.customer_name}
              {paidBack[order.id] ? (
                <span className="block text-sm text-muted">{formatNaira(paidBack[order.id] ?? 0)} was paid back</span>
              ) : null}
            </span>
            <OrderStatusBadge status={order.order_status} />
          </li>
        ))}
      </ul>
      {status === "cancelled" ? (
        <label className="flex min-h-11 items-center gap-2.5 font-semibold">
          <input type="checkbox" name="restock" value="1" className="size-5 accent-forest" />
          Put all their goods back to stock
        </label>
      ) : null}
      {mails > 0 && example ? (
        <label className="flex min-h-11 items-start gap-2.5 rounded-xl border border-line p-3 font-semibold">
          <input
            type="checkbox"
            name="notify"
            value="1"
            defaultChecked={notifyByDefault}
            className="mt-0.5 size-5 accent-forest"
          />
          <span>
            Tell {mails === 1 ? "1 customer" : `${formatCount(mails)} customers`}
            <span className="block text-sm font-normal text-muted">“{statusMessage(example.id, status)}”</span>
          </span>
        </label>
      ) : null}
      <DialogActions>
        <Link to={props.closeHref} className={buttonClass("outline")}>
          Back to the list
        </Link>
        <Button
          type="submit"
          aria-disabled={isBusy}
          disabled={changing.length === 0}
          data-focus={status === "cancelled" ? undefined : true}
        >
          {isBusy ? "Saving..." : `Set ${count(changing.length)} to ${label}`}
        </Button>
      </DialogActions>
    </fetcher.Form>
  );
}

type LeftProps = { orders: Props["orders"]; left: Readonly<Record<string, string>>; answer: BulkAnswer | undefined };

/** Orders that were refused, each with its reason. */
function LeftOrders({ orders, left, answer }: LeftProps) {
  const refused = orders.filter(({ id }) => left[id]);
  const message = answer?.ok ? "These were not changed." : answer?.message;
  if (!message || (answer?.ok && refused.length === 0)) return null;
  return (
    <div role="alert" className="rounded-xl bg-clay-soft px-4 py-2.5 text-clay-deep">
      <p className="font-medium">{message}</p>
      <ul className="grid gap-1 text-[0.9375rem]">
        {refused.map(({ id, customer_name }) => (
          <li key={id} className="wrap-anywhere">
            <span className="font-mono font-semibold">{orderNumber(id)}</span> {customer_name}: {left[id]}
          </li>
        ))}
      </ul>
    </div>
  );
}
