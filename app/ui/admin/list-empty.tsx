import type { ReactNode } from "react";
import { listHref, narrowed, type FilterName, type ListSpec, type ListState } from "#app/lib/list.ts";
import { Link } from "#app/ui/link.tsx";
import { buttonClass } from "../button.tsx";
import { EmptyState } from "../empty-state.tsx";
import { cleared } from "./list-controls.tsx";

type EmptyProps<Spec extends ListSpec> = {
  spec: Spec;
  state: ListState<Spec>;
  /** The text without search or filter. */
  empty?: ReactNode;
  /** Beside "Clear search". */
  action?: ReactNode;
};

/** The empty state of a list: no matches, with a link to clear the search, or no records yet. */
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
