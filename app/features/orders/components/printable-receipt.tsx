import { ArrowLeft, Printer } from "lucide-react";
import type { ReactNode } from "react";
import { capitalised } from "#app/lib/capitalised.ts";
import { formatDate } from "#app/lib/dates.ts";
import { formatNaira } from "#app/lib/money.ts";
import { Button, buttonClass } from "#app/ui/button.tsx";
import { Link } from "#app/ui/link.tsx";
import { useHydrated } from "#app/ui/use-hydrated.ts";
import { ordersHref } from "../links.ts";
import type { OrderDetails } from "../queries.server.ts";
import { orderNumber, paymentStatusBadge } from "../rules.ts";
import { OrderLines, OrderSaving } from "./order-lines.tsx";

type Seller = { name: string; address: string; phone: string; email: string };

/** Receipt for printing or saving as PDF; its two buttons are hidden in print. */
export function PrintableReceipt({ order, seller }: { order: OrderDetails; seller: Seller }) {
  const isHydrated = useHydrated();
  return (
    <main className="mx-auto w-full max-w-3xl px-4 py-5 sm:px-6 print:max-w-none print:p-0">
      <div className="mb-4 flex flex-wrap items-center justify-between gap-2 print:hidden">
        <Link to={ordersHref({ order: order.id })} className={buttonClass("ghost", "sm", "-ml-3.5")}>
          <ArrowLeft aria-hidden className="size-4" />
          My Orders
        </Link>
        {isHydrated ? (
          <Button size="sm" onClick={() => window.print()}>
            <Printer aria-hidden className="size-4" />
            Print or save as PDF
          </Button>
        ) : null}
      </div>
      <article className="card p-5 sm:p-8 print:border-0 print:p-0">
        <header className="flex flex-wrap items-start justify-between gap-x-8 gap-y-4">
          <div className="min-w-0">
            <p className="font-display text-2xl font-bold text-forest">{seller.name}</p>
            <p className="mt-1 text-sm text-muted">
              {seller.address}
              <br />
              {seller.phone}
              <br />
              {seller.email}
            </p>
          </div>
          <div className="sm:text-right">
            <h1 className="font-display text-2xl font-bold">Receipt</h1>
            <p className="mt-1 font-semibold tabular-nums">Order #{orderNumber(order.id)}</p>
            <p className="text-sm text-muted">{formatDate(order.created_at)}</p>
          </div>
        </header>
        <dl className="mt-6 grid gap-x-8 gap-y-3 text-sm sm:grid-cols-2">
          <Fact name="Sold to">
            {order.customer_name}
            <br />
            {order.shipping_address}
            <br />
            {order.customer_phone}
            {order.substitute_phone ? ` or ${order.substitute_phone}` : null}
            <br />
            {order.customer_email}
          </Fact>
          {order.delivery.map(([name, text]) => (
            <Fact key={name} name={name}>
              {text}
            </Fact>
          ))}
          <Fact name="Payment">
            {paymentStatusBadge(order.payment_status).label} by {capitalised(order.payment_method)}
            <br />
            Reference {order.payment_reference}
          </Fact>
        </dl>
        <OrderLines items={order.items} price="Unit price" sum="Amount" className="mt-6">
          <tfoot className="border-t-2 border-ink">
            {order.delivery_text === null ? null : (
              <tr>
                <th scope="row" className="pt-3 text-left font-semibold">
                  Delivery
                </th>
                <td colSpan={3} className="price pt-3 text-right font-semibold">
                  {formatNaira(order.shipping_kobo)}
                </td>
              </tr>
            )}
            <tr>
              <th scope="row" className="py-3 text-left text-base font-bold">
                Total paid
              </th>
              <td colSpan={3} className="price py-3 text-right text-lg font-bold">
                {formatNaira(order.total_amount_kobo)}
              </td>
            </tr>
          </tfoot>
        </OrderLines>
        <OrderSaving items={order.items} />
      </article>
    </main>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="min-w-0 break-words">
      <dt className="text-muted">{name}</dt>
      <dd className="font-medium">{children}</dd>
    </div>
  );
}
