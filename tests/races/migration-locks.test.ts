import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { applyMigrations, type Database } from "#db/client.server.ts";
import { postgresDatabase } from "../setup/postgres.ts";

const DB = join(import.meta.dirname, "..", "..", "db");

/** The migrations and one more, which changes the table of orders. */
function oneMore(): string {
  const folder = mkdtempSync(join(tmpdir(), "oja-migrations-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  for (const name of ["migrations", "schema"]) cpSync(join(DB, name), join(folder, name), { recursive: true });
  const file = join(folder, "migrations", "meta", "_journal.json");
  const journal = JSON.parse(readFileSync(file, "utf8")) as { entries: { idx: number; when: number; tag: string }[] };
  const last = journal.entries.at(-1);
  if (!last) throw new Error("There is no migration.");
  journal.entries.push({ ...last, idx: last.idx + 1, when: last.when + 1, tag: "9999_more" });
  writeFileSync(file, JSON.stringify(journal));
  writeFileSync(join(folder, "migrations", "9999_more.sql"), "alter table orders add column more text;");
  return folder;
}

/** A transaction that reads orders and stays open until `end`. */
async function openReader(database: Database) {
  const client = await database.pool.connect();
  await client.query("begin");
  await client.query("select count(*) from orders");
  const { rows } = await client.query<{ pid: number }>("select pg_backend_pid() as pid");
  return {
    pid: rows[0]?.pid,
    async end() {
      await client.query("rollback");
      client.release();
    },
  };
}

async function hasColumn(database: Database): Promise<boolean> {
  const { rows } = await database.sql(
    "select from information_schema.columns where table_name = 'orders' and column_name = 'more'",
  );
  return rows.length > 0;
}

test("a migration that waits for a long reader lets others read meanwhile, and is done when the reader is", async () => {
  const database = await postgresDatabase();
  const reader = await openReader(database);
  const migrated = applyMigrations(database, oneMore(), { wait: 20, pause: 20, tries: 100_000 });
  let isDone = false;
  void migrated.finally(() => (isDone = true));
  for (let turn = 0; turn < 20; turn += 1) await database.sql("select count(*) from orders");
  expect(isDone).toBe(false);
  expect(await hasColumn(database)).toBe(false);
  await reader.end();
  await migrated;
  expect(await hasColumn(database)).toBe(true);
});

test("a table that stays in use is one sentence, and nothing is changed", async () => {
  const database = await postgresDatabase();
  const reader = await openReader(database);
  const tried = applyMigrations(database, oneMore(), { wait: 20, pause: 1, tries: 3 });
  await expect(tried).rejects.toThrow(
    new RegExp(
      `^The database could not be brought up to date: a table was in use at each of 3 tries\\. .* process ${reader.pid}, since `,
    ),
  );
  await reader.end();
  expect(await hasColumn(database)).toBe(false);
});
