import { afterAll, beforeAll, expect, test } from "vitest";
import { lockProducts, takeStock } from "#app/features/products/commands/stock.server.ts";
import type { Database } from "#db/client.server.ts";
import { makeProducts } from "../fixtures/catalog.ts";
import { makeAttempt } from "../fixtures/checkout.ts";
import { startPostgres, type TestPostgres } from "../setup/postgres.global.ts";
import { postgresDatabase } from "../setup/postgres.ts";

const PRODUCTS = 300;

// A server of its own: a transaction in any other database of a server keeps pages from being tidied up.
let server: TestPostgres;
beforeAll(async () => {
  server = await startPostgres();
});
afterAll(() => server.stop());

/** Products, and a function that holds 2 units of each of these and returns the share of updates that wrote no index. */
async function holding() {
  // One connection: its statistics are complete when it asks for them.
  const database = await postgresDatabase({ poolSize: 1, server });
  const goods = await makeProducts(database.db, PRODUCTS, { stock_quantity: 500 });
  // The snapshot of an automatic analyze would keep old versions of rows as a reader does.
  await database.sql("alter table products set (autovacuum_enabled = false)");
  await database.withConnection((client) => client.query("vacuum analyze products"));
  const attempt_id = await makeAttempt(database);
  const hold = async (places: number[][]) => {
    const before = await updates(database);
    for (const cart of places) {
      const lines = cart.map((place) => ({ id: goods[place % PRODUCTS]?.id ?? "", quantity: 2 }));
      await database.db.transaction(async (tx) => {
        await lockProducts(
          tx,
          lines.map(({ id }) => id),
        );
        expect(await takeStock(tx, lines, { attempt_id, reason: "hold" })).toBe(true);
      });
    }
    const after = await updates(database);
    expect(after.made - before.made).toBe(places.flat().length);
    return (after.hot - before.hot) / (after.made - before.made);
  };
  return { database, hold };
}

async function updates(database: Database): Promise<{ made: number; hot: number }> {
  await database.sql("select pg_stat_force_next_flush()");
  const { rows } = await database.sql(
    "select n_tup_upd as made, n_tup_hot_upd as hot from pg_stat_user_tables where relname = 'products'",
  );
  return { made: Number(rows[0]?.["made"]), hot: Number(rows[0]?.["hot"]) };
}

test("holds of stock write no index", async () => {
  const { hold } = await holding();
  expect(await hold(Array.from({ length: 400 }, (_, n) => [n * 7, n * 7 + 101, n * 7 + 202]))).toBeGreaterThan(0.95);
});

test("nor do they while a long read keeps the old versions of the rows", async () => {
  const { database, hold } = await holding();
  await database.withConnection(async (reader) => {
    await reader.query("begin isolation level repeatable read");
    await reader.query("select count(*) from products");
    expect(await hold(Array.from({ length: 30 }, (_, n) => [n * 10]))).toBeGreaterThan(0.95);
    await reader.query("rollback");
  });
});
