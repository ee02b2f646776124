import { Suspense } from "react";
import type { SavedView } from "#app/features/records/queries/views.server.ts";
import { narrowed, type ListSpec, type ListState } from "#app/lib/list.ts";
import { lazyOr } from "#app/ui/lazy-or.ts";

export type ViewsProps = { spec: ListSpec; state: ListState; views: SavedView[] };

const ViewsBar = lazyOr(
  () => import("./views-bar.tsx"),
  () => null,
);

/** The saved views of a list; hidden if there are none and nothing to save. Its script loads after the list's. */
export function SavedViews({ spec, state, views }: ViewsProps) {
  const isPlain = !state.view && narrowed(state) === 0 && state.sort === spec.sort;
  if (isPlain && views.length === 0) return null;
  return (
    <Suspense>
      <ViewsBar spec={spec} state={state} views={views} isPlain={isPlain} />
    </Suspense>
  );
}
