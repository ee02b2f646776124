import type { PriceChange } from "#app/features/products/rules/price-move.ts";
import type { FieldErrors } from "#app/lib/forms.ts";
import { formatCount } from "#app/lib/money.ts";

/** Period in which a run can be undone, in ms. */
export const UNDO_MS = 30 * 24 * 3_600_000;

/** The name of the lock that a process holds while it works on the run `id`. */
export const runLock = (id: string) => `run ${id}`;

export type RunKind = "bulk" | "import" | "undo";
export type RunState = "staging" | "preview" | "applying" | "done" | "cancelled";

/**
 * State of a row. `ready`, then `applied`; `unchanged`: already has the value; `refused`: not applicable;
 * `changed_meanwhile`: the record differs from the preview; `failed`: error while applying.
 */
export const ROW_STATES = ["ready", "unchanged", "refused", "applied", "changed_meanwhile", "failed"] as const;
export type RowState = (typeof ROW_STATES)[number];

export type RowCounts = Record<RowState, number>;

export const NO_ROWS: RowCounts = { ready: 0, unchanged: 0, refused: 0, applied: 0, changed_meanwhile: 0, failed: 0 };

/** Fields of a record before or after. Missing fields are not changed. */
export type Fields = Record<string, unknown>;

/** A picture of a row by its source URL, pending, fetched or failed. */
export type RunPicture = {
  source: string;
  alt?: string;
  state: "waiting" | "stored" | "failed";
  address?: string;
  reason?: string;
};

export type PictureCounts = Record<RunPicture["state"], number>;

/** A row of a preview: `reason` explains why it is not ready, or is a warning. */
export type PreviewRow = {
  record_id: string | null;
  label: string;
  before: Fields | null;
  after: Fields | null;
  state: "ready" | "unchanged" | "refused";
  reason: string;
  /** The change of what buyers pay, if the row changes a price of a known product. */
  price?: PriceChange | null;
  /** Pictures to fetch after applying; until then the record has the `images` of `before` or `after`. */
  pictures?: RunPicture[];
};

/** Number of rows in the first transaction of a run. */
export const FIRST_STEP = 20;
const STEP = { least: 5, most: 100, ms: 80 };

/**
 * Number of rows for the next transaction, from the duration in ms of the last one with `rows`: aims at 80 ms, at most
 * doubles.
 */
export function nextStepSize(rows: number, ms: number): number {
  const wanted = Math.floor(rows * Math.min(2, STEP.ms / Math.max(1, ms)));
  return Math.min(STEP.most, Math.max(STEP.least, wanted));
}

export function rowTotal(counts: RowCounts): number {
  return ROW_STATES.reduce((sum, state) => sum + counts[state], 0);
}

/** Processed and total rows of a run, without rows that are never applied. */
export function progressOf(counts: RowCounts): { done: number; of: number } {
  const done = counts.applied + counts.changed_meanwhile + counts.failed;
  return { done, of: done + counts.ready };
}

export type UndoAnswer = { ok: true } | { ok: false; reason: "not_done" | "too_late" | "undone" | "nothing" };

/** Whether a run can be undone at `now` (ms): finished within 30 days, not undone, with applied rows. */
export function mayUndo(
  run: { state: RunState; finished_at: Date | null; isUndone: boolean; isPurged?: boolean; counts: RowCounts },
  now: number,
): UndoAnswer {
  if (run.state !== "done" || !run.finished_at) return { ok: false, reason: "not_done" };
  if (run.isPurged) return { ok: false, reason: "too_late" };
  if (run.isUndone) return { ok: false, reason: "undone" };
  if (now - run.finished_at.getTime() > UNDO_MS) return { ok: false, reason: "too_late" };
  return run.counts.applied > 0 ? { ok: true } : { ok: false, reason: "nothing" };
}

const UNDO_REFUSALS: Record<Exclude<UndoAnswer, { ok: true }>["reason"], string> = {
  not_done: "This run has not been applied.",
  too_late: "A run can be undone for 30 days.",
  undone: "This run was undone already.",
  nothing: "This run changed nothing.",
};

/** Message why a run cannot be undone. */
export function undoRefusal(answer: UndoAnswer): string | null {
  return answer.ok ? null : UNDO_REFUSALS[answer.reason];
}

/** Above this number of records, applying and undoing ask for the number. */
export const ASK_NUMBER_ABOVE = 500;

/** What an admin confirms: the number of records, and that the price changes beyond 50 % or below cost are meant. */
export type Confirmation = { count?: number | null; checked?: boolean };

/** The errors of a confirmation for `records` records, of which `flagged` have such a price change; null if complete. */
export function confirmationErrors(records: number, flagged: number, given: Confirmation): FieldErrors | null {
  const errors: FieldErrors = {
    ...(records > ASK_NUMBER_ABOVE && given.count !== records
      ? { count: `Type ${formatCount(records)}, the number of what changes.` }
      : {}),
    ...(flagged > 0 && !given.checked ? { checked: "Look at these prices, then tick that they are right." } : {}),
  };
  return Object.keys(errors).length > 0 ? errors : null;
}
