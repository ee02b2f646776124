import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { HealthContext } from "#app/features/health/queries.server.ts";
import type { Env } from "#app/platform/env.server.ts";
import type { Database } from "#db/client.server.ts";
import { serveMetrics, type ServedMetrics } from "./metrics/serve-metrics.server.ts";
import type { PageCache } from "./middleware/page-cache.server.ts";
import { traceQueries } from "./traced-queries.ts";

type Settings = Pick<Env, "METRICS_PORT" | "METRICS_HOST" | "METRICS_TOKEN" | "TRACES">;

export type Observability = {
  /** Null if neither METRICS_PORT nor METRICS_TOKEN is set. */
  serveMetrics: (cache: PageCache, health: HealthContext) => Promise<ServedMetrics | null>;
  close: () => Promise<void>;
};

/** Metrics and spans as far as they are set; without settings nothing is loaded and nothing is measured. `root` has package.json. */
export async function startObservability(env: Settings, database: Database, root: string): Promise<Observability> {
  const hasMetrics = env.METRICS_PORT !== undefined || env.METRICS_TOKEN !== undefined;
  if (!hasMetrics && !env.TRACES) return { serveMetrics: async () => null, close: async () => {} };
  const { version } = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as { version: string };
  traceQueries(database.pool);
  if (database.replica) traceQueries(database.replica.pool);
  let endExport = async () => {};
  if (env.TRACES) {
    const { exportSpans } = await import("#app/platform/tracing/exporter.server.ts");
    endExport = await exportSpans({ ...env.TRACES, version });
  }
  let metrics: ServedMetrics | null = null;
  return {
    serveMetrics: async (cache, health) =>
      (metrics = hasMetrics ? await serveMetrics(env, { database, cache, version, health }) : null),
    async close() {
      await metrics?.close();
      await endExport();
    },
  };
}
