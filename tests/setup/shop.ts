import { existsSync, mkdtempSync, openAsBlob } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { inject } from "vitest";
import { readEnv } from "#app/platform/env.server.ts";
import type { Database } from "#db/client.server.ts";
import type { RunningShop, StartOptions, startShop as StartShop } from "#server/start.server.ts";
import { testDatabase } from "./database.ts";
import { writeDump } from "./dump.ts";
import { freePort } from "./postgres.global.ts";

const root = join(import.meta.dirname, "..", "..");

/** Demo pictures are the same for every shop of every run: rendered once, cached beside the installed packages. */
export const demoFiles = join(root, "node_modules", ".cache", "oja-files");

/** Numbers of products that many files need: their shops start from the database of an earlier demo start. */
const WITH_TEMPLATE = [0, 400];

type Options = {
  products?: number;
  database?: Database;
  env?: Record<string, string>;
  log?: (line: string) => void;
};

/**
 * The built shop on free ports with its own database, the sandbox and the mailbox: like `npm start`, with fewer
 * products. `log` gets the lines of its log. Close it in the hook that started it.
 */
export async function testShop({ products = 0, database, env = {}, log }: Options = {}): Promise<RunningShop> {
  const { startShop } = (await import(join(root, "build/server/index.js"))) as { startShop: typeof StartShop };
  const settings = {
    // Behind a proxy the shop leaves its port until it is ready, and the system could give it to another program.
    PORT: env["TRUST_PROXY"] ? String(await freePort()) : "0",
    DEMO: "1",
    DATA_DIR: mkdtempSync(join(tmpdir(), "oja-")),
    FILES_DIR: demoFiles,
    DEMO_PRODUCTS: String(products),
    DEMO_ORDERS: "0",
    DEMO_DELIVERY: "0",
    LOG_LEVEL: "error",
    ...env,
  };
  // The proxy setting only gives visitors unique addresses: passwords and sandboxes are those of a private demo.
  const { PUBLIC } = readEnv({ ...settings, TRUST_PROXY: "0" });
  const options: StartOptions = {
    env: { ...readEnv(settings), PUBLIC },
    clientDir: join(root, "build/client"),
    databaseDir: join(root, "db"),
    pollSeconds: 0.5,
    log: log && { write: log },
  };
  if (database || env.DATABASE_URL) return await startShop({ ...options, database });
  const isUsual = settings.DEMO === "1" && !PUBLIC && WITH_TEMPLATE.includes(products);
  const template = isUsual ? await demoTemplate(products) : undefined;
  return await startShop({ ...options, database: await testDatabase(template) });
}

/** The database after the first start of such a demo; created once per run. */
async function demoTemplate(products: number): Promise<Blob> {
  const path = join(inject("demoTemplates"), `${products}.tar`);
  if (!existsSync(path)) {
    const database = await testDatabase();
    let dump: Blob | undefined;
    const close = async () => {
      // The next shop has its own secret.
      await database.sql("delete from shop_state where key = 'auth-secret'");
      dump = await database.dump?.();
      await database.close();
    };
    await testShop({ products, database: { ...database, close } }).then((shop) => shop.close());
    if (!dump) throw new Error("The embedded database cannot be dumped.");
    await writeDump(path, dump);
  }
  return await openAsBlob(path);
}
