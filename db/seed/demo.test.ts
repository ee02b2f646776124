import { spawn } from "node:child_process";
import { once } from "node:events";
import { openAsBlob } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, inject, onTestFinished, test } from "vitest";
import { type Database, openDatabase } from "#db/client.server.ts";
import { refuseDemoRemains } from "#server/accounts.server.ts";
import { makeProduct } from "#tests/fixtures/catalog.ts";
import { closedAfterTest } from "#tests/setup/closed-after-test.ts";
import { embeddedDatabase, testDatabase } from "#tests/setup/database.ts";
import { hasDemo } from "./demo-state.ts";
import { seedDemo } from "./demo.ts";
import { removeDemo } from "./remove-demo.ts";

const NOW = new Date("2026-11-20T12:00:00Z");
const ROOT = join(import.meta.dirname, "../..");

async function number(database: Database, text: string): Promise<number> {
  return Number((await database.sql(text)).rows[0]?.["n"]);
}

test("a shop is filled once, with the trigger's top categories and all its indexes", async () => {
  const database = await testDatabase();
  const indexes = "select count(*) as n from pg_indexes where tablename = 'products'";
  const before = await number(database, indexes);
  const progress: string[] = [];
  const options = { database, products: 2000, filesDir: "unused", now: NOW, pictures: false };
  await seedDemo({ ...options, onProgress: (done, total, what) => progress.push(`${what} ${done}/${total}`) });

  expect(await number(database, "select count(*) as n from products")).toBe(2000);
  expect(
    await number(
      database,
      `select count(*) as n from products p join categories s on s.id = p.category_id
       join categories t on t.id = s.parent_id where p.top_category_id = t.id and t.parent_id is null`,
    ),
  ).toBe(2000);
  expect(await number(database, indexes)).toBe(before);
  expect(await number(database, "select products as n from search_words where word = 'rice'")).toBeGreaterThan(25);
  expect(
    await number(
      database,
      "select count(*) as n from products where search @@ websearch_to_tsquery('english', 'bags of rice')",
    ),
  ).toBeGreaterThan(25);
  expect(await number(database, "select count(*) as n from categories where image_url is null")).toBe(5);
  expect(progress).toContain("products 2000/2000");
  expect(await number(database, "select count(*) as n from product_groups")).toBeGreaterThan(100);
  const alone =
    "select count(*) as n from (select group_id from products where group_id is not null group by 1 having count(*) = 1) as g";
  expect(await number(database, alone)).toBe(0);

  await database.sql("update products set stock_quantity = 77");
  await seedDemo({ ...options, products: 3000 });
  expect(await number(database, "select count(*) as n from products where stock_quantity = 77")).toBe(2000);
  await database.close();
});

test("a shop with products of its own is left alone", async () => {
  const database = await testDatabase();
  await makeProduct(database.db);
  await seedDemo({ database, products: 100, filesDir: "unused", pictures: false });
  expect(await number(database, "select count(*) as n from products")).toBe(1);
  expect(await hasDemo(database.db)).toBe(false);
  await database.close();
});

const load = "select count(*) as n from shop_state where key = 'demo-load'";
const indexCount = "select count(*) as n from pg_indexes where tablename = 'products'";
/** More than two of the parts in which the embedded database is filled. */
const SOME = 1_100;
/** All products without what the database gives them, as one hash. */
const goods = `select md5(string_agg((to_jsonb(p) - '{category_id,top_category_id}'::text[])::text, '' order by id)) as n from products p`;

/** The goods of an undisturbed load on PostgreSQL. */
async function goodsOf(products: number): Promise<unknown> {
  const database = await testDatabase();
  await seedDemo({ database, products, filesDir: "unused", now: NOW, pictures: false });
  return (await database.sql(goods)).rows[0]?.["n"];
}

test("after a failure the next start goes on where it was, and the goods are those of a load without one", async () => {
  const database = await embeddedDatabase();
  const indexes = await number(database, indexCount);
  const options = { database, products: SOME, filesDir: "unused", now: NOW, pictures: false };
  for (const [phase, at] of [
    ["products", 500],
    ["indexes", 3],
  ]) {
    const onProgress = (done: number, _total: number, what: string) => {
      if (what === phase && done === at) throw new Error("lights out");
    };
    await expect(seedDemo({ ...options, onProgress })).rejects.toThrow("lights out");
    expect(await hasDemo(database.db)).toBe(false);
    expect(await number(database, load)).toBe(1);
  }
  // Dates go on from those of the first start.
  await seedDemo({ ...options, now: new Date("2026-12-24T12:00:00Z") });
  expect((await database.sql(goods)).rows[0]?.["n"]).toBe(await goodsOf(SOME));
  expect(await number(database, indexCount)).toBe(indexes);
  expect(await number(database, load)).toBe(0);
  expect(await hasDemo(database.db)).toBe(true);
});

test("a load of another number is begun again", async () => {
  const database = await embeddedDatabase();
  const options = { database, filesDir: "unused", now: NOW, pictures: false };
  const onProgress = () => {
    throw new Error("lights out");
  };
  await expect(seedDemo({ ...options, products: 3000, onProgress })).rejects.toThrow("lights out");
  expect(await number(database, "select count(*) as n from products")).toBe(500);
  await seedDemo({ ...options, products: 700 });
  expect((await database.sql(goods)).rows[0]?.["n"]).toBe(await goodsOf(700));
});

test("a start that is killed while it loads is continued by the next", async () => {
  const root = await mkdtemp(join(tmpdir(), "oja-seed-"));
  onTestFinished(() => rm(root, { recursive: true }));
  const folder = join(root, "db");
  const template = await openAsBlob(inject("databaseTemplate"));
  await openDatabase({ folder, template }).then((empty) => empty.close());
  const script = `
    import { openDatabase } from "#db/client.server.ts";
    import { seedDemo } from "#db/seed/demo.ts";
    const database = await openDatabase({ folder: ${JSON.stringify(folder)} });
    const onProgress = (done, total, what) => what === "products" && done === 500 && process.kill(process.pid, "SIGKILL");
    const now = new Date(${JSON.stringify(NOW)});
    await seedDemo({ database, products: ${SOME}, now, filesDir: "unused", pictures: false, onProgress });`;
  const child = spawn(process.execPath, ["--input-type=module", "-e", script], {
    cwd: ROOT,
    stdio: ["ignore", "ignore", "inherit"],
  });
  expect(await once(child, "exit")).toEqual([null, "SIGKILL"]);

  const database = closedAfterTest(await openDatabase({ folder }));
  expect(await number(database, "select count(*) as n from products")).toBe(500);
  expect(await hasDemo(database.db)).toBe(false);
  await seedDemo({ database, products: SOME, filesDir: "unused", pictures: false });
  expect((await database.sql(goods)).rows[0]?.["n"]).toBe(await goodsOf(SOME));
});

test("a shop with a part of the demo's products is none of its own until they are removed, and has all indexes then", async () => {
  const database = await embeddedDatabase();
  const indexes = await number(database, indexCount);
  const onProgress = () => {
    throw new Error("lights out");
  };
  await expect(seedDemo({ database, products: 1500, filesDir: "unused", pictures: false, onProgress })).rejects.toThrow(
    "lights out",
  );
  await expect(refuseDemoRemains(database.db)).rejects.toThrow("500 of its products");
  expect(await removeDemo(database)).toEqual({ accounts: 0, products: 500 });
  await refuseDemoRemains(database.db);
  expect(await number(database, indexCount)).toBe(indexes);
  expect(await number(database, load)).toBe(0);
});
