import { sql } from "drizzle-orm";
import { IS_TO_PACK } from "#app/features/orders/queries/money.server.ts";
import type { Tx } from "#db/client.server.ts";

/** What waits in the shop, for metrics; times are ages in seconds. */
export type ShopFigures = {
  mails: { waiting: number; oldest_s: number };
  jobs: { queue: string; waiting: number; deferred: number; active: number; failed: number; oldest_s: number }[];
  orders_to_pack: number;
  payments: { open: number; held: number; review: number };
  reviews: { reason: string; open: number }[];
  /** Units of goods held for open payments. */
  held_units: number;
  negative_stock: number;
};

/**
 * Reads the figures with one statement, whose parts use indexes of what is open: its cost does not grow with past orders.
 * Counts of a queue are those that it takes itself every 15 seconds.
 */
export async function shopFigures(db: Tx): Promise<ShopFigures> {
  const { rows } = await db.execute(sql`
    select
      (select json_build_object('waiting', count(*), 'oldest_s', coalesce(extract(epoch from now() - min(created_at)), 0))
        from mails where status = 'queued') as mails,
      (select coalesce(json_agg(json_build_object('queue', name, 'waiting', ready_count, 'deferred', deferred_count,
          'active', active_count, 'failed', failed_count, 'oldest_s', coalesce((
            select extract(epoch from now() - min(greatest(start_after, created_on))) from pgboss.job
            where job.name = queue.name and state < 'active' and not blocked and start_after <= now()), 0))), '[]')
        from pgboss.queue where name not like '\\_\\_%') as jobs,
      (select count(*)::int from orders where ${IS_TO_PACK}) as orders_to_pack,
      json_build_object(
        'open', (select count(*) from payment_attempts where status = 'open'),
        'held', (select count(*) from payment_attempts where hold = 'held'),
        'review', (select count(distinct attempt_id) from payment_reviews where not resolved)) as payments,
      (select coalesce(json_agg(json_build_object('reason', reason, 'open', open)), '[]') from (
        select reason, count(*) as open from payment_reviews where not resolved group by reason) as by_reason) as reviews,
      (select coalesce(sum(i.quantity), 0)::int from payment_attempts a
        join payment_attempt_items i on i.attempt_id = a.id where a.hold = 'held') as held_units,
      (select count(*)::int from products where unavailable and stock_quantity < 0) as negative_stock`);
  return rows[0] as ShopFigures;
}
