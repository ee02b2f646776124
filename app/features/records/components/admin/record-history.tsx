import { Suspense } from "react";
import { lazyOr } from "#app/ui/lazy-or.ts";
import type { HistoryLine } from "../../queries/history.server.ts";

export type HistoryProps = {
  /** Null for staff who do not see what others changed. */
  lines: readonly HistoryLine[] | null;
  subject: string;
  version: number;
};

const HistoryLines = lazyOr(
  () => import("./history-lines.tsx"),
  () => null,
);

/** The history of a record, below its form. The server renders it whole; its script comes after the form's. */
export function RecordHistory(props: HistoryProps) {
  return (
    <Suspense>
      <HistoryLines {...props} />
    </Suspense>
  );
}
