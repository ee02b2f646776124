import { spawnSync } from "node:child_process";
import { cpSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { generateDrizzleJson, generateMigration } from "drizzle-kit/api";
import { expect, test } from "vitest";
import { loadShop, rowCounts, SHOPS, tablesWithLoss } from "#tests/fixtures/shops.ts";
import { catalogueOf } from "#tests/setup/catalogue.ts";
import { closedAfterTest } from "#tests/setup/closed-after-test.ts";
import { testDatabase } from "#tests/setup/database.ts";
import { applyMigrations, openDatabase, type Database } from "./client.server.ts";
import * as tables from "./schema/tables.ts";

const emptyDatabase = async () => closedAfterTest(await openDatabase({ folder: "memory://" }));

test.each(SHOPS)("the database of %s keeps its rows and becomes what a new one is", async (shop) => {
  const database = await emptyDatabase();
  await loadShop(database, shop);
  const before = await rowCounts(database);
  expect(Object.entries(before).filter(([, rows]) => rows === 0)).toEqual([]);
  await applyMigrations(database);
  expect(tablesWithLoss(before, await rowCounts(database))).toEqual([]);
  expect(await catalogueOf(database)).toEqual(await catalogueOf(await testDatabase()));
});

type Column = { name: string; type: string; needsValue: boolean };

async function columnsOf(database: Database): Promise<Column[]> {
  const { rows } = await database.sql(
    `select format('%I.%I', table_name, column_name) as name, udt_name as type,
       is_nullable = 'NO' and column_default is null and is_generated = 'NEVER' and is_identity = 'NO' as "needsValue"
     from information_schema.columns where table_schema = 'public' order by 1`,
  );
  return rows as Column[];
}

test("during an upgrade the released version still reads and writes each of its columns", async () => {
  const database = await emptyDatabase();
  await loadShop(database, SHOPS.at(-1) ?? "");
  const released = await columnsOf(database);
  const known = new Set(released.map(({ name }) => name.split(".")[0]));
  await applyMigrations(database);
  const now = await columnsOf(database);
  // What it selects is there, with its type; what it inserts without knowing a newer column is accepted.
  const typed = new Set(now.map(({ name, type }) => `${name} ${type}`));
  expect(released.map(({ name, type }) => `${name} ${type}`).filter((column) => !typed.has(column))).toEqual([]);
  const needed = now.filter(({ name, needsValue }) => needsValue && known.has(name.split(".")[0]));
  const before = new Set(released.filter(({ needsValue }) => needsValue).map(({ name }) => name));
  expect(needed.map(({ name }) => name).filter((name) => !before.has(name))).toEqual([]);
  expect(released.length).toBeGreaterThan(300);
});

test.each([
  ["adds a column", "alter table orders add column x text", 0],
  ["drops a column", "alter table orders drop column x", 1],
  ["renames a column", "alter table orders rename column x to y", 1],
  ["drops a table", "drop table mails", 1],
  ["adds a column without a default that must have a value", "alter table orders add column x text not null", 1],
  ["drops a column that is marked", "-- squawk-ignore ban-drop-column\nalter table orders drop column x", 0],
])("npm run migrations:check: a migration that %s", (_title, input, expected) => {
  const root = join(import.meta.dirname, "..");
  const program = createRequire(import.meta.url).resolve("squawk-cli/js/bin/squawk");
  expect(spawnSync(process.execPath, [program], { cwd: root, input: `${input};\n` }).status).toBe(expected);
});

test("the tables in db/schema are those of the migrations, and only the newest snapshot is stored", async () => {
  const meta = join(import.meta.dirname, "migrations", "meta");
  const [snapshot = "", ...more] = readdirSync(meta).filter((name) => name.endsWith("_snapshot.json"));
  expect(more).toEqual([]);
  const stored = JSON.parse(readFileSync(join(meta, snapshot), "utf8")) as ReturnType<typeof generateDrizzleJson>;
  expect(await generateMigration(stored, generateDrizzleJson(tables, stored.id))).toEqual([]);
});

test("a database from before the first migration is refused with one sentence, and is left alone", async () => {
  const database = await emptyDatabase();
  await database.sql("create schema drizzle");
  await database.sql("create table drizzle.__drizzle_migrations (id serial, hash text not null, created_at bigint)");
  await database.sql("insert into drizzle.__drizzle_migrations (hash, created_at) values ('start', 1793200000000)");
  await expect(applyMigrations(database)).rejects.toThrow(
    /^This database was made by Oja before version 0\.2, which this version cannot update: start with an empty one/,
  );
  expect(await rowCounts(database)).toEqual({});
});

/** A copy of the schema's files whose settings trigger notifies on another channel. */
function changedSchema(): string {
  const folder = mkdtempSync(join(tmpdir(), "oja-schema-"));
  for (const name of ["migrations", "schema"])
    cpSync(join(import.meta.dirname, name), join(folder, name), { recursive: true });
  const file = join(folder, "schema", "settings.sql");
  writeFileSync(file, readFileSync(file, "utf8").replace("pg_notify('settings'", "pg_notify('changed'"));
  return folder;
}

async function settingsFunction(database: Database) {
  const { rows } = await database.sql("select prosrc, xmin from pg_proc where proname = 'notify_settings_changed'");
  return { written: rows[0]?.["xmin"], isChanged: String(rows[0]?.["prosrc"]).includes("'changed'") };
}

test("triggers are applied again when their text has changed, and only then", async () => {
  const database = await testDatabase();
  const original = await settingsFunction(database);
  await applyMigrations(database);
  expect(await settingsFunction(database)).toEqual(original);
  const folder = changedSchema();
  await applyMigrations(database, folder);
  const changed = await settingsFunction(database);
  expect(changed.isChanged).toBe(true);
  await applyMigrations(database, folder);
  expect(await settingsFunction(database)).toEqual(changed);
  await applyMigrations(database);
  expect(await catalogueOf(database)).toEqual(await catalogueOf(await testDatabase()));
});

test("an older build leaves the triggers of a newer database alone", async () => {
  const database = await testDatabase();
  await database.sql("insert into drizzle.__drizzle_migrations (hash, created_at) values ('later', 9999999999999)");
  await applyMigrations(database, changedSchema());
  expect((await settingsFunction(database)).isChanged).toBe(false);
});
