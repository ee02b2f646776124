import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startRun, undoRun } from "#app/features/imports/commands.server.ts";
import { previewBulk } from "#app/features/imports/commands/bulk.server.ts";
import { runById } from "#app/features/imports/queries.server.ts";
import { rowTotal } from "#app/features/imports/rules.ts";
import { createJobs, type Jobs } from "#app/platform/jobs.server.ts";
import { createLogger } from "#app/platform/log.server.ts";
import { openDatabase, type Database } from "#db/client.server.ts";
import { users } from "#db/schema/auth.ts";
import { endAll, spawnShop, type ShopProcess } from "../../bench/processes.ts";
import { actorOf } from "../fixtures/actors.ts";
import { makeProducts } from "../fixtures/catalog.ts";
import { lockWaiters, postgresUrl } from "../setup/postgres.ts";

const ROWS = 450;
/** Each test starts up to two processes. */
const PATIENCE = { timeout: 300_000 };
let url: string;
let database: Database;
let jobs: Jobs;
let admin: ReturnType<typeof actorOf>;
/** The process that the first test leaves. */
let living: ShopProcess | undefined;

beforeAll(async () => {
  url = await postgresUrl();
  database = await openDatabase({ url, folder: "" });
  // Enqueues jobs and processes none.
  jobs = await createJobs(database, createLogger("silent"));
  // The first use of a queue reads its options, which is not allowed inside a transaction; this run has none.
  await jobs.enqueue(database.db, "runs", { id: "00000000-0000-4000-8000-000000000000" });
  const boss = { name: "Bola", email: "bola@oja.example", role: "admin" };
  const [user] = await database.db.insert(users).values(boss).returning();
  admin = actorOf(user!.id, "admin");
});
afterAll(async () => {
  await endAll();
  await jobs?.close();
  await database?.close();
});

const shopProcess = () =>
  spawnShop({ DATABASE_URL: url, DEMO: "0", DATA_DIR: mkdtempSync(join(tmpdir(), "oja-killed-")) });
const run = async (id: string) => (await runById(database.db, id))!;
const rows = async (text: string) => (await database.sql(text)).rows;

/**
 * Lets `shop` process the run until it waits for the product of row 250, in a batch of at most 100 rows, and kills it
 * there. Returns the number of rows applied before that batch.
 */
async function killInTheMiddle(shop: ShopProcess, id: string, start: () => Promise<unknown>): Promise<number> {
  const held = await database.pool.connect();
  try {
    await held.query("begin");
    const place = "select record_id from run_rows where run_id = $1 and place = 250";
    await held.query(`select 1 from products where id = (${place}) for update`, [id]);
    await start();
    await expect.poll(() => lockWaiters(database)).toBe(1);
    const { applied, ready } = (await run(id)).counts;
    expect([applied >= 150, applied < 250, ready]).toEqual([true, true, ROWS - applied]);
    process.kill(shop.pid, "SIGKILL");
    await expect.poll(() => shop.isAlive()).toBe(false);
    return applied;
  } finally {
    await held.query("rollback");
    held.release();
  }
}

/** The queue will not take over the jobs of the killed process while this test runs. */
async function keepJobs(): Promise<void> {
  await database.sql("update pgboss.job set heartbeat_on = now() + interval '1 hour' where state = 'active'");
}

test(
  "a run whose process is killed goes on in the next one: each row once, counts add up, and it can be undone",
  PATIENCE,
  async () => {
    await makeProducts(database.db, ROWS, { price_kobo: 100_000 });
    const change = { field: "price", how: "percent", percent: 5, round_kobo: 1 } as const;
    const made = await previewBulk(database.db, admin, { change, title: "Dearer", where: sql`true` });
    const id = made.ok ? made.id : "";
    const first = await shopProcess();
    const applied = await killInTheMiddle(first, id, () => startRun({ db: database.db, jobs }, admin, id));
    // The batch of the killed process was rolled back.
    expect((await run(id)).counts).toMatchObject({ applied, ready: ROWS - applied });
    await keepJobs();

    expect((await run(id)).resumed_at).toBeNull();
    const second = await shopProcess();
    await expect.poll(async () => (await run(id)).state).toBe("done");
    expect((await run(id)).resumed_at).toBeInstanceOf(Date);
    const { counts } = await run(id);
    expect([counts.applied, rowTotal(counts)]).toEqual([ROWS, ROWS]);
    expect(
      await rows("select price_kobo::int as price, version, count(*)::int as n from products group by 1, 2"),
    ).toEqual([{ price: 105_000, version: 2, n: ROWS }]);
    const audited = `select n, count(*)::int as products from
    (select count(*)::int as n from audit_log where subject in (select id::text from products) group by subject) lines group by n`;
    expect(await rows(audited)).toEqual([{ n: 1, products: ROWS }]);

    const undone = await undoRun({ db: database.db, jobs }, admin, id);
    const undo = undone.ok ? undone.id : "";
    await expect.poll(async () => (await run(undo)).state).toBe("done");
    expect((await run(undo)).counts.applied).toBe(ROWS);
    expect(await rows("select distinct price_kobo::int as price from products")).toEqual([{ price: 100_000 }]);
    expect(await rows(audited)).toEqual([{ n: 2, products: ROWS }]);
    living = second;
  },
);

test("a run whose process is killed goes on in another one that lives, which says so", PATIENCE, async () => {
  await database.sql("delete from runs");
  const change = { field: "price", how: "percent", percent: 5, round_kobo: 1 } as const;
  const made = await previewBulk(database.db, admin, { change, title: "Dearer", where: sql`true` });
  const id = made.ok ? made.id : "";
  if (!living) await endAll();
  const first = living ?? (await shopProcess());
  let second: ShopProcess | undefined;
  await killInTheMiddle(first, id, async () => {
    await startRun({ db: database.db, jobs }, admin, id);
    await expect.poll(async () => (await run(id)).counts.applied).toBeGreaterThan(0);
    second = await shopProcess();
    await keepJobs();
  });
  await expect.poll(async () => (await run(id)).state).toBe("done");
  expect((await run(id)).resumed_at).toBeInstanceOf(Date);
  expect((await run(id)).counts.applied).toBe(ROWS);
  expect(second?.isAlive()).toBe(true);
});
