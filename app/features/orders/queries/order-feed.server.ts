import { sql } from "drizzle-orm";
import type { ChangeLog } from "#app/lib/events.server.ts";
import { type Actor, can } from "#app/lib/permissions.ts";
import type { Tx } from "#db/client.server.ts";
import { MOST_TO_PACK, type OrderFeed } from "../rules/feed.ts";

/** How many of the newest orders are named, so that a browser can tell how many came since it looked. */
const NAMED = 10;

/** What staff are shown of orders on every page; null for others than staff who see orders. */
export async function orderFeed(db: Tx, actor: Actor): Promise<OrderFeed | null> {
  return can(actor, "orders.view") ? await readFeed(db) : null;
}

async function readFeed(db: Tx): Promise<OrderFeed> {
  const { rows } = await db.execute(sql`select
    (select count(*)::int from (select 1 from orders where order_status = 'processing' limit ${MOST_TO_PACK}) waiting)
      as to_pack,
    (select coalesce(array_agg(id::text), '{}') from
      (select id from orders order by created_at desc, id desc limit ${NAMED}) newest) as newest`);
  const [row] = rows as { to_pack: number; newest: string[] }[];
  return { to_pack: row?.to_pack ?? 0, newest: row?.newest ?? [] };
}

/**
 * The same as events: each stream gets the feed when it opens and when an order was made or changed. Places count the
 * notifications of this process, so a place that a browser brings means nothing here.
 */
export function orderFeedChanges(db: Tx): ChangeLog {
  let version = 1;
  let read: { version: number; feed: Promise<OrderFeed> } | null = null;
  return {
    onNotice: () => void (version += 1),
    latest: async () => 0,
    async since(_, at) {
      if (at >= version) return [];
      // One query for all streams that a notification woke.
      if (read?.version !== version) read = { version, feed: readFeed(db) };
      const { version: place, feed } = read;
      feed.catch(() => void (read = null));
      return [{ at: place, data: await feed }];
    },
  };
}
