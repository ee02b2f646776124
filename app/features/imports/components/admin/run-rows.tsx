import { Link } from "react-router";
import { formatCount } from "#app/lib/money.ts";
import { Badge, type BadgeTone } from "#app/ui/badge.tsx";
import { cx } from "#app/ui/class-names.ts";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { ROW_STATES, rowTotal, type RunPicture, type RowCounts, type RowState } from "../../rules.ts";
import { ROW_LABELS, type RunFieldChange } from "../../rules/labels.ts";

export type ShownRow = {
  place: number;
  label: string;
  state: RowState;
  reason: string;
  changes: RunFieldChange[];
  pictures: RunPicture[] | null;
};

const TONES: Record<RowState, BadgeTone> = {
  ready: "neutral",
  unchanged: "neutral",
  refused: "out",
  applied: "good",
  changed_meanwhile: "low",
  failed: "out",
};

/** Row counts by state, each linked to its rows. */
export function RunCounts({
  counts,
  state,
  path,
}: {
  counts: RowCounts;
  state: RowState | "pictures" | null;
  path: string;
}) {
  const tab = (isHere: boolean) =>
    cx(
      "inline-flex min-h-11 items-center gap-2 rounded-xl px-3 text-sm font-semibold",
      isHere ? "bg-leaf text-forest" : "hover:bg-sand-deep",
    );
  const total = rowTotal(counts);
  return (
    <nav aria-label="Rows" className="flex flex-wrap gap-1">
      <Link
        to={path}
        preventScrollReset
        aria-current={state === null ? "true" : undefined}
        className={tab(state === null)}
      >
        All <span className="tabular-nums">{formatCount(total)}</span>
      </Link>
      {ROW_STATES.filter((one) => counts[one] > 0).map((one) => (
        <Link
          key={one}
          to={`${path}?state=${one}`}
          preventScrollReset
          aria-current={state === one ? "true" : undefined}
          className={tab(state === one)}
        >
          {ROW_LABELS[one]} <span className="tabular-nums">{formatCount(counts[one])}</span>
        </Link>
      ))}
    </nav>
  );
}

/** Rows of a run: record, changes, and reason if not applied. */
export function RunRows({ rows, isApplied }: { rows: ShownRow[]; isApplied: boolean }) {
  if (rows.length === 0) return <EmptyState title="No rows here">Choose another state above.</EmptyState>;
  return (
    <ul className="card divide-y divide-line">
      {rows.map(({ place, label, state, reason, changes, pictures }) => (
        <li
          key={place}
          className="grid gap-x-6 gap-y-1 px-4 py-3 sm:grid-cols-[minmax(0,2fr)_minmax(0,3fr)_auto] sm:items-start"
        >
          <span className="min-w-0 font-semibold break-words">{label}</span>
          <span className="min-w-0 text-sm">
            {changes.map(({ field, before, after }) => (
              <span key={field} className="block break-words">
                <span className="text-muted">{field}:</span>{" "}
                {before === "" ? null : (
                  <>
                    <del className="text-muted">{before}</del> <span aria-hidden>→</span>{" "}
                  </>
                )}
                {after === "" ? "goes" : <ins className="font-semibold no-underline">{after}</ins>}
              </span>
            ))}
            {reason === "" ? null : (
              <span className={cx("block", state === "ready" ? "text-muted" : "text-clay-deep")}>{reason}</span>
            )}
            {pictures ? <RowPictures pictures={pictures} isApplied={isApplied && state === "applied"} /> : null}
          </span>
          <span className="justify-self-start sm:justify-self-end">
            <Badge tone={TONES[state]}>{ROW_LABELS[state]}</Badge>
          </span>
        </li>
      ))}
    </ul>
  );
}

/** Pictures of a row: number stored, and URL and reason of each failed one. */
function RowPictures({ pictures, isApplied }: { pictures: RunPicture[]; isApplied: boolean }) {
  const stored = pictures.filter(({ state }) => state === "stored").length;
  const waiting = pictures.filter(({ state }) => state === "waiting").length;
  const total = `${pictures.length} ${pictures.length === 1 ? "picture" : "pictures"}`;
  return (
    <>
      <span className="block text-muted">
        {isApplied || waiting === 0 ? `${stored} of ${total} stored` : `${total}, ${waiting} to fetch`}
        {isApplied && waiting > 0 ? `, ${waiting} on the way` : ""}
      </span>
      {pictures.map(({ source, state, reason }) =>
        state === "failed" ? (
          <span key={source} className="block [overflow-wrap:anywhere] text-clay-deep">
            {source}: {reason}
          </span>
        ) : null,
      )}
    </>
  );
}
