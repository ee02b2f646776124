import { Eye } from "lucide-react";
import { formatDateTime } from "#app/lib/dates.ts";
import { recordHref, type ListState } from "#app/lib/list.ts";
import { formatNaira } from "#app/lib/money.ts";
import { OpenLink, RowLink, type ListCells } from "#app/ui/admin/list-table.tsx";
import { Badge } from "#app/ui/badge.tsx";
import { buttonClass } from "#app/ui/button.tsx";
import type { AdminOrderRow } from "../../queries/admin-list.server.ts";
import { orderNumber } from "../../rules.ts";
import { PaymentStatusBadge } from "../status-badge.tsx";
import { ORDERS } from "./orders-list.ts";
import { StatusSelect } from "./status-select.tsx";

/** `inReview`: ids of the orders whose payment needs a review. */
type Options = {
  state: ListState<typeof ORDERS>;
  inReview: readonly string[];
  notifyByDefault: boolean;
  mayCancel: boolean;
};

/** Table cells of an order in the list. */
export function orderCells({
  state,
  inReview,
  notifyByDefault,
  mayCancel,
}: Options): ListCells<typeof ORDERS, AdminOrderRow> {
  return (order) => {
    const href = recordHref(ORDERS, state, order.id);
    return {
      id: (
        <RowLink spec={ORDERS} state={state} id={order.id} className="font-mono">
          {orderNumber(order.id)}
        </RowLink>
      ),
      customer: (
        <span className="min-w-0">
          <span className="block break-words">{order.customer_name}</span>
          <span
            className="block max-w-52 truncate text-sm text-muted lg:max-w-36 2xl:max-w-60"
            title={order.customer_email}
          >
            {order.customer_email}
          </span>
        </span>
      ),
      date: (
        <time dateTime={order.created_at.toISOString()} className="text-sm">
          {formatDateTime(order.created_at)}
        </time>
      ),
      amount: <span className="price">{formatNaira(order.total_amount_kobo)}</span>,
      status: (
        <StatusSelect
          order={order}
          notifyByDefault={notifyByDefault}
          mayCancel={mayCancel}
          formHref={(task) => `${href}${href.includes("?") ? "&" : "?"}do=${task}`}
        />
      ),
      payment: (
        <span className="flex flex-wrap items-center gap-1">
          <PaymentStatusBadge status={order.payment_status} />
          {inReview.includes(order.id) ? <Badge tone="out">Needs review</Badge> : null}
        </span>
      ),
      view: (
        <OpenLink to={href} aria-label={`View order ${orderNumber(order.id)}`} className={buttonClass("ghost", "sm")}>
          <Eye aria-hidden className="size-4 lg:max-2xl:hidden" />
          View
        </OpenLink>
      ),
    };
  };
}
