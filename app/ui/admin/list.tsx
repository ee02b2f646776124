import { Suspense, useId, type ReactNode } from "react";
import type { ListPage, ListSpec, ListState } from "#app/lib/list.ts";
import { EmptyState } from "../empty-state.tsx";
import { lazyOr } from "../lazy-or.ts";
import { DensitySwitch } from "./density-switch.tsx";
import { ListControls, type ListOptions } from "./list-controls.tsx";
import { ListEmpty } from "./list-empty.tsx";
import { ListPager, pageWords } from "./list-pager.tsx";
import { ListTable, type ListCells } from "./list-table.tsx";
import { NoForm } from "./no-form.tsx";

const BulkBar = lazyOr(() => import("./list-bulk.tsx"), NoForm);

type AdminListProps<Spec extends ListSpec, Row> = {
  spec: Spec;
  state: ListState<Spec>;
  list: ListPage<Row>;
  /** The cells of the table, or for a list of cards the card of a row. */
  cells?: ListCells<Spec, Row>;
  renderCard?: (row: Row) => ReactNode;
  options?: ListOptions<Spec>;
  isMarked?: (row: Row) => boolean;
  /** Check boxes and bulk actions. */
  bulk?: { action: string; label: (row: Row) => string; controls: ReactNode };
  /** Stands before the rows' own tools, such as saved views. */
  above?: ReactNode;
  /** The title if the rows could not be read. */
  failed?: string | undefined;
  /** Replaces "No orders found" without search or filter. */
  empty?: ReactNode;
  /** Beside "Clear search" in the empty state. */
  emptyAction?: ReactNode;
};

/** An admin list: search, filters, rows, pages. Works without JavaScript, by forms and links. */
export function AdminList<Spec extends ListSpec, Row extends { id: string }>(props: AdminListProps<Spec, Row>) {
  const { spec, state, list, cells, renderCard, options, isMarked, bulk, above, failed, empty, emptyAction } = props;
  const formId = useId();
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-2.5">
      <ListControls spec={spec} state={state} {...(options ? { options } : {})} />
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2 empty:hidden print:hidden">
        {above}
        {bulk && list.rows.length > 0 ? (
          <Suspense>
            <BulkBar
              spec={spec}
              state={state}
              formId={formId}
              action={bulk.action}
              total={list.total}
              isMore={list.isMore}
            >
              {bulk.controls}
            </BulkBar>
          </Suspense>
        ) : null}
        {cells && list.rows.length > 0 ? <DensitySwitch /> : null}
      </div>
      {failed ? (
        <EmptyState title={failed}>Load the page again in a moment.</EmptyState>
      ) : list.rows.length === 0 ? (
        <ListEmpty spec={spec} state={state} empty={empty} action={emptyAction} />
      ) : renderCard ? (
        <ul className="grid grid-cols-[minmax(0,1fr)] gap-3 md:grid-cols-2 2xl:grid-cols-3">
          {list.rows.map((row) => (
            <li key={row.id}>{renderCard(row)}</li>
          ))}
        </ul>
      ) : cells ? (
        <ListTable
          spec={spec}
          state={state}
          rows={list.rows}
          cells={cells}
          tickLabel={bulk?.label}
          formId={formId}
          isMarked={isMarked}
          caption={`${list.total}${list.isMore ? " or more" : ""} ${spec.noun}, ${pageWords(list).toLowerCase()}`}
        />
      ) : null}
      <ListPager spec={spec} state={state} list={list} />
    </div>
  );
}
