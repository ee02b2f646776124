import { existsSync, mkdtempSync, openAsBlob } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { inject } from "vitest";
import { readEnv } from "#app/platform/env.server.ts";
import { openDatabase, type Database } from "#db/client.server.ts";
import type { RunningShop, StartOptions, startShop as StartShop } from "#server/start.server.ts";
import { embeddedDatabase } from "./database.ts";
import { writeDump } from "./dump.ts";
import { askedWhenTold } from "./notices.ts";
import { freePort } from "./postgres.global.ts";
import { databaseName, onServer, postgresDatabase, postgresUrl } from "./postgres.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** The database of a project's shops, where a test does not say. */
    shopDatabase: "embedded" | "postgres" | undefined;
  }
}

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
 * products, and in `tests/routes/` and `tests/races/` on a real PostgreSQL. `log` gets the lines of its log. Close it in
 * the hook that started it.
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
  if (inject("shopDatabase") === "postgres") {
    const template = isUsual ? await demoDatabase(products) : undefined;
    return await askedWhenTold(await startShop({ ...options, database: await postgresDatabase({ template }) }));
  }
  const template = isUsual ? await demoDump(products) : undefined;
  return await startShop({ ...options, database: await embeddedDatabase(template) });
}

/** Templates are made by one file at a time. */
const TEMPLATE_LOCK = 2;

/** The name of the database after the first start of such a demo; created once per run. */
async function demoDatabase(products: number): Promise<string> {
  const name = `demo_${products}`;
  await onServer(inject("postgres"), async (client) => {
    await client.query(`select pg_advisory_lock(${TEMPLATE_LOCK})`);
    const { rowCount } = await client.query("select from pg_database where datname = $1", [name]);
    if (rowCount) return;
    const url = await postgresUrl();
    await startOnce(products, await openDatabase({ url, folder: "" }));
    await client.query(`alter database ${databaseName(url)} rename to ${name}`);
  });
  return name;
}

/** The dump of the embedded database after the first start of such a demo; created once per run. */
async function demoDump(products: number): Promise<Blob> {
  const path = join(inject("demoTemplates"), `${products}.tar`);
  if (!existsSync(path)) {
    const database = await embeddedDatabase();
    let dump: Blob | undefined;
    await startOnce(products, database, async () => {
      dump = await database.dump?.();
    });
    if (!dump) throw new Error("The embedded database cannot be dumped.");
    await writeDump(path, dump);
  }
  return await openAsBlob(path);
}

/** Starts such a demo on `database` and closes both, after `keep`. */
async function startOnce(products: number, database: Database, keep = async () => {}): Promise<void> {
  const close = async () => {
    // The next shop has its own secret.
    await database.sql("delete from shop_state where key = 'auth-secret'");
    await keep();
    await database.close();
  };
  await testShop({ products, database: { ...database, close } }).then((shop) => shop.close());
}
