import { cpSync, mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { expect, test } from "vitest";
import { applyMigrations, openDatabase } from "#db/client.server.ts";
import { closedAfterTest } from "../setup/closed-after-test.ts";
import { postgresUrl } from "../setup/postgres.ts";

/** A copy of the schema with one more migration of this text. */
function withMigration(text: string): string {
  const root = join(import.meta.dirname, "../../db");
  const folder = mkdtempSync(join(tmpdir(), "oja-indexes-"));
  for (const name of ["migrations", "schema"]) cpSync(join(root, name), join(folder, name), { recursive: true });
  const file = join(folder, "migrations", "meta", "_journal.json");
  const journal = JSON.parse(readFileSync(file, "utf8")) as { entries: object[] };
  journal.entries.push({ idx: 9_999, version: "7", when: 9_000_000_000_000, tag: "9999_index", breakpoints: true });
  writeFileSync(file, JSON.stringify(journal));
  writeFileSync(join(folder, "migrations", "9999_index.sql"), text);
  return folder;
}

test("an index of a migration is built while others write, also after a build that was interrupted", async () => {
  const url = await postgresUrl();
  const database = await openDatabase({ url, folder: "" });
  const reader = new pg.Client({ connectionString: url });
  await reader.connect();
  try {
    await database.sql(
      "insert into products (name, slug, price_kobo) select 'P' || n, 'p-' || n, 100 from generate_series(1, 50) n",
    );
    const folder =
      withMigration(`CREATE INDEX IF NOT EXISTS "test_weight_idx" ON "products" USING btree ("weight_grams");
--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "test_size" integer;
--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "test_size_idx" ON "products" USING btree ("test_size");`);
    // An interrupted build leaves an invalid index.
    await expect(
      database.withConnection((client) =>
        client.query("create unique index concurrently test_weight_idx on products (price_kobo)"),
      ),
    ).rejects.toThrow("could not create unique index");
    // The build waits for an older transaction, and writers do not wait for the build.
    await reader.query("begin isolation level repeatable read; select from products");
    const upgrade = applyMigrations(database, folder);
    await expect
      .poll(async () => {
        const { rows } = await database.sql(`select from pg_stat_activity
          where datname = current_database() and query ~ 'index concurrently' and wait_event_type = 'Lock'`);
        return rows.length;
      })
      .toBe(1);
    await database.sql("update products set price_kobo = price_kobo + 1");
    await reader.query("commit");
    await upgrade;
    const { rows } =
      await database.sql(`select relname as name, indisvalid as valid from pg_index join pg_class on oid = indexrelid
      where relname like 'test_%' order by 1`);
    expect(rows).toEqual([
      { name: "test_size_idx", valid: true },
      { name: "test_weight_idx", valid: true },
    ]);
  } finally {
    await reader.end();
    await database.close();
  }
});

test("an index of a migration does not wait for the processes that wait for the migration", async () => {
  const url = await postgresUrl();
  // A waiting process that reports only after longer than this test may take.
  const open = async () => closedAfterTest(await openDatabase({ url, folder: "", limits: { lockReport: 900_000 } }));
  const starts = [await open(), await open(), await open()];
  await starts[0]?.sql(
    "insert into products (name, slug, price_kobo) select 'P' || n, 'p-' || n, 100 from generate_series(1, 50) n",
  );
  const folder = withMigration(
    'CREATE INDEX IF NOT EXISTS "test_weight_idx" ON "products" USING btree ("weight_grams");',
  );
  await Promise.all(starts.map((database) => applyMigrations(database, folder)));
  const valid = "select indisvalid as valid from pg_index where indexrelid = to_regclass('test_weight_idx')";
  expect((await starts[0]?.sql(valid))?.rows).toEqual([{ valid: true }]);
});
