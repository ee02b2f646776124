import { ChevronRight } from "lucide-react";
import type { ReactNode } from "react";
import { formatDate } from "#app/lib/dates.ts";
import { formatCount, formatNaira } from "#app/lib/money.ts";
import { buttonClass } from "#app/ui/button.tsx";
import { Link } from "#app/ui/link.tsx";
import type { ListedOrder } from "../queries.server.ts";
import { orderNumber } from "../rules.ts";
import { OrderStatusBadge } from "./status-badge.tsx";

type OrderCardProps = {
  order: ListedOrder;
  /** Address of the order details over the list. */
  href: string;
  /** Further actions beside View Details. */
  actions?: ReactNode;
};

/** An order in the buyer's order list. */
export function OrderCard({ order, href, actions }: OrderCardProps) {
  const number = orderNumber(order.id);
  return (
    <article
      aria-labelledby={`order-${order.id}`}
      className="card grid grid-cols-[1fr_auto] items-center gap-x-4 gap-y-3 p-4 transition-shadow hover:shadow-lift sm:grid-cols-[1fr_auto_auto] sm:p-5"
    >
      <div className="min-w-0">
        <h2 id={`order-${order.id}`} className="font-display text-lg leading-6 font-bold">
          <span className="font-sans text-sm font-medium text-muted max-sm:sr-only">Order </span>
          <span className="tabular-nums">#{number}</span>
        </h2>
        <p className="mt-1 flex flex-wrap gap-x-1.5 text-sm text-muted">
          <span>{formatDate(order.created_at)}</span>
          <span aria-hidden className="max-sm:hidden">
            ·
          </span>
          <span>
            {formatCount(order.lines)} {order.lines === 1 ? "product" : "products"}
          </span>
        </p>
      </div>
      <div className="flex flex-col items-end gap-1.5 self-start text-right sm:min-w-44 sm:self-center">
        <OrderStatusBadge status={order.order_status} />
        <p className="price font-display text-lg font-bold sm:text-xl">
          <span className="sr-only">Total </span>
          {formatNaira(order.total_amount_kobo)}
        </p>
      </div>
      <div className="flex flex-wrap gap-2 max-sm:col-span-2 sm:ml-3 sm:flex-col">
        <Link
          to={href}
          state={{ fromList: true }}
          preventScrollReset
          className={buttonClass("outline", "sm", "max-sm:flex-auto")}
        >
          View Details<span className="sr-only"> of order {number}</span>
          <ChevronRight aria-hidden className="size-4" />
        </Link>
        {actions}
      </div>
    </article>
  );
}
