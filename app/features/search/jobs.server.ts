import { sql } from "drizzle-orm";
import type { Shop } from "#app/platform/context.server.ts";
import type { Tx } from "#db/client.server.ts";

/** Updates search words and distributors after product changes, within about a minute. */
export async function startSearchWords({ db, jobs }: Pick<Shop, "db" | "jobs">): Promise<void> {
  await jobs.everyMinute("search-words", async () => void (await refreshSearchWords(db)));
}

/** Reloads names and distributors after changes; returns whether there were any. */
export async function refreshSearchWords(db: Tx): Promise<boolean> {
  const { rows } = await db.execute(
    sql`select refresh_search_words() from (select 1 from search_changes limit 1) changed`,
  );
  return rows.length > 0;
}
