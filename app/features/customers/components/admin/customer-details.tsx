import { ContactButtons } from "#app/features/settings/components/admin/contact-buttons.tsx";
import { capitalised } from "#app/lib/capitalised.ts";
import { formatDate } from "#app/lib/dates.ts";
import { formatPhone } from "#app/lib/format-phone.ts";
import { formatCount, formatNaira } from "#app/lib/money.ts";
import { Fact } from "#app/ui/admin/fact.tsx";
import { Badge } from "#app/ui/badge.tsx";
import { Link } from "#app/ui/link.tsx";
import type { AdminCustomerDetails } from "../../queries/admin.server.ts";

/** Contact data, totals and orders of a customer. */
export function CustomerDetails({ customer, mayOrders }: { customer: AdminCustomerDetails; mayOrders: boolean }) {
  return (
    <div className="grid gap-6">
      <ContactButtons phone={customer.phone} email={customer.email} />
      <div className="grid gap-6 lg:grid-cols-2">
        <dl className="grid content-start gap-2">
          <Fact label="Role">{capitalised(customer.role)}</Fact>
          <Fact label="Email">{customer.email ?? "None"}</Fact>
          <Fact label="Phone">{formatPhone(customer.phone) || "None"}</Fact>
          <Fact label="Address">{customer.address || "None"}</Fact>
          <Fact label="City">{[customer.city, customer.postal_code].filter(Boolean).join(", ") || "None"}</Fact>
          <Fact label="State">{customer.state || "None"}</Fact>
          <Fact label="Country">{customer.country}</Fact>
          <Fact label="Joined">{formatDate(customer.created_at)}</Fact>
        </dl>
        <dl className="grid content-start gap-2">
          <Fact label="Orders">{formatCount(customer.orders)}</Fact>
          {customer.spent_kobo === null ? null : (
            <Fact label="Spent">
              <b className="price">{formatNaira(customer.spent_kobo)}</b>
            </Fact>
          )}
          {customer.average_kobo === null ? null : (
            <Fact label="Usual order">
              <span className="price">{formatNaira(customer.average_kobo)}</span>
            </Fact>
          )}
          <Fact label="Last order">{customer.last_order_at ? formatDate(customer.last_order_at) : "None yet"}</Fact>
        </dl>
      </div>
      {mayOrders && customer.newest.length > 0 ? (
        <section aria-labelledby="newest" className="grid gap-1">
          <h3 id="newest" className="font-display text-lg font-bold">
            Newest orders
          </h3>
          <ul className="divide-y divide-line">
            {customer.newest.map((order) => (
              <li key={order.id}>
                <Link
                  to={`/admin/orders/${order.id}`}
                  className="flex min-h-11 flex-wrap items-center justify-between gap-x-3 gap-y-0.5 py-1 hover:bg-sand"
                >
                  <span className="font-mono font-semibold text-forest">{order.id.slice(0, 8).toUpperCase()}</span>
                  <span className="text-sm text-muted">{formatDate(order.created_at)}</span>
                  <span className="price">{formatNaira(order.total_amount_kobo)}</span>
                  <Badge>{capitalised(order.order_status)}</Badge>
                </Link>
              </li>
            ))}
          </ul>
          {customer.email && customer.orders > customer.newest.length ? (
            <Link
              to={`/admin/orders?q=${encodeURIComponent(customer.email)}`}
              className="inline-flex min-h-11 items-center font-semibold text-forest underline underline-offset-3"
            >
              All {formatCount(customer.orders)} orders
            </Link>
          ) : null}
        </section>
      ) : null}
    </div>
  );
}
