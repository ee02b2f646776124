import { Hono } from "hono";
import type { QueueHealth } from "#app/platform/queue-health.server.ts";
import { missingMigrations, type Database, type Migration } from "#db/client.server.ts";

const PATIENCE_MS = 5_000;

type Parts = {
  patienceMs?: number;
  queues?: () => Promise<QueueHealth>;
  /** Whether listings can be answered at once; if not, what they need is being read. */
  hasListings?: () => boolean;
};

/**
 * `/healthz`: this process answers. `/readyz`: the database answers within `patienceMs`, has every one of `migrations`,
 * its notifications arrive, and the product index is there; otherwise 503 with the names of the failed checks. Stuck mails and jobs are only
 * reported, because another process would not process them either.
 */
export function health(
  database: Pick<Database, "kind" | "sql" | "isListening">,
  migrations: readonly Migration[],
  { patienceMs = PATIENCE_MS, queues, hasListings = () => true }: Parts = {},
): Hono {
  const app = new Hono();
  app.get("/healthz", (c) => c.json({ status: "ok", uptime_s: Math.round(process.uptime()) }));
  app.get("/readyz", async (c) => {
    c.header("Cache-Control", "no-store");
    const missing = await missingParts(database, migrations, patienceMs);
    // Without notifications the page cache would miss changed prices.
    if (!database.isListening()) missing.push("notifications");
    if (!hasListings()) missing.push("products");
    if (missing.length > 0) return c.json({ status: "not ready", database: database.kind, missing }, 503);
    const found = await queues?.().catch(() => null);
    const state = (queue?: { stuck: boolean }) => (queue ? (queue.stuck ? "stuck" : "ok") : "unknown");
    return c.json({
      status: "ready",
      database: database.kind,
      migrations: migrations.length,
      mails: state(found?.mails),
      jobs: state(found?.jobs),
    });
  });
  return app;
}

async function missingParts(
  database: Pick<Database, "kind" | "sql">,
  migrations: readonly Migration[],
  patienceMs: number,
): Promise<string[]> {
  let timer: NodeJS.Timeout | undefined;
  const silence = new Promise<string[]>((resolve) => {
    timer = setTimeout(resolve, patienceMs, ["database"]);
  });
  const answer = missingMigrations(database, migrations).catch(() => ["database"]);
  return await Promise.race([answer, silence]).finally(() => clearTimeout(timer));
}
