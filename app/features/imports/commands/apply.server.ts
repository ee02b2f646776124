import { setImmediate as nextTurn } from "node:timers/promises";
import { isDeepStrictEqual } from "node:util";
import { and, asc, eq, sql } from "drizzle-orm";
import type { ChangedBy } from "#app/features/records/commands/audit.server.ts";
import type { Shop } from "#app/platform/context.server.ts";
import { trace } from "#app/platform/tracing/trace.server.ts";
import type { Tx } from "#db/client.server.ts";
import { run_rows, runs } from "#db/schema/runs.ts";
import { inSavepoint, inTransaction } from "#db/transaction.server.ts";
import { FIRST_STEP, nextStepSize, type Fields, type RunPicture, type RowState } from "../rules.ts";
import { fieldWords } from "../rules/field-changes.ts";
import { copyUndo } from "./copy-undo.server.ts";

/** A row to apply. `before` is null for a record to create, `after` for one to delete. */
export type PendingRow = {
  place: number;
  record_id: string | null;
  label: string;
  before: Fields | null;
  after: Fields | null;
};

/** Result of a row; `record_id` if it created the record, `after` if it wrote other values than its own. */
export type RowOutcome = {
  place: number;
  state: Exclude<RowState, "ready">;
  reason: string;
  record_id?: string;
  after?: Fields;
};

/** Reads and writes the records of a noun for runs, inside `tx`. */
export type RunTarget = {
  /** Locks the records and reads their run fields as JSON, by id. Deleted records are missing. */
  lock(tx: Tx, ids: readonly string[]): Promise<Map<string, Fields>>;
  /** Fields whose difference is applied to the current value: stock. */
  relative: readonly string[];
  /**
   * Writes rows whose current values match, with audit rows. After a database error the rows are retried one by one.
   */
  write(tx: Tx, actor: ChangedBy, rows: PendingRow[]): Promise<RowOutcome[]>;
  /**
   * Stores the fetched pictures in the record of an applied row, if its images still equal those of `after`; returns
   * the resulting `after` fields, or the reason of refusal.
   */
  writePictures?(
    tx: Tx,
    actor: ChangedBy,
    row: Pick<PendingRow, "record_id" | "after">,
    pictures: readonly RunPicture[],
  ): Promise<{ ok: true; fields: Fields } | { ok: false; reason: string }>;
  /** Called once when all rows of a run are applied, in the transaction that ends it. */
  finish?(tx: Tx, actor: ChangedBy, run: string): Promise<void>;
  /** Message for a rejected row. */
  problemOf(refusal: RowError): string | null;
};

/** Error fields of a rejected row. */
export type RowError = { code: string; constraint?: string };

export type RunTargets = Record<string, RunTarget>;

/**
 * Applies a run in steps of up to 100 rows until none is ready. Each step is a transaction that changes rows still
 * equal to `before` and stores their results, so that no row is repeated after a crash. For the job queue; concurrent
 * calls for one run are serialized.
 */
export async function applyRun({ db, log }: Pick<Shop, "db" | "log">, targets: RunTargets, id: string): Promise<void> {
  await copyUndo(db, id);
  for (let rows = FIRST_STEP; ;) {
    const step = await trace("import batch", { rows }, () =>
      inTransaction(db, async (tx) => {
        const from = performance.now();
        const isLeft = await applyStep(tx, targets, id, rows);
        return { isLeft, ms: performance.now() - from };
      }),
    );
    if (!step.isLeft) break;
    rows = nextStepSize(rows, step.ms);
    // Lets pending requests run between two steps.
    await nextTurn();
  }
  log.info({ run: id }, "run applied");
}

async function applyStep(tx: Tx, targets: RunTargets, id: string, most: number): Promise<boolean> {
  const [run] = await tx.select().from(runs).where(eq(runs.id, id)).for("update");
  if (run?.state !== "applying") return false;
  const target = targets[run.noun];
  if (!target) throw new Error(`no target for runs of ${run.noun}`);
  const { place, record_id, label, before, after } = run_rows;
  const rows = await tx
    .select({ place, record_id, label, before, after })
    .from(run_rows)
    .where(and(eq(run_rows.run_id, id), eq(run_rows.state, "ready")))
    .orderBy(asc(place))
    .limit(most);
  const actor = actorOfRun(run);
  if (rows.length === 0) {
    await target.finish?.(tx, actor, id);
    await tx.update(runs).set({ state: "done", finished_at: new Date() }).where(eq(runs.id, id));
    return false;
  }
  await writeOutcomes(tx, id, await applyRows(tx, target, actor, rows));
  return true;
}

/** Who started a run, as the actor of its changes. */
export function actorOfRun(run: Pick<typeof runs.$inferSelect, "id" | "actor" | "actor_id">): ChangedBy {
  const who = run.actor_id ? { role: run.actor, id: run.actor_id } : { system: run.actor };
  return { ...who, run: run.id };
}

async function applyRows(tx: Tx, target: RunTarget, actor: ChangedBy, rows: PendingRow[]): Promise<RowOutcome[]> {
  const current = await target.lock(
    tx,
    rows.flatMap(({ record_id }) => record_id ?? []),
  );
  const outcomes: RowOutcome[] = [];
  const expected: PendingRow[] = [];
  for (const row of rows) {
    const outcome = unexpected(row, row.record_id ? current.get(row.record_id) : undefined, target.relative);
    if (outcome) outcomes.push({ place: row.place, ...outcome });
    else expected.push(row);
  }
  if (expected.length === 0) return outcomes;
  try {
    outcomes.push(...(await inSavepoint(tx, (inner) => target.write(inner, actor, expected))));
  } catch (error) {
    if (!rowRefusal(error)) throw error;
    // A row that violates a constraint must not fail the others.
    for (const row of expected) outcomes.push(await writeAlone(tx, target, actor, row));
  }
  return outcomes;
}

/** Result of a row whose record differs from the preview; null if it is as expected. */
function unexpected(row: PendingRow, now: Fields | undefined, relative: readonly string[]) {
  if (row.record_id === null) return null;
  if (!now) return { state: "failed" as const, reason: "It is no longer there." };
  const changed = Object.keys(row.before ?? {}).find(
    (field) =>
      field in now && !relative.includes(field) && !isDeepStrictEqual(now[field] ?? null, row.before?.[field] ?? null),
  );
  return changed === undefined
    ? null
    : { state: "changed_meanwhile" as const, reason: `Its ${fieldWords(changed)} was changed since.` };
}

async function writeAlone(tx: Tx, target: RunTarget, actor: ChangedBy, row: PendingRow): Promise<RowOutcome> {
  try {
    const [outcome] = await inSavepoint(tx, (inner) => target.write(inner, actor, [row]));
    if (!outcome) throw new Error("a row has no outcome");
    return outcome;
  } catch (error) {
    const refusal = rowRefusal(error);
    if (!refusal) throw error;
    const reason = target.problemOf(refusal) ?? "The value breaks a rule of the catalogue.";
    return { place: row.place, state: "failed", reason };
  }
}

/** SQLSTATE class 23: integrity constraint violation; class 22: value out of range. */
function rowRefusal(error: unknown): RowError | null {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    const { code, constraint } = cause as Error & Partial<RowError>;
    if (code && /^2[23]/.test(code)) return constraint === undefined ? { code } : { code, constraint };
  }
  return null;
}

async function writeOutcomes(tx: Tx, id: string, outcomes: RowOutcome[]): Promise<void> {
  await tx.execute(sql`
    update run_rows r set state = o.state, reason = o.reason, record_id = coalesce(o.record_id, r.record_id),
      after = coalesce(o.after, r.after)
    from jsonb_to_recordset(${JSON.stringify(outcomes)}::jsonb)
      as o(place int, state text, reason text, record_id uuid, after jsonb)
    where r.run_id = ${id}::uuid and r.place = o.place`);
}
