import { agreedText } from "#app/features/pricing/rules/packs.ts";
import { ProductName } from "#app/features/products/components/product-name.tsx";
import { formatDate } from "#app/lib/dates.ts";
import { formatNaira } from "#app/lib/money.ts";
import type { OrderView } from "../queries.server.ts";
import { isOpen, orderNumber } from "../rules.ts";
import { DeliverySum } from "./delivery-sum.tsx";
import { LazyShipmentList } from "./lazy-shipment-list.tsx";
import { OrderSaving } from "./order-lines.tsx";
import { PromiseNotice } from "./promise-notice.tsx";
import { useOrderRefresh } from "./use-order-refresh.ts";

/** Receipt of an order: number, items, total and shipping address. */
export function OrderReceipt({ order }: { order: OrderView }) {
  useOrderRefresh(isOpen(order.order_status));
  return (
    <section aria-labelledby="order-details" className="card p-5 text-left sm:p-6">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
        <h2 id="order-details" className="font-display text-xl font-bold">
          Order {orderNumber(order.id)}
        </h2>
        <p className="text-sm text-muted">{formatDate(order.created_at)}</p>
      </div>
      <PromiseNotice text={order.notice} className="mt-4" />
      <LazyShipmentList shipments={order.shipments} className="mt-4" />
      <ul className="mt-4 divide-y divide-line border-y border-line">
        {order.items.map((item, index) => (
          <li key={index} className="flex flex-wrap justify-between gap-x-4 py-3">
            <span className="min-w-0 flex-1 basis-40">
              <span className="block font-semibold break-words">
                <ProductName name={item.product_name} />
              </span>
              <span className="text-sm text-muted">{agreedText(item.quantity, item.product_price_kobo, item)}</span>
            </span>
            <span className="price ml-auto font-semibold">{formatNaira(item.subtotal_kobo)}</span>
          </li>
        ))}
      </ul>
      <DeliverySum order={order} className="mt-4" />
      <p className="mt-4 flex flex-wrap items-baseline justify-between gap-x-4">
        <span className="font-bold">Total paid</span>
        <span className="price text-2xl font-bold">{formatNaira(order.total_amount_kobo)}</span>
      </p>
      <OrderSaving items={order.items} />
      <dl className="mt-5 grid gap-x-6 gap-y-3 text-sm sm:grid-cols-2">
        <Fact name="Confirmation sent to">{order.customer_email}</Fact>
        <Fact name="Payment reference">{order.payment_reference}</Fact>
        <Fact name="Shipping to">
          {order.customer_name}, {order.shipping_address}
        </Fact>
        {order.delivery.map(([name, text]) => (
          <Fact key={name} name={name}>
            {text}
          </Fact>
        ))}
        <Fact name="Phone">{order.customer_phone}</Fact>
        {order.substitute_phone ? <Fact name="Substitute phone">{order.substitute_phone}</Fact> : null}
      </dl>
    </section>
  );
}

function Fact({ name, children }: { name: string; children: React.ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="text-muted">{name}</dt>
      <dd className="font-semibold break-words">{children}</dd>
    </div>
  );
}
