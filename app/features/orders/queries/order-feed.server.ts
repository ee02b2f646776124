import { sql } from "drizzle-orm";
import { type Actor, can } from "#app/features/permissions/rules.ts";
import type { ChangeLog } from "#app/platform/events.server.ts";
import type { Tx } from "#db/client.server.ts";
import { MOST_TO_PACK, type OrderFeed } from "../rules/feed.ts";
import { IS_TO_PACK } from "./money.server.ts";

/** Number of newest order ids in the feed; the browser counts new orders by comparing them. */
const NAMED = 10;

/** Order feed shown on all admin pages; null without permission to see orders. */
export async function orderFeed(db: Tx, actor: Actor): Promise<OrderFeed | null> {
  return can(actor, "orders.view") ? await readFeed(db) : null;
}

async function readFeed(db: Tx): Promise<OrderFeed> {
  const { rows } = await db.execute(sql`select
    (select count(*)::int from (select 1 from orders where ${IS_TO_PACK} limit ${MOST_TO_PACK}) waiting)
      as to_pack,
    (select coalesce(array_agg(id::text), '{}') from
      (select id from orders order by created_at desc, id desc limit ${NAMED}) newest) as newest`);
  const [row] = rows as { to_pack: number; newest: string[] }[];
  return { to_pack: row?.to_pack ?? 0, newest: row?.newest ?? [] };
}

/**
 * The feed as events: a stream gets it when it opens and when an order is created or changed. Positions count
 * notifications of this process, so a position sent by a browser is ignored.
 */
export function orderFeedChanges(db: Tx): ChangeLog {
  let version = 1;
  let read: { version: number; feed: Promise<OrderFeed> } | null = null;
  return {
    onNotice: () => void (version += 1),
    latest: async () => 0,
    async since(_, at) {
      if (at >= version) return [];
      // One query serves all streams woken by the same notification.
      if (read?.version !== version) read = { version, feed: readFeed(db) };
      const { version: place, feed } = read;
      feed.catch(() => void (read = null));
      return [{ at: place, data: await feed }];
    },
  };
}
