import type { Shop } from "#app/lib/context.server.ts";
import { applyRun, type RunTargets } from "./commands/apply.server.ts";

/** Applies started runs, one job each; a run that a killed process left is taken up again. */
export async function startRuns(shop: Pick<Shop, "db" | "log" | "jobs">, targets: RunTargets): Promise<void> {
  await shop.jobs.work("runs", async ({ id }) => await applyRun(shop, targets, String(id)));
}
