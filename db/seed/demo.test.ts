import { spawn } from "node:child_process";
import { once } from "node:events";
import { openAsBlob } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, inject, test } from "vitest";
import { type Database, openDatabase } from "#db/client.server.ts";
import { makeProduct } from "#tests/fixtures/catalog.ts";
import { testDatabase } from "#tests/setup/database.ts";
import { hasDemo } from "./demo-state.ts";
import { seedDemo } from "./demo.ts";

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

test("a failure leaves no rows", async () => {
  const database = await testDatabase();
  const options = { database, products: 1500, filesDir: "unused", pictures: false };
  const onProgress = (_done: number, _total: number, what: string) => {
    if (what === "indexes") throw new Error("lights out");
  };
  await expect(seedDemo({ ...options, onProgress })).rejects.toThrow("lights out");
  expect(await number(database, "select count(*) as n from categories")).toBe(0);
  await seedDemo(options);
  expect(await number(database, "select count(*) as n from products")).toBe(1500);
  await database.close();
});

test("a killed start leaves no partial shop", async () => {
  const root = await mkdtemp(join(tmpdir(), "oja-seed-"));
  const folder = join(root, "db");
  const template = await openAsBlob(inject("databaseTemplate"));
  await openDatabase({ folder, template }).then((empty) => empty.close());
  const script = `
    import { openDatabase } from "#db/client.server.ts";
    import { seedDemo } from "#db/seed/demo.ts";
    const database = await openDatabase({ folder: ${JSON.stringify(folder)} });
    const onProgress = (done, total, what) => what === "products" && done === 2000 && process.kill(process.pid, "SIGKILL");
    await seedDemo({ database, products: 6000, filesDir: "unused", pictures: false, onProgress });`;
  const child = spawn(process.execPath, ["--input-type=module", "-e", script], {
    cwd: ROOT,
    stdio: ["ignore", "ignore", "inherit"],
  });
  expect(await once(child, "exit")).toEqual([null, "SIGKILL"]);

  const database = await openDatabase({ folder });
  expect(await number(database, "select count(*) as n from products")).toBe(0);
  expect(await hasDemo(database.db)).toBe(false);
  await seedDemo({ database, products: 1000, filesDir: "unused", pictures: false });
  expect(await number(database, "select count(*) as n from products")).toBe(1000);
  await database.close();
  await rm(root, { recursive: true });
});
