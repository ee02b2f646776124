import { Suspense } from "react";
import { lazyOr } from "#app/ui/lazy-or.ts";
import type { HistoryProps } from "./history-lines.tsx";

const HistoryLines = lazyOr(
  () => import("./history-lines.tsx"),
  () => null,
);

/** History of a record, below its form. Server-rendered; its script is loaded after the form's. */
export function RecordHistory(props: HistoryProps) {
  return (
    <Suspense>
      <HistoryLines {...props} />
    </Suspense>
  );
}
