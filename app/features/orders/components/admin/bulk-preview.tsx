import { useContext } from "react";
import { Link, useFetcher } from "react-router";
import { formatCount } from "#app/lib/money.ts";
import { useAnswer, type Answer } from "#app/ui/admin/answer.tsx";
import { CloseContext } from "#app/ui/admin/route-dialog.tsx";
import { Button, buttonClass } from "#app/ui/button.tsx";
import type { AdminOrderRow } from "../../queries/admin-list.server.ts";
import { orderNumber, orderStatusBadge, type OrderStatus } from "../../rules.ts";
import { noticeChannel, statusMessage } from "../../rules/updates.ts";
import { OrderStatusBadge } from "../status-badge.tsx";

type Props = {
  orders: readonly AdminOrderRow[];
  status: OrderStatus;
  /** Number of selected orders; at most 100 are processed at once. */
  selected: number;
  notifyByDefault: boolean;
  closeHref: string;
};

/** Preview of a bulk status change with its submit button. */
export function BulkPreview({ orders, status, selected, notifyByDefault, closeHref }: Props) {
  const fetcher = useFetcher<Answer>();
  const close = useContext(CloseContext);
  useAnswer(fetcher.data, "Error updating status", () => close?.());
  const isBusy = fetcher.state !== "idle";
  const changing = orders.filter(({ order_status }) => order_status !== status);
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
        {changing.length < orders.length ? ` ${count(orders.length - changing.length)} have it already.` : null}
        {selected > orders.length
          ? ` Of ${formatCount(selected)} selected only these are taken: a hundred at a time.`
          : null}
      </p>
      <ul
        className="grid max-h-56 gap-1 overflow-y-auto rounded-xl border border-line p-3 text-[0.9375rem]"
        tabIndex={0}
        aria-label="Orders"
      >
        {orders.map((order) => (
          <li key={order.id} className="flex items-center justify-between gap-3">
            <span className="min-w-0 truncate">
              <span className="font-mono font-semibold">{orderNumber(order.id)}</span> {order.customer_name}
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
      <div className="flex flex-wrap justify-end gap-2">
        <Link to={closeHref} className={buttonClass("ghost")}>
          Back to the list
        </Link>
        <Button type="submit" aria-disabled={isBusy} disabled={changing.length === 0}>
          {isBusy ? "Saving..." : `Set ${count(changing.length)} to ${label}`}
        </Button>
      </div>
    </fetcher.Form>
  );
}
