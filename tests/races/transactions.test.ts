import { eq, sql } from "drizzle-orm";
import { beforeAll, expect, onTestFinished, test, vi } from "vitest";
import { updateProduct } from "#app/features/products/commands/product.server.ts";
import type { Database, Tx } from "#db/client.server.ts";
import { categories, products } from "#db/schema/catalog.ts";
import { inTransaction } from "#db/transaction.server.ts";
import { actorOf } from "../fixtures/actors.ts";
import { makeGoods, stockNow } from "../fixtures/checkout.ts";
import { lockWaiters, postgresDatabase } from "../setup/postgres.ts";

let database: Database;

beforeAll(async () => {
  database = await postgresDatabase({ poolSize: 10 });
  return () => database.close();
});

test("an edit that PostgreSQL ends for a deadlock is saved by its next try", async () => {
  const [category] = await database.db.insert(categories).values({ name: "Grain", slug: "grain" }).returning();
  if (!category) throw new Error("no category");
  const id = await makeGoods(database, { category_id: category.id });
  const edit = { version: 1, was: { brand: "" }, mine: { brand: "Mama Gold" } };
  await database.withConnection(async (other) => {
    await other.query("begin");
    // The edit looks for deadlocks first, so it is the one that is ended.
    await other.query("set local deadlock_timeout = '60s'");
    await other.query("select 1 from categories where id = $1 for update", [category.id]);
    const exchange = async () => {
      await vi.waitFor(async () => expect(await lockWaiters(database)).toBe(1), { interval: 5, timeout: 20_000 });
      // Waits for the product, which the edit has locked, while the edit waits for the category.
      await other.query("update products set stock_quantity = 7 where id = $1", [id]);
      await other.query("commit");
    };
    const edited = updateProduct(database, actorOf(category.id, "admin"), id, edit);
    expect(await Promise.all([edited, exchange()])).toMatchObject([{ ok: true, version: 2 }, undefined]);
  });
  const [saved] = await database.db.select().from(products).where(eq(products.id, id));
  expect(saved).toMatchObject({ brand: "Mama Gold", stock_quantity: 7 });
});

test("a transaction that PostgreSQL ends for a serialization failure runs once more", async () => {
  const rice = await makeGoods(database);
  const bothHaveRead = Promise.withResolvers<void>();
  let reads = 0;
  const takeOne = () =>
    inTransaction(database.db, async (tx) => {
      await tx.execute(sql`set transaction isolation level repeatable read`);
      const [row] = await tx.select().from(products).where(eq(products.id, rice));
      reads += 1;
      if (reads === 2) bothHaveRead.resolve();
      await bothHaveRead.promise;
      const stock_quantity = (row?.stock_quantity ?? 0) - 1;
      await tx.update(products).set({ stock_quantity }).where(eq(products.id, rice));
    });
  await Promise.all([takeOne(), takeOne()]);
  expect(reads).toBe(3);
  expect(await stockNow(database, [rice])).toEqual([98]);
});

const LOST = /Failed query|terminat|Connection/;
/** Ends the connection of a transaction, as a server that is killed does. */
const end = (pid: number) =>
  database.withConnection((client) => client.query("select pg_terminate_backend($1, 10000)", [pid]));
const pidOf = async (tx: Tx) =>
  Number((await tx.execute<{ pid: number }>(sql`select pg_backend_pid() as pid`)).rows[0]?.pid);

test("a transaction whose connection is lost before its COMMIT runs once more on another one, and writes once", async () => {
  const rice = await makeGoods(database);
  const pids: number[] = [];
  const takeOne = (losses: number) =>
    inTransaction(database.db, async (tx) => {
      const pid = await pidOf(tx);
      pids.push(pid);
      await tx
        .update(products)
        .set({ stock_quantity: sql`stock_quantity - 1` })
        .where(eq(products.id, rice));
      if (pids.length <= losses) await end(pid);
      await tx.select().from(products).where(eq(products.id, rice));
    });
  await takeOne(1);
  expect(new Set(pids).size).toBe(2);
  expect(await stockNow(database, [rice])).toEqual([99]);
  // Lost again: the error is the caller's.
  pids.length = 0;
  await expect(takeOne(2)).rejects.toThrow(LOST);
  expect(pids).toHaveLength(2);
  expect(await stockNow(database, [rice])).toEqual([99]);
});

test("a transaction whose connection is lost while it commits is not run again, since it may be committed", async () => {
  const rice = await makeGoods(database);
  await database.sql(`create function wait_at_commit() returns trigger language plpgsql as
    $$ begin perform pg_sleep(60); return null; end $$`);
  await database.sql(`create constraint trigger slow_commit after update on products deferrable initially deferred
    for each row execute function wait_at_commit()`);
  onTestFinished(async () => void (await database.sql("drop function wait_at_commit cascade")));
  let pid = 0;
  let tries = 0;
  const committing = inTransaction(database.db, async (tx) => {
    tries += 1;
    pid = await pidOf(tx);
    await tx.update(products).set({ stock_quantity: 7 }).where(eq(products.id, rice));
  });
  committing.catch(() => {});
  const sleeping = async () =>
    (await database.sql("select from pg_stat_activity where pid = $1 and wait_event = 'PgSleep'", [pid])).rows.length;
  await expect.poll(sleeping).toBe(1);
  await end(pid);
  await expect(committing).rejects.toThrow(LOST);
  expect(tries).toBe(1);
  expect(await stockNow(database, [rice])).toEqual([100]);
});
