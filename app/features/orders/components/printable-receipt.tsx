import { ArrowLeft, Printer } from "lucide-react";
import type { ReactNode } from "react";
import { Link } from "react-router";
import { agreedText, packText } from "#app/features/catalog/rules/packs.ts";
import { formatDate } from "#app/lib/dates.ts";
import { formatNaira } from "#app/lib/money.ts";
import { Button, buttonClass } from "#app/ui/button.tsx";
import { useHydrated } from "#app/ui/use-hydrated.ts";
import { ordersHref } from "../links.ts";
import type { OrderDetails } from "../queries.server.ts";
import { capitalised, orderNumber } from "../rules.ts";

type Seller = { name: string; address: string; phone: string; email: string };

/** A receipt for paper or PDF; the two buttons above it are not printed. */
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
            <br />
            {order.customer_email}
          </Fact>
          <Fact name="Payment">
            {capitalised(order.payment_status)} by {capitalised(order.payment_method)}
            <br />
            Reference {order.payment_reference}
          </Fact>
        </dl>
        <Lines order={order} />
      </article>
    </main>
  );
}

function Lines({ order }: { order: OrderDetails }) {
  return (
    <table className="mt-6 w-full border-y border-line text-sm">
      <thead className="border-b border-line text-left text-muted">
        <tr>
          <th scope="col" className="py-2 pr-3 font-medium">
            Product
          </th>
          <Heading className="px-3 max-sm:hidden print:table-cell">Unit price</Heading>
          <Heading className="px-3 max-sm:hidden print:table-cell">Quantity</Heading>
          <Heading className="pl-3">Amount</Heading>
        </tr>
      </thead>
      <tbody className="divide-y divide-line">
        {order.items.map((item, index) => (
          <tr key={index} className="break-inside-avoid align-top">
            <td className="py-2.5 pr-3 [overflow-wrap:anywhere]">
              <span className="font-semibold">{item.product_name}</span>
              <span className="block text-muted sm:hidden print:hidden">
                {agreedText(item.quantity, item.product_price_kobo, item)}
              </span>
            </td>
            <td className="price px-3 py-2.5 text-right max-sm:hidden print:table-cell">
              {formatNaira(item.product_price_kobo)}
            </td>
            <td className="px-3 py-2.5 text-right tabular-nums max-sm:hidden print:table-cell">
              {packText({ ...item, larger_units: [] }, item.quantity)}
            </td>
            <td className="price py-2.5 pl-3 text-right font-semibold">{formatNaira(item.subtotal_kobo)}</td>
          </tr>
        ))}
      </tbody>
      <tfoot className="border-t-2 border-ink">
        <tr>
          <th scope="row" className="py-3 text-left text-base font-bold">
            Total paid
          </th>
          <td colSpan={3} className="price py-3 text-right text-lg font-bold">
            {formatNaira(order.total_amount_kobo)}
          </td>
        </tr>
      </tfoot>
    </table>
  );
}

function Heading({ className, children }: { className: string; children: ReactNode }) {
  return (
    <th scope="col" className={`py-2 text-right font-medium ${className}`}>
      {children}
    </th>
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
