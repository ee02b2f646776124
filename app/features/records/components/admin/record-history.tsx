import { Suspense } from "react";
import { lazyOr } from "#app/ui/lazy-or.ts";
import type { HistoryLine } from "../../queries/history.server.ts";

export type HistoryProps = {
  /** Null without permission to see changes. */
  lines: readonly HistoryLine[] | null;
  subject: string;
  version: number;
};

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
