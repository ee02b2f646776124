import { orderNumber } from "#app/features/orders/rules.ts";
import { formatDateTime } from "#app/lib/dates.ts";
import { formatNaira } from "#app/lib/money.ts";
import { Link } from "#app/ui/link.tsx";
import type { OpenSearch, SearchMatch } from "../../queries/searches.server.ts";
import { AskForm, BoardForm, NoteField } from "./payment-cards.tsx";
import { senderWords } from "./search-links.tsx";

/** What a buyer entered in "Find my payment", with the payments that may be meant, each with one press to it. */
export function SearchCard({ search, maySettle }: { search: OpenSearch; maySettle: boolean }) {
  const { id, amount_kobo, sent_at, account, created_at, matches, unmatched } = search;
  return (
    <li id={`search-${id}`} className="grid scroll-mt-24 gap-2 px-4 py-3.5 sm:px-5">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
        <h3 className="min-w-0 font-semibold break-words">{account ?? "A guest"}</h3>
        <p className="price font-semibold">{formatNaira(amount_kobo)}</p>
      </div>
      <p className="text-sm break-words text-muted">
        Sent in the hour from {formatDateTime(sent_at)}, {senderWords(search)}. Asked{" "}
        <time dateTime={created_at.toISOString()}>{formatDateTime(created_at)}</time>.
      </p>
      {matches.length + unmatched.length === 0 ? (
        <p className="text-sm">No payment of this amount was started or reported around that time.</p>
      ) : null}
      {matches.map((match) => (
        <Match key={match.reference} match={match} />
      ))}
      {unmatched.map((reference) => (
        <div key={reference} className="flex flex-wrap items-center gap-x-3 text-sm">
          <p>
            Reported without an order: <span className="font-mono break-all">{reference}</span>
          </p>
          <AskForm reference={reference} />
        </div>
      ))}
      {maySettle ? (
        <BoardForm intent="answered" fields={{ id: String(id) }} label="Mark as answered" busy="Saving...">
          <NoteField note="" />
        </BoardForm>
      ) : null}
    </li>
  );
}

function Match({ match: { reference, status, order_id, customer_name } }: { match: SearchMatch }) {
  return (
    <div className="flex flex-wrap items-center gap-x-3 text-sm">
      <p className="break-words">
        {customer_name}, <span className="font-mono">{reference}</span>, {STATUS[status] ?? status}
      </p>
      {order_id ? (
        <Link
          to={`/admin/orders/${order_id}`}
          className="inline-flex min-h-11 items-center font-semibold text-forest underline underline-offset-3"
        >
          Order {orderNumber(order_id)}
        </Link>
      ) : (
        <AskForm reference={reference} />
      )}
    </div>
  );
}

const STATUS: Record<string, string> = {
  open: "waiting for the money",
  settled: "paid",
  review: "under review",
  closed: "ended without money",
};
