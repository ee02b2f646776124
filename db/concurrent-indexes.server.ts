import { join } from "node:path";
import { readMigrationFiles } from "drizzle-orm/migrator";
import type { Connection } from "./database.ts";

const INDEX = /^(?:--.*\n)*CREATE (UNIQUE )?INDEX IF NOT EXISTS "(\w+)" ON "(\w+)" ([^]+?);?\s*$/;

/**
 * Builds the indexes that the missing migrations of `folder`/migrations create `IF NOT EXISTS` on tables with rows, so
 * that the migration finds them: a build in its transaction would make every writer of the table wait. Takes no lock
 * that a writer needs. An index of columns that the migration adds is left to it.
 */
export async function buildIndexes(client: Connection, folder: string, applied: readonly number[]): Promise<void> {
  const last = Math.max(0, ...applied);
  const missing = readMigrationFiles({ migrationsFolder: join(folder, "migrations") }).filter(
    ({ folderMillis }) => folderMillis > last,
  );
  for (const statement of missing.flatMap(({ sql }) => sql)) {
    const [, unique = "", name = "", table = "", rest = ""] = INDEX.exec(statement.trim()) ?? [];
    if (name === "" || !(await hasRows(client, table))) continue;
    // What a build left that was interrupted: invalid, and in the way.
    const { rows: left } = await client.query(
      "select from pg_index where indexrelid = to_regclass($1) and not indisvalid",
      [`public.${name}`],
    );
    if (left.length > 0) await client.query(`drop index concurrently "${name}"`);
    try {
      await client.query(`create ${unique}index concurrently if not exists "${name}" on "${table}" ${rest}`);
    } catch (error) {
      if ((error as { code?: string }).code !== UNDEFINED_COLUMN) throw error;
    }
  }
}

const UNDEFINED_COLUMN = "42703";

async function hasRows(client: Connection, table: string): Promise<boolean> {
  const { rows } = await client.query<{ known: boolean }>("select to_regclass($1) is not null as known", [
    `public.${table}`,
  ]);
  if (!rows[0]?.known) return false;
  return (await client.query(`select from "${table}" limit 1`)).rows.length > 0;
}
