import { ArrowDown, ArrowUp } from "lucide-react";
import type { ReactNode } from "react";
import { listHref, recordHref, type Column, type ListSpec, type ListState } from "#app/lib/list.ts";
import { Link, type LinkProps } from "#app/ui/link.tsx";
import { cx } from "../class-names.ts";
import { cellClass, rowClass } from "./list-cards.ts";

/** The cells of a row. */
export type ListCells<Spec extends ListSpec, Row> = (row: Row) => Record<keyof Spec["columns"] & string, ReactNode>;

// Explicit roles, because browsers drop table roles from elements with a grid layout.
const TABLE = { role: "table" };
const GROUP = { role: "rowgroup" };
const ROW = { role: "row" };
const CELL = { role: "cell" };
const HEAD = { role: "columnheader", scope: "col" };

type TableProps<Spec extends ListSpec, Row> = {
  spec: Spec;
  state: ListState<Spec>;
  rows: Row[];
  cells: ListCells<Spec, Row>;
  /** The label of a row's check box ("Order A1B2C3D4"); without it there are no boxes. */
  tickLabel?: ((row: Row) => string) | undefined;
  /** The id of the form for the selected rows. */
  formId?: string;
  /** Highlighted rows, such as unread ones. */
  isMarked?: ((row: Row) => boolean) | undefined;
  caption: string;
};

/** The rows as a table, and below 640 px as cards. */
export function ListTable<Spec extends ListSpec, Row extends { id: string }>(props: TableProps<Spec, Row>) {
  const { spec, state, rows, cells, tickLabel, formId, isMarked, caption } = props;
  const columns = Object.entries(spec.columns) as [keyof Spec["columns"] & string, Column][];
  const isPlaced = columns.some(([, { card }]) => card);
  return (
    <div className="sm:card sm:overflow-x-auto">
      <table {...TABLE} className="w-full border-collapse text-left text-[0.9375rem] max-sm:block">
        <caption className="sr-only">{caption}</caption>
        <thead {...GROUP} className="border-b border-line text-sm text-muted max-sm:sr-only">
          <tr {...ROW}>
            {tickLabel ? (
              <th {...HEAD} className="w-11 pl-3">
                <TickAll formId={formId} />
              </th>
            ) : null}
            {columns.map(([name, column]) => (
              <Heading key={name} spec={spec} state={state} column={column} />
            ))}
          </tr>
        </thead>
        <tbody
          {...GROUP}
          className="max-sm:grid max-sm:grid-cols-[minmax(0,1fr)] max-sm:gap-2.5 sm:divide-y sm:divide-line"
        >
          {rows.map((row) => {
            const filled = cells(row);
            return (
              <tr
                key={row.id}
                {...ROW}
                data-list-row={row.id}
                className={cx(
                  "group/row sm:hover:bg-sand",
                  rowClass(isPlaced),
                  isMarked?.(row) && "bg-leaf font-semibold",
                )}
              >
                {tickLabel ? (
                  <td
                    {...CELL}
                    className={cx(
                      "pl-3 max-sm:p-0",
                      isPlaced ? null : "max-sm:absolute max-sm:top-1.5 max-sm:right-1.5",
                    )}
                  >
                    <label
                      className={cx(
                        "grid size-11 place-items-center sm:size-8",
                        isPlaced && "max-sm:-mx-3 max-sm:-my-2.5",
                      )}
                    >
                      <input
                        type="checkbox"
                        name="id"
                        value={row.id}
                        form={formId}
                        aria-label={tickLabel(row)}
                        className="size-5 accent-forest"
                      />
                    </label>
                  </td>
                ) : null}
                {columns.map(([name, column], position) => (
                  <td
                    key={name}
                    {...CELL}
                    data-label={column.label}
                    className={cx(
                      "min-w-0 px-3 py-2.5 align-middle max-sm:p-0 in-data-compact:sm:py-0.5",
                      cellClass(column, position),
                      column.align === "end" && "sm:text-right sm:tabular-nums",
                      column.className,
                    )}
                  >
                    {filled[name]}
                  </td>
                ))}
              </tr>
            );
          })}
        </tbody>
      </table>
    </div>
  );
}

type HeadingProps<Spec extends ListSpec> = { spec: Spec; state: ListState<Spec>; column: Column };

function Heading<Spec extends ListSpec>({ spec, state, column }: HeadingProps<Spec>) {
  const { label, sort, align } = column;
  const className = cx("px-3 py-2 font-semibold whitespace-nowrap", align === "end" && "text-right");
  if (!sort) {
    return (
      <th {...HEAD} className={className}>
        {label}
      </th>
    );
  }
  const isDown = state.sort === `-${sort}`;
  const isUp = state.sort === sort;
  // The first click sorts in the list's default direction, or ascending.
  const next = isDown ? sort : isUp || spec.sort === `-${sort}` ? `-${sort}` : sort;
  return (
    <th {...HEAD} aria-sort={isDown ? "descending" : isUp ? "ascending" : undefined} className={className}>
      <Link
        to={listHref(spec, state, { sort: next })}
        preventScrollReset
        className="-mx-1.5 inline-flex min-h-11 items-center gap-1 rounded-lg px-1.5 hover:text-ink"
      >
        {label}
        {isDown ? <ArrowDown aria-hidden className="size-3.5" /> : null}
        {isUp ? <ArrowUp aria-hidden className="size-3.5" /> : null}
      </Link>
    </th>
  );
}

function TickAll({ formId }: { formId: string | undefined }) {
  return (
    <label className="grid size-8 place-items-center noscript:hidden">
      <input
        type="checkbox"
        aria-label="All on this page"
        className="size-5 accent-forest"
        data-tick-all
        onChange={({ target }) => {
          for (const box of boxesOf(formId)) box.checked = target.checked;
        }}
      />
    </label>
  );
}

/** The check boxes of a form's rows. */
export function boxesOf(formId: string | undefined): HTMLInputElement[] {
  const boxes = document.querySelectorAll<HTMLInputElement>('[data-list-row] input[name="id"]');
  // `form.id` of a form with fields named "id" is the field, not the form's id.
  return [...boxes].filter((box) => box.getAttribute("form") === formId);
}

type RowLinkProps<Spec extends ListSpec> = {
  spec: Spec;
  state: ListState<Spec>;
  id: string;
  className?: string;
  children: ReactNode;
};

/** The link of a row to its record, which opens over the list and returns to it. One per row. */
export function RowLink<Spec extends ListSpec>({ spec, state, id, className, children }: RowLinkProps<Spec>) {
  return (
    <OpenLink
      to={recordHref(spec, state, id)}
      data-row-link
      className={cx("font-semibold text-forest underline-offset-3 hover:underline", className)}
    >
      {children}
    </OpenLink>
  );
}

/** A link to a record, whose dialog opens over this list. */
export function OpenLink(props: LinkProps) {
  return <Link state={OPENED_HERE} preventScrollReset {...props} />;
}

/** History state of a record that was opened from its list: closing navigates back instead of forward. */
export const OPENED_HERE = { isOverList: true };
