import { sql } from "drizzle-orm";
import type { Shop } from "#app/platform/context.server.ts";
import type { Tx } from "#db/client.server.ts";
import { readShopState, writeShopState } from "#db/shop-state.server.ts";
import { refreshStems, stemsFingerprint } from "#db/stems.server.ts";

/** Where the fingerprint of the stemmer is stored. */
const STEMMER = "stemmer";

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

/**
 * Has the stored stems written again when the stemmer of the database is another one than before, after an upgrade of
 * PostgreSQL: queries use the new one at once. In the background, because most words keep their stems.
 */
export async function startStems({ db, jobs, log }: Pick<Shop, "db" | "jobs" | "log">): Promise<void> {
  await jobs.onDemand("stems", async () => {
    const current = await stemsFingerprint(db);
    log.info({ refreshed: await refreshStems(db) }, "stems of the search refreshed");
    await writeShopState(db, STEMMER, current);
  });
  const [before, now] = [await readShopState(db, STEMMER), await stemsFingerprint(db)];
  if (before === now) return;
  if (before === undefined) return await writeShopState(db, STEMMER, now);
  log.warn("PostgreSQL stems words otherwise than before: the search is refreshed in the background.");
  await jobs.enqueueOnce(db, "stems");
}
