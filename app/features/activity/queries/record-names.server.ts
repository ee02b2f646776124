import { sql } from "drizzle-orm";
import { orderNumber } from "#app/features/orders/rules.ts";
import type { Tx } from "#db/client.server.ts";

/** Names of records by id, of any noun; and of runs the number of rows that they changed. */
export async function recordNames(db: Tx, ids: readonly string[]) {
  const names: Record<string, string> = {};
  const appliedRows: Record<string, number> = {};
  const wanted = [...new Set(ids)];
  if (wanted.length === 0) return { names, appliedRows };
  const isWanted = sql`id = any(${sql.param(wanted)}::uuid[])`;
  const { rows } = await db.execute(sql`
    select id, name, null::int as applied from products where ${isWanted}
    union all select id, name, null from categories where ${isWanted}
    union all select id, name, null from product_groups where ${isWanted}
    union all select id, name, null from suppliers where ${isWanted}
    union all select id, title, null from blog_posts where ${isWanted}
    union all select id, coalesce(nullif(name, ''), email), null from users where ${isWanted}
    union all select id, name || '’s message', null from contact_messages where ${isWanted}
    union all select id, name || '’s request', null from custom_orders where ${isWanted}
    union all select id, reference, null from payment_attempts where ${isWanted}
    union all select id, label, null from trash where ${isWanted}
    union all select id, null, null from orders where ${isWanted}
    union all select id, title, coalesce((purged_counts ->> 'applied')::int,
      (select count(*)::int from run_rows w where w.run_id = runs.id and w.state = 'applied')) from runs where ${isWanted}`);
  for (const { id, name, applied } of rows as { id: string; name: string | null; applied: number | null }[]) {
    names[id] = name ?? orderNumber(id);
    if (applied !== null) appliedRows[id] = applied;
  }
  return { names, appliedRows };
}
