import type { ReactNode } from "react";
import { ContactButtons } from "#app/features/settings/components/admin/contact-buttons.tsx";
import { capitalised } from "#app/lib/capitalised.ts";
import { formatDate, formatDateTime } from "#app/lib/dates.ts";
import { formatPhone } from "#app/lib/format-phone.ts";
import { formatCount, formatNaira } from "#app/lib/money.ts";
import { Fact } from "#app/ui/admin/fact.tsx";
import { Link } from "#app/ui/link.tsx";
import type { AdminOrderDetails } from "../../queries/admin-order.server.ts";
import { orderNumber } from "../../rules.ts";
import { OrderStatusBadge, PaymentStatusBadge } from "../status-badge.tsx";

type Part = { details: AdminOrderDetails };

/** Number, dates, payment and total of an order. */
export function OrderInfo({ details: { order, money } }: Part) {
  return (
    <FactsSection title="Order info">
      <dl className="grid gap-2">
        <Fact label="Order ID">
          <span className="font-mono text-xs tracking-tight break-all text-muted">{order.id}</span>
        </Fact>
        <Fact label="Date">{formatDateTime(order.created_at)}</Fact>
        <Fact label="Payment">
          {money ? capitalised(money.payment_method) : null} <PaymentStatusBadge status={order.payment_status} />
        </Fact>
        {money ? (
          <>
            <Fact label="Reference">
              <span className="font-mono text-sm break-all">{money.payment_reference}</span>
            </Fact>
            <Fact label="Total">
              <b className="price">{formatNaira(money.total_amount_kobo)}</b>
            </Fact>
            {money.refunded_kobo > 0 ? (
              <Fact label="Sent back">
                <span className="price">{formatNaira(money.refunded_kobo)}</span>
              </Fact>
            ) : null}
          </>
        ) : null}
      </dl>
    </FactsSection>
  );
}

/** Customer, shipping address and contact data of an order. */
export function CustomerInfo({ details: { order, delivery }, customerHref }: Part & { customerHref: string | null }) {
  const { customer_phone: phone, customer_email: email } = order;
  const greeting = `Hello ${order.customer_name}, this is about your order ${orderNumber(order.id)}. `;
  const isOther = order.other_phone && digits(order.other_phone) !== digits(phone);
  return (
    <FactsSection title="Customer info">
      <dl className="grid gap-2">
        <Fact label="Name">
          {customerHref ? (
            <Link to={customerHref} className="font-semibold text-forest underline underline-offset-3">
              {order.customer_name}
            </Link>
          ) : (
            <>
              {order.customer_name}
              {order.user_id ? null : " (guest)"}
            </>
          )}
        </Fact>
        <Fact label="Email">{email || "None"}</Fact>
        <Fact label="Phone">
          <b className="text-base tabular-nums">{formatPhone(phone) || "None"}</b>
        </Fact>
        {order.substitute_phone ? <Fact label="Substitute phone">{formatPhone(order.substitute_phone)}</Fact> : null}
        {isOther ? <Fact label="Profile phone">{formatPhone(order.other_phone ?? "")}</Fact> : null}
        <Fact label="Ship to">{order.shipping_address}</Fact>
        {delivery.map(([name, text]) => (
          <Fact key={name} label={name}>
            {text}
          </Fact>
        ))}
      </dl>
      <ContactButtons phone={phone} email={email} greeting={greeting} />
    </FactsSection>
  );
}

const digits = (phone: string) => phone.replaceAll(/\D/g, "").slice(-10);

/** The same customer's newest other orders. */
export function OtherOrders({
  details: { others },
  hrefOf,
  allHref,
}: Part & { hrefOf: (id: string) => string; allHref: string }) {
  if (others.orders.length === 0) return null;
  return (
    <FactsSection title={`Other orders (${formatCount(others.total)})`}>
      <ul className="divide-y divide-line">
        {others.orders.map((one) => (
          <li key={one.id}>
            <Link
              to={hrefOf(one.id)}
              replace
              className="flex min-h-11 flex-wrap items-center justify-between gap-x-3 gap-y-0.5 py-1 text-sm hover:bg-sand"
            >
              <span className="font-mono font-semibold text-forest">{orderNumber(one.id)}</span>
              <span className="text-muted">{formatDate(one.created_at)}</span>
              <span className="price">{formatNaira(one.total_amount_kobo)}</span>
              <OrderStatusBadge status={one.order_status} />
            </Link>
          </li>
        ))}
      </ul>
      {others.total > others.orders.length ? (
        <Link
          to={allHref}
          className="inline-flex min-h-11 items-center text-sm font-semibold text-forest underline underline-offset-3"
        >
          All orders of this customer
        </Link>
      ) : null}
    </FactsSection>
  );
}

/** A section of the order page with a heading. */
export function FactsSection({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="grid content-start gap-2">
      <h3 className="font-display text-lg font-bold">{title}</h3>
      {children}
    </section>
  );
}
