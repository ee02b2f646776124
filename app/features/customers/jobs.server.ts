import type { Shop } from "#app/lib/context.server.ts";
import { sweepPersonalData } from "./commands/sweep.server.ts";

/** Starts what makes the shop forget, every night: see `sweepPersonalData`. The freed space is used again. */
export async function startNightlySweep({
  database,
  db,
  jobs,
  log,
}: Pick<Shop, "database" | "db" | "jobs" | "log">): Promise<void> {
  await jobs.everyNight("nightly-sweep", async () => {
    log.info({ swept: await sweepPersonalData(db) }, "nightly sweep");
    await database.vacuum?.();
  });
}
