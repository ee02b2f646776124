import { join } from "node:path";
import { readMigrationFiles } from "drizzle-orm/migrator";
import type { Connection } from "./database.ts";

/** The migrator's table, as it creates it. */
const JOURNAL = `create schema if not exists drizzle;
create table if not exists drizzle.__drizzle_migrations (id serial primary key, hash text not null, created_at bigint)`;

/**
 * Applies the migrations later than `after` up to `until` (timestamps in ms) in the open transaction of `client`, which
 * the migrator would commit. Neither functions nor triggers of `db/schema/` are applied.
 */
export async function migrateUntil(
  client: Connection,
  { after = 0, until = Infinity, folder = import.meta.dirname }: { after?: number; until?: number; folder?: string },
): Promise<void> {
  await client.query(JOURNAL);
  const migrations = readMigrationFiles({ migrationsFolder: join(folder, "migrations") });
  for (const { sql, hash, folderMillis } of migrations) {
    if (folderMillis <= after || folderMillis > until) continue;
    for (const statement of sql) await client.query(statement);
    await client.query("insert into drizzle.__drizzle_migrations (hash, created_at) values ($1, $2)", [
      hash,
      folderMillis,
    ]);
  }
}
