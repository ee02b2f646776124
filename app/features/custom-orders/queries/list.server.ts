import { and, eq, inArray, or, sql, type SQL } from "drizzle-orm";
import type { ListState } from "#app/lib/list.ts";
import type { ListSource } from "#app/platform/list.server.ts";
import { containsText } from "#app/platform/plain-text.server.ts";
import type { Tx } from "#db/client.server.ts";
import { pickColumns } from "#db/columns.ts";
import { custom_orders } from "#db/schema/requests.ts";
import type { CustomOrderStatus, OfferState } from "../rules.ts";
import type { CUSTOM_ORDERS } from "../rules/list.ts";

/** A card of the list. `offer` is the stored state of the newest offer. */
export type CustomOrderCard = Awaited<ReturnType<typeof cardsOf>>[number];

const NEWEST_OFFER = sql<OfferState | null>`(
  select case when o.status = 'open' and o.valid_until <= now() then 'expired' else o.status end
  from custom_order_offers o where o.custom_order_id = custom_orders.id order by o.created_at desc, o.id desc limit 1)`;

/** List source of requests. Requires the right custom-orders.view. */
export function customOrdersSource(state: ListState<typeof CUSTOM_ORDERS>): ListSource<CustomOrderCard> {
  const { status, offer } = state.filters;
  const where = and(
    status ? eq(custom_orders.status, status) : undefined,
    offer === "none" ? sql`${NEWEST_OFFER} is null` : undefined,
    offer === "open" ? sql`${NEWEST_OFFER} = 'open'` : undefined,
    offer === "paid" ? sql`${NEWEST_OFFER} = 'accepted'` : undefined,
    state.q ? matches(state.q) : undefined,
  );
  return {
    from: custom_orders,
    id: custom_orders.id,
    where,
    sorts: { sent: [custom_orders.created_at], name: [sql`lower(${custom_orders.name})`] },
    read: cardsOf,
  };
}

/** Matches the request number, a name, an email address, a phone number in any format, or words of the description. */
function matches(text: string): SQL | undefined {
  const digits = text.replace(/\D/g, "").slice(-10);
  const isNumber = /^[0-9a-f]{4,8}$/i.test(text);
  return or(
    containsText(custom_orders.name, text),
    containsText(custom_orders.email, text),
    containsText(custom_orders.description, text),
    isNumber ? sql`${custom_orders.id}::text like ${`${text.toLowerCase()}%`}` : undefined,
    digits.length >= 6
      ? sql`right(regexp_replace(${custom_orders.phone}, '\\D', '', 'g'), 10) like ${`%${digits}%`}`
      : undefined,
  );
}

async function cardsOf(db: Tx, ids: string[]) {
  return await db
    .select({
      ...pickColumns(custom_orders, "id", "name", "phone", "quantity", "description", "image_url"),
      status: sql<CustomOrderStatus>`${custom_orders.status}`,
      offer: NEWEST_OFFER,
      created_at: custom_orders.created_at,
      version: custom_orders.version,
    })
    .from(custom_orders)
    .where(inArray(custom_orders.id, ids));
}
