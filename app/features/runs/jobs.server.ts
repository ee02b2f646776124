import type { Shop } from "#app/lib/context.server.ts";
import { applyRun, type RunTargets } from "./commands/apply.server.ts";
import { fetchRunPictures, type FetchPicture } from "./commands/pictures.server.ts";
import { purgeRuns } from "./commands/purge.server.ts";

/** A job fetches pictures for so long and leaves the rest to a next one: a longer one counts as failed (ms). */
const PICTURES_MS = 240_000;

/**
 * Applies started runs and fetches their pictures, one job each; a run that a killed process left is taken up again.
 * Rows of old runs go at night.
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
  await shop.jobs.everyNight("purge-runs", async () => {
    shop.log.info({ purged: await purgeRuns(shop.db) }, "old runs purged");
  });
}
