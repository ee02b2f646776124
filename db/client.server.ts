import { readFileSync } from "node:fs";
import { join } from "node:path";
import { drizzle } from "drizzle-orm/node-postgres";
import { migrate } from "drizzle-orm/node-postgres/migrator";
import type { Database, DatabaseLog } from "./database.ts";
import { openPglite } from "./pglite.server.ts";
import { openPostgres, type PostgresLimits } from "./postgres.server.ts";

export type { Database, Db, Tx } from "./database.ts";

const MIGRATIONS = join(import.meta.dirname, "migrations");
const START_LOCK = 71_400;
const MIGRATION_LOCK = 71_401;

/**
 * Opens the shop's database: PostgreSQL at `url`, else PGlite in `folder` ("memory://" for memory only). A new PGlite
 * starts as a copy of `template`. Throws with a message for the operator if another process has the folder open.
 */
export async function openDatabase(options: {
  url?: string;
  folder: string;
  poolSize?: number;
  template?: Blob;
  log?: DatabaseLog;
  limits?: Partial<PostgresLimits>;
}): Promise<Database> {
  const { url, folder, template, log = { warn: () => {} } } = options;
  if (url) return openPostgres({ url, max: options.poolSize ?? 10, log, limits: options.limits });
  return await openPglite(folder, template);
}

/** Applies the missing generated migrations, one process at a time. `folder` differs in a bundle. */
export async function applyMigrations(database: Database, folder: string = MIGRATIONS): Promise<void> {
  await database.withLock(MIGRATION_LOCK, () =>
    database.withConnection((client) => migrate(drizzle(client), { migrationsFolder: folder })),
  );
}

/** Runs `work`, which migrates and fills the database, in one process at a time. */
export async function underStartLock<Result>(database: Database, work: () => Promise<Result>): Promise<Result> {
  return await database.withLock(START_LOCK, work);
}

/** The file name of a migration, and its timestamp in the database, in ms. */
export type Migration = { name: string; when: number };

/** The generated migrations in `folder`, in order. */
export function migrationsIn(folder: string): Migration[] {
  const journal = JSON.parse(readFileSync(join(folder, "meta", "_journal.json"), "utf8")) as {
    entries: { tag: string; when: number }[];
  };
  return journal.entries.map(({ tag, when }) => ({ name: tag, when }));
}

/** The names of the `migrations` that the database lacks. Throws if it does not answer. */
export async function missingMigrations(
  database: Pick<Database, "sql">,
  migrations: readonly Migration[],
): Promise<string[]> {
  const { rows: found } = await database.sql("select to_regclass('drizzle.__drizzle_migrations') is not null as known");
  const { rows } = found[0]?.["known"]
    ? await database.sql("select created_at::float8 as at from drizzle.__drizzle_migrations")
    : { rows: [] };
  const applied = new Set(rows.map((row) => row["at"]));
  return migrations.filter(({ when }) => !applied.has(when)).map(({ name }) => name);
}
