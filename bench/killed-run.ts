import { setTimeout as wait } from "node:timers/promises";
import { sql, type SQL } from "drizzle-orm";
import { startRun } from "#app/features/imports/commands.server.ts";
import { previewBulk } from "#app/features/imports/commands/bulk.server.ts";
import { runById } from "#app/features/imports/queries.server.ts";
import { createJobs } from "#app/platform/jobs.server.ts";
import { createLogger } from "#app/platform/log.server.ts";
import { openDatabase, type Database } from "#db/client.server.ts";
import { count, information, time, type Figure } from "./figures.ts";
import { spawnShop, type ShopProcess } from "./processes.ts";
import { closing, OWNER, type World } from "./world.ts";

const ROWS = 10_000;
const PATIENCE_MS = 120_000;

/** How soon a run goes on whose process is killed: in another process, and in the next one after it has started. */
export async function killedRun(world: World): Promise<Figure[]> {
  const url = await world.emptyPostgres();
  const start = () => spawnShop({ DATABASE_URL: url, DEMO: "0", DATA_DIR: world.folder() });
  return await closing(await openDatabase({ url, folder: "" }), async (database) => {
    await database.db.execute(sql`
      insert into products (name, slug, price_kobo)
      select 'Product ' || n, 'product-' || n, 100000 from generate_series(1, ${ROWS}) n`);
    const first = await start();
    const alone = await begin(database);
    await kill(first);
    const before = await appliedRows(database, alone);
    const next = await start();
    const restarted = await untilMore(database, alone, before);
    await until("the end of the run", async () => (await runById(database.db, alone))?.state === "done");
    // It waits for this product while the other process starts.
    const held = await database.pool.connect();
    await held.query("begin");
    await held.query(`select 1 from products where slug = 'product-${ROWS / 2}' for update`);
    const shared = await begin(database);
    const other = await start();
    const left = await appliedRows(database, shared);
    await kill(next);
    await held.query("rollback");
    held.release();
    const taken = await untilMore(database, shared, left);
    await other.stop();
    const what = `a run of ${count(ROWS)} products whose process is killed goes on`;
    return [
      information(`${what}, after the next start is ready`, time(restarted)),
      information(`${what} in another process, after the kill`, time(taken)),
    ];
  });
}

/** Starts a run and waits until a process has applied some of it. Returns its id. */
async function begin(database: Database): Promise<string> {
  const id = await startPriceRun(database, sql`true`);
  await until("the first rows", async () => (await appliedRows(database, id)) > 0);
  return id;
}

/** Raises the prices of the products of `where` by a run that a shop's process applies. Returns its id. */
export async function startPriceRun(database: Database, where: SQL): Promise<string> {
  const { db } = database;
  const jobs = await createJobs(database, createLogger("silent"));
  const change = { field: "price", how: "percent", percent: 5, round_kobo: 1, discounts: "move" } as const;
  const made = await previewBulk(db, OWNER, { change, title: "Price +5%", where, most: 1_000_000 });
  if (!made.ok) throw new Error(made.reason);
  await jobs.enqueue(db, "runs", { id: "00000000-0000-4000-8000-000000000000" });
  const ready = (await runById(db, made.id))?.counts.ready ?? 0;
  const started = await startRun({ db, jobs }, OWNER, made.id, { count: ready });
  if (!started.ok) throw new Error(started.reason);
  await jobs.close();
  return made.id;
}

async function appliedRows({ db }: Database, id: string): Promise<number> {
  return (await runById(db, id))?.counts.applied ?? 0;
}

/** Milliseconds until more than `before` rows of the run are applied. */
async function untilMore(database: Database, id: string, before: number): Promise<number> {
  const from = performance.now();
  await until("more rows", async () => (await appliedRows(database, id)) > before);
  return performance.now() - from;
}

async function kill(shop: ShopProcess): Promise<void> {
  process.kill(shop.pid, "SIGKILL");
  await until("the end of the process", async () => !shop.isAlive());
}

async function until(what: string, isReached: () => Promise<boolean>): Promise<void> {
  const patience = performance.now() + PATIENCE_MS;
  while (!(await isReached())) {
    if (performance.now() > patience) throw new Error(`Waited in vain for ${what}.`);
    await wait(20);
  }
}
