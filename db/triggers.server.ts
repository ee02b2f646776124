import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { sql } from "drizzle-orm";
import { drizzle } from "drizzle-orm/node-postgres";
import type pg from "pg";
import { inTransaction } from "./transaction.server.ts";

/** The text of all SQL files in `folder`, in the order of their names: the functions and triggers of the schema. */
export function triggersIn(folder: string): string {
  const names = readdirSync(folder).filter((name) => name.endsWith(".sql"));
  return names
    .sort()
    .map((name) => readFileSync(join(folder, name), "utf8"))
    .join("\n");
}

/**
 * Runs the SQL files of `folder` in one transaction unless this very text was the last to run. Each statement replaces
 * what is there. The caller holds the migration lock, and has applied the migrations.
 */
export async function applyTriggers(client: pg.Client | pg.PoolClient, folder: string): Promise<void> {
  const text = triggersIn(folder);
  const hash = createHash("sha256").update(text).digest("hex");
  const { rows } = await client.query("select from drizzle.triggers where hash = $1", [hash]);
  if (rows.length > 0) return;
  // Replacing a trigger waits for the writers of its table, and may deadlock with one that holds several.
  await inTransaction(drizzle(client), async (tx) => {
    await tx.execute(sql.raw(text));
    await tx.execute(sql`delete from drizzle.triggers`);
    await tx.execute(sql`insert into drizzle.triggers (hash) values (${hash})`);
  });
}
