import { formatCount } from "#app/lib/money.ts";
import type { RowState, RunState } from "../rules.ts";

/** Labels of row states. */
export const ROW_LABELS: Record<RowState, string> = {
  ready: "To do",
  unchanged: "No change",
  refused: "Refused",
  applied: "Done",
  changed_meanwhile: "Changed since",
  failed: "Failed",
};

export const RUN_LABELS: Record<RunState, string> = {
  staging: "Being prepared",
  preview: "Preview",
  applying: "Being applied",
  done: "Done",
  cancelled: "Cancelled",
};

/** "+6.9%", "−99.9%", "+0%". */
export function percentChange(from: number, to: number): string {
  const percent = from === 0 ? 0 : ((to - from) / from) * 100;
  if (percent > 100) return `+${formatCount(Math.round(percent))}%`;
  // A price above zero has not lost all of it.
  const tenths = Math.max(Math.round(percent * 10), to > 0 ? -999 : -1_000) / 10;
  return `${tenths < 0 ? "−" : "+"}${Math.abs(tenths)}%`;
}
