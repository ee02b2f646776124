import { Suspense } from "react";
import { narrowed } from "#app/lib/list.ts";
import { lazyOr } from "#app/ui/lazy-or.ts";
import type { ViewsProps } from "./views-bar.tsx";

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
