import type { ReactNode } from "react";
import { Link } from "react-router";
import { listHref, narrowed, type FilterName, type ListSpec, type ListState } from "#app/lib/list.ts";
import { buttonClass } from "../button.tsx";
import { EmptyState } from "../empty-state.tsx";
import { cleared } from "./list-controls.tsx";

type EmptyProps<Spec extends ListSpec> = {
  spec: Spec;
  state: ListState<Spec>;
  /** What stands there where nothing is searched or filtered. */
  empty?: ReactNode;
  /** Beside "Clear search". */
  action?: ReactNode;
};

/** In the place of rows: nothing matches, which can be cleared, or there is nothing yet. */
export function ListEmpty<Spec extends ListSpec>({ spec, state, empty, action }: EmptyProps<Spec>) {
  const isNarrowed = narrowed(state) > 0;
  if (!isNarrowed && empty) return empty;
  const names = Object.keys(spec.filters) as FilterName<Spec>[];
  return (
    <EmptyState
      title={`No ${spec.noun} found`}
      action={
        isNarrowed || action ? (
          <>
            {isNarrowed ? (
              <Link to={listHref(spec, state, { q: "", filters: cleared(names) })} className={buttonClass("outline")}>
                Clear search
              </Link>
            ) : null}
            {action}
          </>
        ) : null
      }
    >
      {isNarrowed ? "Nothing matches what is searched or filtered." : null}
    </EmptyState>
  );
}
