import { listHref, type ListSpec, type ListState } from "#app/lib/list.ts";
import { formatCount, formatNaira } from "#app/lib/money.ts";
import { cx } from "#app/ui/class-names.ts";
import { Link } from "#app/ui/link.tsx";
import type { RunSummary } from "../../queries/run-rows.server.ts";
import { percentChange } from "../../rules/labels.ts";
import { PRICE_FILTERS } from "../../rules/run-list.ts";

type SummaryProps = {
  spec: ListSpec;
  state: ListState;
  summary: RunSummary;
};

/** What a run does to prices: counts that lead to their rows, and the largest change. */
export function RunPrices({ spec, state, summary }: SummaryProps) {
  if (summary.prices === 0) return null;
  const { largest } = summary;
  return (
    <section aria-label="Prices" className="card grid gap-1 px-4 py-3">
      <ul className="flex flex-wrap gap-x-2">
        {PRICE_FILTERS.filter(({ value }) => summary[value] > 0).map(({ value, label }) => {
          const isHere = state.filters["price"] === value;
          const isAlarm = value === "large" || value === "below_cost";
          return (
            <li key={value}>
              <Link
                to={listHref(spec, state, { filters: { price: isHere ? null : value } })}
                preventScrollReset
                aria-current={isHere ? "true" : undefined}
                className={cx(
                  "inline-flex min-h-11 items-center gap-1.5 rounded-xl px-2.5 text-sm font-semibold",
                  isHere ? "bg-leaf text-forest" : "hover:bg-sand-deep",
                  isAlarm && "text-clay-deep",
                )}
              >
                {label} <span className="tabular-nums">{formatCount(summary[value])}</span>
              </Link>
            </li>
          );
        })}
      </ul>
      {largest ? (
        <p className="px-2.5 text-sm text-muted">
          Largest: {largest.label}, {formatNaira(largest.from)} → {formatNaira(largest.to)} (
          {percentChange(largest.from, largest.to)})
        </p>
      ) : null}
    </section>
  );
}
