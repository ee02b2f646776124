import { sql, type SQL } from "drizzle-orm";
import type { Tx } from "#db/client.server.ts";

/**
 * What the database expects of `query` and `filter` by its statistics of words: the number of matches, and whether they
 * are so dense that the first `limit` are found sooner in the table than in the text index. Several words are taken for
 * independent, so more products may match.
 */
export async function expectedMatches(
  db: Tx,
  query: string,
  filter: SQL,
  limit: number,
): Promise<{ count: number; isDense: boolean }> {
  type Plan = { "Node Type": string; "Parent Relationship"?: string; "Plan Rows": number; Plans?: Plan[] };
  const { rows } = await db.execute<{ "QUERY PLAN": [{ Plan: Plan }] }>(
    sql`explain (format json) select from products where search @@ ${query}::tsquery and ${filter} limit ${limit}`,
  );
  const plan = rows[0]?.["QUERY PLAN"][0].Plan.Plans?.find((part) => part["Parent Relationship"] === "Outer");
  return { count: plan?.["Plan Rows"] ?? 0, isDense: plan?.["Node Type"] === "Seq Scan" };
}
