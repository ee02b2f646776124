import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { readEnv } from "#app/lib/env.server.ts";
import type { Database } from "#db/client.server.ts";
import type { RunningShop, startShop as StartShop } from "#server/start.server.ts";
import { testDatabase } from "./database.ts";

const root = join(import.meta.dirname, "..", "..");

/** Demo pictures are the same for every shop of every run: drawn once, kept beside the installed packages. */
export const demoFiles = join(root, "node_modules", ".cache", "oja-files");

type Options = {
  products?: number;
  orders?: number;
  database?: Database;
  env?: Record<string, string>;
  log?: (line: string) => void;
};

/**
 * The built shop on free ports with a database of its own, the sandbox and the mailbox: what `npm start` runs, with
 * fewer goods. `log` gets the lines of its log. Close it in the hook that started it.
 */
export async function testShop({
  products = 0,
  orders = 0,
  database,
  env = {},
  log,
}: Options = {}): Promise<RunningShop> {
  const { startShop } = (await import(join(root, "build/server/index.js"))) as { startShop: typeof StartShop };
  const settings = {
    PORT: "0",
    DEMO: "1",
    DATA_DIR: mkdtempSync(join(tmpdir(), "oja-")),
    FILES_DIR: demoFiles,
    DEMO_PRODUCTS: String(products),
    DEMO_ORDERS: String(orders),
    LOG_LEVEL: "error",
    ...env,
  };
  // The proxy only gives visitors addresses of their own: passwords and sandboxes are those of a demo without one.
  const { PUBLIC } = readEnv({ ...settings, TRUST_PROXY: "0" });
  return await startShop({
    env: { ...readEnv(settings), PUBLIC },
    clientDir: join(root, "build/client"),
    migrationsDir: join(root, "db/migrations"),
    database: database ?? (env.DATABASE_URL ? undefined : await testDatabase()),
    pollSeconds: 0.5,
    log: log && { write: log },
  });
}
