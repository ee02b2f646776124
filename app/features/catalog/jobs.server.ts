import { sql } from "drizzle-orm";
import type { Shop } from "#app/lib/context.server.ts";
import type { Tx } from "#db/client.server.ts";

/** Keeps the words and distributors that searches know in step with the products, within about a minute. */
export async function startSearchWords({ db, jobs }: Pick<Shop, "db" | "jobs">): Promise<void> {
  await jobs.everyMinute("search-words", async () => void (await refreshSearchWords(db)));
}

/** Reads names and distributors anew when some have changed; answers whether they had. */
export async function refreshSearchWords(db: Tx): Promise<boolean> {
  const { rows } = await db.execute(
    sql`select refresh_search_words() from (select 1 from search_changes limit 1) changed`,
  );
  return rows.length > 0;
}
