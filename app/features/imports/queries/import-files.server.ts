import { desc, eq } from "drizzle-orm";
import type { Tx } from "#db/client.server.ts";
import { users } from "#db/schema/auth.ts";
import { import_files } from "#db/schema/imports.ts";
import { runs } from "#db/schema/runs.ts";

/** Maximum number of files in the history. */
const MOST = 50;

/** Latest price lists with their runs. */
export async function importHistory(db: Tx) {
  const { id, name, rows, run_id, created_at } = import_files;
  return await db
    .select({ id, name, rows, run_id, created_at, run_state: runs.state, actor_name: users.name })
    .from(import_files)
    .leftJoin(runs, eq(runs.id, import_files.run_id))
    .leftJoin(users, eq(users.id, import_files.actor_id))
    .orderBy(desc(created_at), desc(id))
    .limit(MOST);
}

/** An uploaded price list, or null. */
export async function importedFile(
  db: Tx,
  id: string,
): Promise<{ name: string; content: Uint8Array<ArrayBuffer> } | null> {
  const { name, content } = import_files;
  const [file] = await db.select({ name, content }).from(import_files).where(eq(import_files.id, id));
  return file ?? null;
}
