import { readFileSync } from "node:fs";
import { join } from "node:path";
import { drizzle } from "drizzle-orm/node-postgres";
import { migrate } from "drizzle-orm/node-postgres/migrator";
import { buildIndexes } from "./concurrent-indexes.server.ts";
import type { Database, DatabaseLog } from "./database.ts";
import { withLockTimeout, type LockPatience } from "./lock-timeout.server.ts";
import { openPglite } from "./pglite.server.ts";
import { openPostgres, type PostgresLimits } from "./postgres.server.ts";
import { fillProductStock } from "./product-stock.server.ts";
import { applyTriggers } from "./triggers.server.ts";

export type { Database, Db, Tx } from "./database.ts";

const START_LOCK = 71_400;
const MIGRATION_LOCK = 71_401;
const TOO_OLD =
  "This database was made by Oja before version 0.2, which this version cannot update: start with an empty one, at " +
  "another DATABASE_URL or, for the embedded database, in another DATA_DIR.";

/**
 * Opens the shop's database: PostgreSQL at `url` (with `directUrl` for notifications, migrations and locks, and
 * `replicaUrl` for `publicReads`), else PGlite in `folder` ("memory://" for memory only). A new PGlite starts as a copy of `template`. Throws with a message for the operator if another process has the folder open.
 */
export async function openDatabase(options: {
  url?: string;
  directUrl?: string;
  replicaUrl?: string;
  folder: string;
  poolSize?: number;
  template?: Blob;
  log?: DatabaseLog;
  limits?: Partial<PostgresLimits>;
}): Promise<Database> {
  const { url, directUrl, replicaUrl, folder, template, limits, log = { warn: () => {} } } = options;
  if (url) return openPostgres({ url, directUrl, replicaUrl, max: options.poolSize ?? 10, log, limits });
  return await openPglite(folder, template);
}

/**
 * Applies the missing migrations of `folder`/migrations and, if they changed, the functions and triggers of
 * `folder`/schema, one process at a time. `folder` differs in a bundle. A database with newer migrations than these
 * stays as it is. Throws with a message for the operator if the database is older than the first migration, or a table
 * stays locked (`withLockTimeout`).
 */
export async function applyMigrations(
  database: Database,
  folder: string = import.meta.dirname,
  patience?: LockPatience,
): Promise<void> {
  const known = migrationsIn(folder).map(({ when }) => when);
  await database.withLock(MIGRATION_LOCK, () =>
    database.withConnection(async (client) => {
      const applied = await appliedMigrations(async (text) => await client.query(text));
      if (applied.some((when) => when < Math.min(...known))) throw new Error(TOO_OLD);
      const isNewer = applied.some((when) => when > Math.max(...known));
      const bringUpToDate = async () => {
        await migrate(drizzle(client), { migrationsFolder: join(folder, "migrations") });
        if (!isNewer) await applyTriggers(client, join(folder, "schema"));
      };
      // The embedded database has one connection, on which nothing else holds a lock.
      if (database.kind === "pglite") await bringUpToDate();
      else {
        if (applied.length > 0) await buildIndexes(client, folder, applied);
        await withLockTimeout(client, bringUpToDate, patience);
      }
      if (!isNewer) await fillProductStock(client);
    }),
  );
}

/** Runs `work`, which migrates and fills the database, in one process at a time. */
export async function underStartLock<Result>(database: Database, work: () => Promise<Result>): Promise<Result> {
  return await database.withLock(START_LOCK, work);
}

/** The file name of a migration, and its timestamp in the database, in ms. */
export type Migration = { name: string; when: number };

/** The migrations in `folder`/migrations, in order. */
export function migrationsIn(folder: string): Migration[] {
  const journal = JSON.parse(readFileSync(join(folder, "migrations", "meta", "_journal.json"), "utf8")) as {
    entries: { tag: string; when: number }[];
  };
  return journal.entries.map(({ tag, when }) => ({ name: tag, when }));
}

/** The names of the `migrations` that the database lacks. Throws if it does not answer. */
export async function missingMigrations(
  database: Pick<Database, "sql">,
  migrations: readonly Migration[],
): Promise<string[]> {
  const applied = new Set(await appliedMigrations((text) => database.sql(text)));
  return migrations.filter(({ when }) => !applied.has(when)).map(({ name }) => name);
}

/** The timestamps of the migrations in a database, in ms; none in an empty one. */
async function appliedMigrations(query: (text: string) => ReturnType<Database["sql"]>): Promise<number[]> {
  const { rows: found } = await query("select to_regclass('drizzle.__drizzle_migrations') is not null as known");
  if (!found[0]?.["known"]) return [];
  const { rows } = await query("select created_at::float8 as at from drizzle.__drizzle_migrations");
  return rows.map((row) => Number(row["at"]));
}
