/**
 * Writes the database of a small shop with rows in every table as SQL: `node scripts/shop-dump/make-shop-dump.ts FILE`.
 * Made once for a version, from its commit; the tests bring each such shop up to date.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { applyMigrations, migrationsIn, openDatabase, type Database } from "#db/client.server.ts";
import { triggersIn } from "#db/triggers.server.ts";
import { fillEveryTable, tableNames } from "./fill-every-table.ts";

const FOLDER = join(import.meta.dirname, "..", "..", "db");
const HEADER = "-- The database of a small shop, made by scripts/shop-dump/make-shop-dump.ts.";
/** The schema and table as the migrator makes them. */
const JOURNAL = `create schema drizzle;
create table drizzle.__drizzle_migrations (id serial primary key, hash text not null, created_at bigint);`;

const [file] = process.argv.slice(2);
if (!file) throw new Error("Name the file to write.");
const database = await openDatabase({ folder: "memory://" });
await applyMigrations(database, FOLDER);
await fillEveryTable(database);
await database.sql("set timezone = 'UTC'");
writeFileSync(file, await dumpOf(database));
await database.close();

/** Schema and rows. Loading needs a superuser, because it passes over triggers and foreign keys. */
async function dumpOf(shop: Database): Promise<string> {
  const migrations = migrationsIn(FOLDER).map(({ name }) =>
    readFileSync(join(FOLDER, "migrations", `${name}.sql`), "utf8"),
  );
  // Its rows are below, as the shop changed them.
  const schema = [HEADER, JOURNAL, ...migrations, "truncate synonyms;", triggersIn(join(FOLDER, "schema"))];
  const inserts: string[] = [];
  for (const name of await tableNames(shop)) inserts.push(await insertOf(shop, name));
  return [
    ...schema,
    "set session_replication_role = replica;",
    ...inserts,
    "set session_replication_role = default;",
    await sequencesOf(shop),
    "",
  ].join("\n\n");
}

async function insertOf(shop: Database, table: string): Promise<string> {
  const { rows: columns } = await shop.sql(
    `select quote_ident(attname) as name from pg_attribute
     where attrelid = $1::regclass and attnum > 0 and not attisdropped and attgenerated = '' order by attnum`,
    [table],
  );
  const names = columns.map(({ name }) => String(name));
  const values = names.map((name) => `coalesce(quote_literal(${name}::text), 'null')`).join(", ");
  const { rows } = await shop.sql(
    `select concat('(', concat_ws(', ', ${values}), ')') as line from ${table} order by 1`,
  );
  if (rows.length === 0) throw new Error(`${table} has no rows.`);
  const lines = rows.map(({ line }) => String(line)).join(",\n");
  return `insert into ${table} (${names.join(", ")}) overriding system value values\n${lines};`;
}

async function sequencesOf(shop: Database): Promise<string> {
  const { rows } = await shop.sql(
    `select format('select setval(%L, %s);', schemaname || '.' || sequencename, last_value) as line from pg_sequences
     where last_value is not null order by 1`,
  );
  return rows.map(({ line }) => String(line)).join("\n");
}
