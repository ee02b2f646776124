import { and, eq, exists, gt, isNull, or } from "drizzle-orm";
import type { Shop } from "#app/platform/context.server.ts";
import type { Tx } from "#db/client.server.ts";
import { run_rows, runs } from "#db/schema/runs.ts";
import { applyRun, type RunTargets } from "./commands/apply.server.ts";
import { fetchRunPictures, type FetchPicture } from "./commands/pictures.server.ts";
import { purgeRuns } from "./commands/purge.server.ts";

/** Time limit of a picture job in ms; the rest is left to another job, because longer jobs count as failed. */
const PICTURES_MS = 240_000;

/**
 * Starts the jobs that apply runs and fetch their pictures, one job each; runs of a killed process are resumed. Purges
 * rows of old runs at night.
 */
export async function startRuns(
  shop: Pick<Shop, "db" | "log" | "jobs">,
  targets: RunTargets,
  fetchPicture: FetchPicture,
): Promise<void> {
  await shop.jobs.work("runs", async (data) => {
    const id = String(data["id"]);
    await applyRun(shop, targets, id);
    const isDone = await fetchRunPictures(shop, targets, fetchPicture, { id, until: Date.now() + PICTURES_MS });
    if (!isDone) await shop.jobs.enqueue(shop.db, "runs", { id });
  });
  for (const id of await unfinishedRuns(shop.db)) await shop.jobs.enqueue(shop.db, "runs", { id });
  await shop.jobs.everyNight("purge-runs", async () => {
    shop.log.info({ purged: await purgeRuns(shop.db) }, "old runs purged");
  });
}

/** Unfinished runs of the command line, which have no job. */
async function unfinishedRuns(db: Tx): Promise<string[]> {
  const waits = and(eq(run_rows.run_id, runs.id), eq(run_rows.state, "applied"), gt(run_rows.pictures_waiting, 0));
  const isUnfinished = or(
    eq(runs.state, "applying"),
    and(eq(runs.state, "done"), exists(db.select({ place: run_rows.place }).from(run_rows).where(waits))),
  );
  const rows = await db
    .select({ id: runs.id })
    .from(runs)
    .where(and(isNull(runs.actor_id), isUnfinished));
  return rows.map(({ id }) => id);
}
