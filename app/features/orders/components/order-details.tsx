import { Printer } from "lucide-react";
import type { ReactNode } from "react";
import { capitalised } from "#app/lib/capitalised.ts";
import { formatDate } from "#app/lib/dates.ts";
import { formatNaira } from "#app/lib/money.ts";
import { buttonClass } from "#app/ui/button.tsx";
import { Link } from "#app/ui/link.tsx";
import { Skeleton } from "#app/ui/skeleton.tsx";
import { receiptHref } from "../links.ts";
import type { OrderDetails } from "../queries.server.ts";
import { DeliverySum } from "./delivery-sum.tsx";
import { LazyShipmentList } from "./lazy-shipment-list.tsx";
import { OrderLines, OrderSaving } from "./order-lines.tsx";
import { PromiseNotice } from "./promise-notice.tsx";
import { OrderStatusBadge, PaymentStatusBadge } from "./status-badge.tsx";

/** Order details for the buyer: data, address, items and actions. */
export function OrderDetailsView({ order, actions }: { order: OrderDetails; actions?: ReactNode }) {
  return (
    <div className="grid gap-6">
      <PromiseNotice text={order.notice} />
      <div className="grid gap-x-6 gap-y-6 sm:grid-cols-2">
        <DetailGroup title="Order information">
          <Fact name="Date">{formatDate(order.created_at)}</Fact>
          <Fact name="Status">
            <OrderStatusBadge status={order.order_status} />
          </Fact>
          <Fact name="Payment status">
            <PaymentStatusBadge status={order.payment_status} />
          </Fact>
          <Fact name="Payment method">{capitalised(order.payment_method)}</Fact>
          <Fact name="Payment reference">{order.payment_reference}</Fact>
        </DetailGroup>
        <DetailGroup title="Shipping information">
          <Fact name="Name">{order.customer_name}</Fact>
          <Fact name="Address">{order.shipping_address}</Fact>
          {order.delivery.map(([name, text]) => (
            <Fact key={name} name={name}>
              {text}
            </Fact>
          ))}
          <Fact name="Phone">{order.customer_phone}</Fact>
          {order.substitute_phone ? <Fact name="Substitute phone">{order.substitute_phone}</Fact> : null}
          <Fact name="Email">{order.customer_email}</Fact>
        </DetailGroup>
      </div>
      <LazyShipmentList shipments={order.shipments} />
      <Items order={order} />
      <div className="flex flex-wrap gap-2.5">
        {actions}
        <Link to={receiptHref(order.id)} className={buttonClass("outline", "sm")}>
          <Printer aria-hidden className="size-4" />
          Receipt
        </Link>
      </div>
    </div>
  );
}

/** Placeholder with about the height of the loaded details. */
export function OrderDetailsSkeleton({ lines = 2 }: { lines?: number }) {
  return (
    <div role="status" aria-label="Loading" className="grid gap-6">
      <div className="grid gap-6 sm:grid-cols-2">
        {[6, 5].map((rows) => (
          <div key={rows} className="grid content-start gap-2">
            <Skeleton className="h-6 w-40" />
            {Array.from({ length: rows }, (_, i) => (
              <Skeleton key={i} className="h-5 w-full" />
            ))}
          </div>
        ))}
      </div>
      <div className="grid gap-2">
        <Skeleton className="h-6 w-20" />
        <Skeleton className="h-7 w-full" />
        {Array.from({ length: lines }, (_, i) => (
          <Skeleton key={i} className="h-14 w-full sm:h-8" />
        ))}
        <Skeleton className="mt-1 h-8 w-full" />
      </div>
      <Skeleton className="h-11 w-60" />
    </div>
  );
}

function Items({ order }: { order: OrderDetails }) {
  return (
    <section>
      <h3 className="font-bold">Items</h3>
      <OrderLines items={order.items} price="Price" sum="Subtotal" className="mt-2" />
      <DeliverySum order={order} className="mt-3" />
      <p className="mt-3 flex flex-wrap items-baseline justify-between gap-x-4">
        <span className="font-bold">Total</span>
        <span className="price font-display text-2xl font-bold">{formatNaira(order.total_amount_kobo)}</span>
      </p>
      <OrderSaving items={order.items} />
    </section>
  );
}

function DetailGroup({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="min-w-0">
      <h3 className="font-bold">{title}</h3>
      <dl className="mt-2 grid grid-cols-[8.5rem_minmax(0,1fr)] gap-x-3 gap-y-2 text-sm sm:grid-cols-[auto_minmax(0,1fr)]">
        {children}
      </dl>
    </section>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="col-span-2 grid grid-cols-subgrid items-baseline">
      <dt className="text-muted">{name}</dt>
      <dd className="font-medium break-words">{children}</dd>
    </div>
  );
}
