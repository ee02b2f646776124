import { eq, sql } from "drizzle-orm";
import { can, type Actor, type SystemActor } from "#app/features/permissions/rules.ts";
import { recordChange, type ChangedBy } from "#app/features/records/commands/audit.server.ts";
import type { FieldErrors } from "#app/lib/forms.ts";
import type { Jobs } from "#app/platform/jobs.server.ts";
import type { Db, Tx } from "#db/client.server.ts";
import { runs } from "#db/schema/runs.ts";
import { inTransaction } from "#db/transaction.server.ts";
import { awaitFailedPictures, dropWaitingPictures } from "./commands/pictures.server.ts";
import { runById } from "./queries.server.ts";
import { runSummary } from "./queries/run-rows.server.ts";
import { confirmationErrors, mayUndo, type Confirmation, type PreviewRow, type RunKind } from "./rules.ts";

export type RunsContext = { db: Db; jobs: Pick<Jobs, "enqueue"> };

/** Rows per statement, so that none blocks the embedded database, or parsing other requests, for long. */
export const PART = 500;

/**
 * Stores a preview: the run and its rows in the given order, in small statements between which other requests can run.
 * Nothing is applied. The caller checks permissions for the noun. Returns the run id.
 */
export async function createRun(
  db: Tx,
  actor: ChangedBy,
  { kind, noun, title, rows }: { kind: Exclude<RunKind, "undo">; noun: string; title: string; rows: PreviewRow[] },
): Promise<string> {
  const [run] = await db
    .insert(runs)
    .values({ kind, noun, title, ...columnsOf(actor) })
    .returning({ id: runs.id });
  if (!run) throw new Error("the run was not written");
  for (let from = 0; from < rows.length; from += PART)
    await insertRunRows(db, run.id, from, rows.slice(from, from + PART));
  await db.update(runs).set({ state: "preview" }).where(eq(runs.id, run.id));
  return run.id;
}

export const columnsOf = (actor: ChangedBy) =>
  "system" in actor ? { actor: actor.system, actor_id: null } : { actor: actor.role, actor_id: actor.id };

export async function insertRunRows(db: Tx, runId: string, from: number, rows: PreviewRow[]): Promise<void> {
  const waiting = ({ pictures = [] }: PreviewRow) => pictures.filter(({ state }) => state === "waiting").length;
  const items = rows.map((row) => ({ ...row, pictures_waiting: waiting(row) }));
  await db.execute(sql`
    insert into run_rows (run_id, place, record_id, label, before, after, state, reason, price, pictures, pictures_waiting)
    select ${runId}::uuid, ${from} + r.place, (r.item ->> 'record_id')::uuid, r.item ->> 'label',
      nullif(r.item -> 'before', 'null'), nullif(r.item -> 'after', 'null'), r.item ->> 'state', r.item ->> 'reason',
      nullif(r.item -> 'price', 'null'), r.item -> 'pictures', (r.item ->> 'pictures_waiting')::int
    from jsonb_array_elements(${JSON.stringify(items)}::jsonb) with ordinality as r(item, place)`);
}

type Unconfirmed = { ok: false; reason: "unconfirmed"; errors: FieldErrors };

export type StartRunResult =
  | { ok: true }
  | { ok: false; reason: "forbidden" | "not_found" | "not_preview" }
  | Unconfirmed;

type MaybeActor = Actor | SystemActor;

/** Whether the actor may apply and undo runs of this kind over records of `noun`. */
function mayRun(actor: MaybeActor, { kind, noun }: { kind: string; noun: string }): actor is NonNullable<MaybeActor> {
  if (actor && "system" in actor) return true;
  if (noun === "zone") return can(actor, "delivery.edit");
  return can(actor, "products.edit") && (kind !== "import" || can(actor, "import"));
}

/**
 * Starts applying a preview, once; its job resumes after a crash. Admins confirm many records and striking prices
 * (`confirmationErrors`).
 */
export async function startRun(
  { db, jobs }: RunsContext,
  actor: MaybeActor,
  id: string,
  given: Confirmation = {},
): Promise<StartRunResult> {
  return await inTransaction(db, async (tx, rollback): Promise<StartRunResult> => {
    const started = await moveRun(tx, actor, id, "applying");
    if (!started.ok) return started;
    const errors = "system" in started.actor ? null : await unconfirmed(tx, id, given);
    if (errors) return rollback({ ok: false, reason: "unconfirmed", errors });
    await recordChange(tx, started.actor, {
      action: "run.apply",
      subject: id,
      before: null,
      after: { title: started.title },
    });
    await jobs.enqueue(tx, "runs", { id });
    return { ok: true };
  });
}

async function unconfirmed(tx: Tx, id: string, given: Confirmation): Promise<FieldErrors | null> {
  const { ready, flagged } = await runSummary(tx, id);
  return confirmationErrors(ready, flagged, given);
}

/** Cancels a preview. */
export async function cancelRun({ db }: RunsContext, actor: Actor, id: string): Promise<StartRunResult> {
  return await inTransaction(db, async (tx): Promise<StartRunResult> => {
    const moved = await moveRun(tx, actor, id, "cancelled");
    return moved.ok ? { ok: true } : moved;
  });
}

async function moveRun(tx: Tx, actor: MaybeActor, id: string, state: "applying" | "cancelled") {
  const { kind, noun, title } = runs;
  const [run] = await tx
    .select({ kind, noun, title, state: runs.state })
    .from(runs)
    .where(eq(runs.id, id))
    .for("update");
  if (!run) return { ok: false as const, reason: "not_found" as const };
  if (!mayRun(actor, run)) return { ok: false as const, reason: "forbidden" as const };
  if (run.state !== "preview") return { ok: false as const, reason: "not_preview" as const };
  const at = new Date();
  await tx
    .update(runs)
    .set(state === "applying" ? { state, started_at: at } : { state, finished_at: at })
    .where(eq(runs.id, id));
  return { ok: true as const, title: run.title, actor };
}

export type RetryPicturesResult =
  | { ok: true }
  | { ok: false; reason: "forbidden" | "not_found" | "undone" | "nothing" };

/** Retries the failed pictures of a run. */
export async function retryPictures({ db, jobs }: RunsContext, actor: Actor, id: string): Promise<RetryPicturesResult> {
  return await inTransaction(db, async (tx): Promise<RetryPicturesResult> => {
    await tx.select({ id: runs.id }).from(runs).where(eq(runs.id, id)).for("update");
    const run = await runById(tx, id);
    if (!run) return { ok: false, reason: "not_found" };
    if (!mayRun(actor, run)) return { ok: false, reason: "forbidden" };
    if (run.isUndone) return { ok: false, reason: "undone" };
    if ((await awaitFailedPictures(tx, id)) === 0) return { ok: false, reason: "nothing" };
    await recordChange(tx, actor, { action: "run.pictures", subject: id, before: null, after: { title: run.title } });
    await jobs.enqueue(tx, "runs", { id });
    return { ok: true };
  });
}

export type UndoRunResult =
  | { ok: true; id: string }
  | { ok: false; reason: "forbidden" | "not_found" | "not_done" | "too_late" | "undone" | "nothing" }
  | Unconfirmed;

/**
 * Undoes a run by a new run over its applied rows with before and after swapped, which its job copies (`copyUndo`). Rows
 * changed since then are skipped.
 * Concurrent undos create one run. Undoing many records is confirmed like applying them.
 */
export async function undoRun(
  ctx: RunsContext,
  actor: Actor,
  id: string,
  given: Confirmation = {},
): Promise<UndoRunResult> {
  return await inTransaction(ctx.db, async (tx): Promise<UndoRunResult> => {
    await tx.select({ id: runs.id }).from(runs).where(eq(runs.id, id)).for("update");
    const run = await runById(tx, id);
    if (!run) return { ok: false, reason: "not_found" };
    if (!mayRun(actor, run)) return { ok: false, reason: "forbidden" };
    const may = mayUndo(run, Date.now());
    if (!may.ok) return may;
    const errors = confirmationErrors(run.counts.applied, 0, given);
    if (errors) return { ok: false, reason: "unconfirmed", errors };
    const [undo] = await tx
      .insert(runs)
      .values({
        kind: "undo",
        noun: run.noun,
        title: `Undo: ${run.title}`,
        state: "applying",
        started_at: new Date(),
        undo_of: id,
        ...columnsOf(actor),
      })
      .returning({ id: runs.id });
    if (!undo) throw new Error("the undo was not written");
    await dropWaitingPictures(tx, id);
    await recordChange(tx, actor, { action: "run.undo", subject: id, before: null, after: { title: run.title } });
    await ctx.jobs.enqueue(tx, "runs", { id: undo.id });
    return { ok: true, id: undo.id };
  });
}
