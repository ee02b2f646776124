import { formatDateTime } from "#app/lib/dates.ts";
import type { OpenSearch } from "../../queries/searches.server.ts";

/** The searches of buyers for a payment of this amount, beside the payment. */
export function SearchLinks({
  searches,
  amount_kobo,
}: {
  searches: readonly OpenSearch[];
  amount_kobo: number | null;
}) {
  const fitting = searches.filter((search) => search.amount_kobo === amount_kobo);
  if (fitting.length === 0) return null;
  return (
    <ul className="grid gap-1 rounded-lg bg-amber-soft px-3 py-2 text-sm text-amber-ink">
      {fitting.map((search) => (
        <li key={search.id}>
          A buyer looks for this amount, {senderWords(search)}, sent {formatDateTime(search.sent_at)}.{" "}
          <a href={`#search-${search.id}`} className="font-semibold underline">
            See the search
          </a>
        </li>
      ))}
    </ul>
  );
}

/** "from Adaeze Obi, account ending in 1234". */
export function senderWords({ sender, last4 }: Pick<OpenSearch, "sender" | "last4">): string {
  return [sender && `from ${sender}`, last4 && `account ending in ${last4}`].filter(Boolean).join(", ");
}
