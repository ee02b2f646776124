import { formatDateTime } from "#app/lib/dates.ts";
import { Badge, type BadgeTone } from "#app/ui/badge.tsx";
import type { HealthPart } from "../../queries.server.ts";
import type { HealthState } from "../../rules/entries.ts";

const STATES: Record<HealthState, { tone: BadgeTone; label: string }> = {
  good: { tone: "good", label: "Good" },
  off: { tone: "neutral", label: "Not set up" },
  warning: { tone: "low", label: "Look at this" },
  failed: { tone: "out", label: "Failed" },
};

/** Every part of the shop with its state, since when, and what to do. */
export function HealthParts({ entries }: { entries: readonly HealthPart[] }) {
  return (
    <ul className="card divide-y divide-line">
      {entries.map(({ part, title, state, text, todo, since }) => (
        <li
          key={part}
          className="grid gap-x-4 gap-y-1 px-4 py-3 sm:grid-cols-[11rem_7.5rem_minmax(0,1fr)] sm:items-baseline"
        >
          <div className="flex items-baseline justify-between gap-3 sm:contents">
            <h2 className="font-bold">{title}</h2>
            <Badge tone={STATES[state].tone} className="justify-self-start">
              {STATES[state].label}
            </Badge>
          </div>
          <div className="min-w-0 break-words">
            <p>{text}</p>
            {todo ? <p className="mt-1 font-medium">{todo}</p> : null}
            <p className="mt-1 text-sm text-muted">
              Since <time dateTime={since.toISOString()}>{formatDateTime(since)}</time>
            </p>
          </div>
        </li>
      ))}
    </ul>
  );
}
