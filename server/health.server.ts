import { Hono } from "hono";
import { missingMigrations, type Database, type Migration } from "#db/client.server.ts";

const PATIENCE_MS = 5_000;

/**
 * `/healthz`: this process answers. `/readyz`: the database answers within `patienceMs`, has every one of `migrations`,
 * and its notifications arrive; otherwise 503 with the names of what is missing.
 */
export function health(
  database: Pick<Database, "kind" | "sql" | "isListening">,
  migrations: readonly Migration[],
  patienceMs = PATIENCE_MS,
): Hono {
  const app = new Hono();
  app.get("/healthz", (c) => c.json({ status: "ok", uptime_s: Math.round(process.uptime()) }));
  app.get("/readyz", async (c) => {
    c.header("Cache-Control", "no-store");
    const missing = await whatIsMissing(database, migrations, patienceMs);
    // Without notifications the page cache does not hear of changed prices.
    if (!database.isListening()) missing.push("notifications");
    return missing.length > 0
      ? c.json({ status: "not ready", database: database.kind, missing }, 503)
      : c.json({ status: "ready", database: database.kind, migrations: migrations.length });
  });
  return app;
}

async function whatIsMissing(
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
