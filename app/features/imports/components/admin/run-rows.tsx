import { listHref, type ListSpec, type ListState } from "#app/lib/list.ts";
import { formatCount, formatNaira } from "#app/lib/money.ts";
import { OpenLink } from "#app/ui/admin/list-table.tsx";
import { Badge, type BadgeTone } from "#app/ui/badge.tsx";
import { cx } from "#app/ui/class-names.ts";
import { Link } from "#app/ui/link.tsx";
import type { RunListRow } from "../../queries/run-rows.server.ts";
import { ROW_STATES, rowTotal, type RunPicture, type RowCounts, type RowState } from "../../rules.ts";
import type { RunFieldChange } from "../../rules/field-changes.ts";
import { percentChange, ROW_LABELS } from "../../rules/labels.ts";

export type ShownRow = Omit<RunListRow, "before" | "after"> & { changes: RunFieldChange[] };

const TONES: Record<RowState, BadgeTone> = {
  ready: "neutral",
  unchanged: "neutral",
  refused: "out",
  applied: "good",
  changed_meanwhile: "low",
  failed: "out",
};

type CountsProps = {
  spec: ListSpec;
  state: ListState;
  counts: RowCounts;
};

/** Row counts by state, each linked to its rows. */
export function RunCounts({ spec, state, counts }: CountsProps) {
  const tab = (name: RowState | null, label: string, count: number) => {
    const isHere = (state.filters["state"] ?? null) === name;
    return (
      <Link
        key={label}
        to={listHref(spec, state, { filters: { state: name } })}
        preventScrollReset
        aria-current={isHere ? "true" : undefined}
        className={cx(
          "inline-flex min-h-11 items-center gap-2 rounded-xl px-3 text-sm font-semibold",
          isHere ? "bg-leaf text-forest" : "hover:bg-sand-deep",
        )}
      >
        {label} <span className="tabular-nums">{formatCount(count)}</span>
      </Link>
    );
  };
  return (
    <nav aria-label="Rows" className="flex flex-wrap gap-1">
      {tab(null, "All", rowTotal(counts))}
      {ROW_STATES.filter((one) => counts[one] > 0).map((one) => tab(one, ROW_LABELS[one], counts[one]))}
    </nav>
  );
}

/** Table cells of a run's row: the product with what tells it apart, its changes, what buyers pay. */
export function RunCells(row: ShownRow, isApplied: boolean) {
  const { product, label, state, reason, changes, price, pictures } = row;
  const details = product ? [product.unit, product.sku && `SKU ${product.sku}`, product.distributor] : [];
  const hasChanges = changes.length > 0 || reason !== "" || pictures;
  return {
    product: (
      <span className="block min-w-0 font-normal">
        {product ? (
          <OpenLink
            to={`/admin/products/${product.id}`}
            className="font-semibold break-words text-forest underline-offset-3 hover:underline"
          >
            {label}
          </OpenLink>
        ) : (
          <span className="font-semibold break-words">{label}</span>
        )}
        <span className="block text-sm break-words text-muted">{details.filter(Boolean).join(" · ")}</span>
      </span>
    ),
    changes: hasChanges ? (
      <span className="block min-w-0 text-sm">
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
    ) : null,
    paid: price ? <Paid price={price} /> : null,
    state: <Badge tone={TONES[state]}>{ROW_LABELS[state]}</Badge>,
  };
}

function Paid({ price: { from, to, flags } }: { price: NonNullable<ShownRow["price"]> }) {
  return (
    <span className="inline-grid justify-items-end gap-0.5 text-sm">
      <span className="whitespace-nowrap">
        {from === to ? (
          `${formatNaira(to)} as now`
        ) : (
          <>
            <del className="text-muted">{formatNaira(from)}</del> <span aria-hidden>→</span>{" "}
            <ins className="font-semibold no-underline">{formatNaira(to)}</ins>
          </>
        )}
      </span>
      {from === to ? null : (
        <span className={flags.includes("large") ? "font-semibold text-clay-deep" : "text-muted"}>
          {percentChange(from, to)}
        </span>
      )}
      {flags.includes("below_cost") ? <Badge tone="out">below cost</Badge> : null}
      {flags.includes("discount") ? <Badge tone="accent">discount</Badge> : null}
    </span>
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
