/** How long a run can be undone, in ms. */
export const UNDO_MS = 30 * 24 * 3_600_000;

export type RunKind = "bulk" | "import" | "undo";
export type RunState = "staging" | "preview" | "applying" | "done" | "cancelled";

/**
 * Where a row stands. `ready` and `applied` are the way of a row that works; `unchanged` had the value already,
 * `refused` was never to be applied, `changed_meanwhile` has another value than its preview showed, `failed` was tried.
 */
export const ROW_STATES = ["ready", "unchanged", "refused", "applied", "changed_meanwhile", "failed"] as const;
export type RowState = (typeof ROW_STATES)[number];

export type RowCounts = Record<RowState, number>;

export const NO_ROWS: RowCounts = { ready: 0, unchanged: 0, refused: 0, applied: 0, changed_meanwhile: 0, failed: 0 };

/** What a record's fields were, or become. A missing field is not touched. */
export type Fields = Record<string, unknown>;

/** A picture that a row brings by its address, before or after it was fetched. */
export type Picture = {
  source: string;
  alt?: string;
  state: "waiting" | "stored" | "failed";
  address?: string;
  reason?: string;
};

export type PictureCounts = Record<Picture["state"], number>;

/** A row as a preview makes it: `reason` says why it is not ready, or what to look at. */
export type PreviewRow = {
  record_id: string | null;
  label: string;
  before: Fields | null;
  after: Fields | null;
  state: "ready" | "unchanged" | "refused";
  reason: string;
  /** Pictures to fetch when it is applied; until then the record keeps what `images` of `before` and `after` say. */
  pictures?: Picture[];
};

/** Rows of the first transaction of a run. */
export const FIRST_STEP = 20;
const STEP = { least: 5, most: 100, ms: 80 };

/** Rows of the next transaction of a run, by how many ms the last one took for its `rows`: about 80 ms, at most twice as many. */
export function nextStep(rows: number, ms: number): number {
  const wanted = Math.floor(rows * Math.min(2, STEP.ms / Math.max(1, ms)));
  return Math.min(STEP.most, Math.max(STEP.least, wanted));
}

/** Rows in all. */
export function rowTotal(counts: RowCounts): number {
  return ROW_STATES.reduce((sum, state) => sum + counts[state], 0);
}

/** Rows that an applying run has behind it and has in all; rows that were never to be applied count in neither. */
export function progressOf(counts: RowCounts): { done: number; of: number } {
  const done = counts.applied + counts.changed_meanwhile + counts.failed;
  return { done, of: done + counts.ready };
}

export type UndoAnswer = { ok: true } | { ok: false; reason: "not_done" | "too_late" | "undone" | "nothing" };

/** Whether a run can be undone at `now` (ms): done, within 30 days, not undone already, and it applied something. */
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

/** Why a run cannot be undone, as a sentence. */
export function undoRefusal(answer: UndoAnswer): string | null {
  return answer.ok ? null : UNDO_REFUSALS[answer.reason];
}
