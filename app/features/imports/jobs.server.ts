import { setTimeout as wait } from "node:timers/promises";
import { and, eq, exists, gt, or } from "drizzle-orm";
import type { Shop } from "#app/platform/context.server.ts";
import type { Tx } from "#db/client.server.ts";
import { run_rows, runs } from "#db/schema/runs.ts";
import { applyRun, type RunTargets } from "./commands/apply.server.ts";
import { fetchRunPictures, type FetchPicture } from "./commands/pictures.server.ts";
import { purgeRuns, purgeUnreadFiles } from "./commands/purge.server.ts";

/** Time limit of a picture job in ms; the rest is left to another job, because longer jobs count as failed. */
const PICTURES_MS = 240_000;

/**
 * Starts the jobs that apply runs and fetch their pictures, one job each. Runs of an ended process are resumed at once,
 * files that it was reading are deleted. Purges rows of old runs at night.
 */
export async function startRuns(
  shop: Pick<Shop, "db" | "log" | "jobs">,
  targets: RunTargets,
  fetchPicture: FetchPicture,
): Promise<void> {
  await purgeUnreadFiles(shop.db);
  // The queue would notice the end of a killed process after half a minute only. Enqueued before the queue's first poll.
  for (const id of await unfinishedRuns(shop.db)) await shop.jobs.enqueue(shop.db, "runs", { id, isResumed: true });
  await shop.jobs.work("runs", async (data) => {
    const id = String(data["id"]);
    if (data["isResumed"] === true && !(await resumeStalled(shop.db, id))) return;
    await applyRun(shop, targets, id);
    const isDone = await fetchRunPictures(shop, targets, fetchPicture, { id, until: Date.now() + PICTURES_MS });
    if (!isDone) await shop.jobs.enqueue(shop.db, "runs", { id });
  });
  await shop.jobs.everyNight("purge-runs", async () => {
    shop.log.info({ purged: await purgeRuns(shop.db) }, "old runs purged");
  });
}

/** A run that is being applied by another process gets on within this time, in ms. */
const STALL_MS = 2_000;

/** Whether the run gets on by no other process; its page then says that it is resumed. */
async function resumeStalled(db: Tx, id: string): Promise<boolean> {
  const left = await leftRows(db, id);
  await wait(STALL_MS);
  if ((await leftRows(db, id)) !== left) return false;
  await db.update(runs).set({ resumed_at: new Date() }).where(eq(runs.id, id));
  return true;
}

/** The number of rows that a run has not applied yet or that wait for pictures. */
async function leftRows(db: Tx, id: string): Promise<number> {
  const isLeft = or(eq(run_rows.state, "ready"), gt(run_rows.pictures_waiting, 0));
  return await db.$count(run_rows, and(eq(run_rows.run_id, id), isLeft));
}

/** Runs that were started and are not finished. Those of the command line have no job. */
async function unfinishedRuns(db: Tx): Promise<string[]> {
  const waits = and(eq(run_rows.run_id, runs.id), eq(run_rows.state, "applied"), gt(run_rows.pictures_waiting, 0));
  const isUnfinished = or(
    eq(runs.state, "applying"),
    and(eq(runs.state, "done"), exists(db.select({ place: run_rows.place }).from(run_rows).where(waits))),
  );
  const rows = await db.select({ id: runs.id }).from(runs).where(isUnfinished);
  return rows.map(({ id }) => id);
}
