import { formatDateTime } from "#app/lib/dates.ts";
import { formatNaira } from "#app/lib/money.ts";
import { Badge } from "#app/ui/badge.tsx";
import { Link } from "#app/ui/link.tsx";
import type { Dashboard } from "../../queries.server.ts";
import { overviewTone } from "../../rules.ts";

type RecentProps = { orders: Dashboard["recent"]; hrefTo: (address: string) => string | null };

/** The newest orders; their amounts are null for staff without the right to see them. */
export function RecentOrders({ orders, hrefTo }: RecentProps) {
  return (
    <section aria-labelledby="recent" className="card overflow-hidden">
      <h2 id="recent" className="border-b border-line px-4 py-3 font-display text-lg font-bold">
        Recent orders
      </h2>
      {orders.length === 0 ? <p className="px-4 py-6 text-muted">No orders yet.</p> : null}
      <ul className="divide-y divide-line">
        {orders.map(({ id, customer_name, total_amount_kobo, order_status, created_at }) => (
          <li key={id} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 px-4 py-2">
            <div className="min-w-0">
              <ShortNumber id={id} href={hrefTo(`/admin/orders/${id}`)} />
              <p className="text-sm break-words text-muted">
                {customer_name}, <time dateTime={created_at.toISOString()}>{formatDateTime(created_at)}</time>
              </p>
            </div>
            <div className="flex items-center gap-3">
              {total_amount_kobo === null ? null : (
                <span className="price font-semibold">{formatNaira(total_amount_kobo)}</span>
              )}
              <Badge tone={overviewTone(order_status)}>
                {order_status.replace(/^./, (first) => first.toUpperCase())}
              </Badge>
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}

function ShortNumber({ id, href }: { id: string; href: string | null }) {
  const text = id.slice(0, 8).toUpperCase();
  if (!href) return <span className="font-mono text-sm font-semibold">{text}</span>;
  return (
    <Link
      to={href}
      className="inline-flex min-h-11 items-center font-mono text-sm font-semibold text-forest underline-offset-3 hover:underline"
    >
      {text}
    </Link>
  );
}
