import { formatDate } from "#app/lib/dates.ts";
import { cx } from "#app/ui/class-names.ts";
import type { OrderView } from "../queries.server.ts";

type Props = { order: Pick<OrderView, "promised_to" | "is_late">; className?: string };

/** Admits to the buyer that an order is later than promised; nothing for any other. */
export function LateNotice({ order: { promised_to, is_late }, className }: Props) {
  if (!is_late) return null;
  return (
    <p className={cx("rounded-xl bg-amber-soft px-4 py-2.5 text-[0.9375rem] text-amber-ink", className)}>
      This order is later than promised: it should have arrived by {formatDate(promised_to)}. We are on it.
    </p>
  );
}
