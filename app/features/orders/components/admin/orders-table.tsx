import { Eye } from "lucide-react";
import { ContactButtons } from "#app/features/settings/components/admin/contact-buttons.tsx";
import { formatDateTime, formatShortDate, formatTime } from "#app/lib/dates.ts";
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
type OrdersTableOptions = {
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
}: OrdersTableOptions): ListCells<typeof ORDERS, AdminOrderRow> {
  return (order) => {
    const href = recordHref(ORDERS, state, order.id);
    return {
      id: (
        <>
          <RowLink spec={ORDERS} state={state} id={order.id} className="font-mono">
            {orderNumber(order.id)}
          </RowLink>
          <span className="sm:hidden">
            {" "}
            {formatShortDate(order.created_at)}, {formatTime(order.created_at)}
          </span>
        </>
      ),
      customer: (
        <span className="block min-w-0">
          <span
            className="block break-words max-sm:truncate in-data-compact:sm:max-w-48 in-data-compact:sm:truncate"
            title={order.customer_name}
          >
            {order.customer_name}
          </span>
          <span className="block text-sm wrap-anywhere text-muted max-sm:hidden in-data-compact:hidden">
            {order.customer_email}
          </span>
        </span>
      ),
      date: (
        <time
          dateTime={order.created_at.toISOString()}
          title={formatDateTime(order.created_at)}
          className="text-sm whitespace-nowrap"
        >
          {formatShortDate(order.created_at)}, <br className="in-data-compact:hidden" />
          {formatTime(order.created_at)}
        </time>
      ),
      amount:
        order.total_amount_kobo === null ? null : <span className="price">{formatNaira(order.total_amount_kobo)}</span>,
      status: (
        <span className="flex flex-wrap items-center gap-1">
          <StatusSelect
            order={order}
            notifyByDefault={notifyByDefault}
            mayCancel={mayCancel}
            formHref={(task) => `${href}${href.includes("?") ? "&" : "?"}do=${task}`}
          />
          {order.is_late ? <Badge tone="low">Late</Badge> : null}
        </span>
      ),
      payment: (
        <span className="flex flex-wrap items-center gap-1">
          <PaymentStatusBadge status={order.payment_status} />
          {inReview.includes(order.id) ? <Badge tone="out">Needs review</Badge> : null}
        </span>
      ),
      view: (
        <span className="flex items-center justify-end">
          <span className="sm:hidden">
            <ContactButtons phone={order.customer_phone} email={null} iconsFor={order.customer_name} />
          </span>
          <OpenLink
            to={href}
            aria-label={`View order ${orderNumber(order.id)}`}
            className={buttonClass("ghost", "sm", "max-sm:px-2.5 in-data-compact:sm:min-h-9")}
          >
            <Eye aria-hidden className="size-4 max-sm:hidden lg:max-2xl:hidden" />
            View
          </OpenLink>
        </span>
      ),
    };
  };
}
