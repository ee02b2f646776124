import { sql, type SQL } from "drizzle-orm";
import type { Tx } from "#db/client.server.ts";

/**
 * The number of products with `query` and `filter` that the database expects by its statistics of words. Several words
 * are taken for independent, so more products may match.
 */
export async function expectedMatches(db: Tx, query: string, filter: SQL): Promise<number> {
  const { rows } = await db.execute<{ "QUERY PLAN": [{ Plan: { "Plan Rows": number } }] }>(
    sql`explain (format json) select from products where search @@ ${query}::tsquery and ${filter}`,
  );
  return rows[0]?.["QUERY PLAN"][0].Plan["Plan Rows"] ?? 0;
}
