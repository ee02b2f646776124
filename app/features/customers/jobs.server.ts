import type { Shop } from "#app/platform/context.server.ts";
import { sweepPersonalData } from "./commands/sweep.server.ts";

/** Starts the nightly purge of personal data (`sweepPersonalData`) and vacuums the tables. */
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
