import { sql } from "drizzle-orm";
import type { Tx } from "#db/client.server.ts";
import { queryText } from "./search-text.server.ts";

/** Whether any product contains a word. Materialized, because for one row the planner chooses a table scan. */
export function isKnown(db: Tx) {
  return async (word: string, last: boolean): Promise<boolean> => {
    const { rows } = await db.execute(sql`
      with found as materialized (
        select from products where search @@ to_tsquery('english', ${queryText([word], "", !last)})
      ) select from found limit 1`);
    return rows.length > 0;
  };
}
