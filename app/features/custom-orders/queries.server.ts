import { asc, desc, eq, inArray, sql, type SQL } from "drizzle-orm";
import { orderTotals, subtotal } from "#app/features/pricing/rules.ts";
import { isUuid } from "#app/lib/uuid.ts";
import { isToken } from "#app/platform/random.server.ts";
import type { Tx } from "#db/client.server.ts";
import { pickColumns } from "#db/columns.ts";
import { orders } from "#db/schema/orders.ts";
import { custom_order_offer_lines, custom_order_offers, custom_orders } from "#db/schema/requests.ts";
import { offerState, type CustomOrderStatus } from "./rules.ts";

/** A request with its offers, newest first; `order_token` is that of the order an offer became. Amounts in kobo. */
export type CustomOrder = Awaited<ReturnType<typeof readRequests>>[number];
/** An offer of a request with its lines and state; amounts in kobo. */
export type Offer = CustomOrder["offers"][number];

const COLUMNS = {
  ...pickColumns(custom_orders, "id", "user_id", "name", "email", "phone", "quantity", "description"),
  status: sql<CustomOrderStatus>`${custom_orders.status}`,
  ...pickColumns(custom_orders, "image_url", "access_token", "created_at", "updated_at", "version"),
};

/** The request with this secret token and its offers, or null, also for malformed tokens. */
export async function customOrderByToken(db: Tx, token: string, now = new Date()): Promise<CustomOrder | null> {
  if (!isToken(token)) return null;
  return (await readRequests(db, eq(custom_orders.access_token, token), now))[0] ?? null;
}

/** The request with this id and its offers, or null. For admins. */
export async function customOrderById(db: Tx, id: string): Promise<CustomOrder | null> {
  if (!isUuid(id)) return null;
  return (await readRequests(db, eq(custom_orders.id, id), new Date()))[0] ?? null;
}

/** Maximum number of requests on a customer's page. */
const MOST = 50;

/**
 * The user's requests with their offers, newest first, at most `most`, null for all. `userId` must come from the
 * session.
 */
export async function requestsOf(db: Tx, userId: string, now = new Date(), most: number | null = MOST) {
  return await readRequests(db, eq(custom_orders.user_id, userId), now, most);
}

/** All requests of a user with their offers, newest first. `userId` must come from the session. */
export async function exportRequests(db: Tx, userId: string) {
  const found = await requestsOf(db, userId, new Date(), null);
  return found.map(({ id, name, email, phone, quantity, description, image_url, status, created_at, offers }) => ({
    id,
    name,
    email,
    phone,
    quantity,
    description,
    image_url,
    status,
    created_at,
    offers: offers.map((offer) => {
      const { state, message, valid_until, created_at: made_at, lines, total_kobo, order_id } = offer;
      return { state, message, valid_until, created_at: made_at, lines, total_kobo, order_id };
    }),
  }));
}

/** The checkout id of all payment attempts of an offer, which is never sent to the browser. */
export async function checkoutOfOffer(db: Tx, id: string): Promise<string | undefined> {
  const { checkout_id } = custom_order_offers;
  const [row] = await db.select({ checkout_id }).from(custom_order_offers).where(eq(custom_order_offers.id, id));
  return row?.checkout_id;
}

/** An offer whose row the transaction has locked. */
export type LockedOffer = { id: string; custom_order_id: string; status: string };

/** The offer that this checkout pays, locked for the transaction; null for the checkout of a cart. */
export async function lockOffer(tx: Tx, checkoutId: string): Promise<LockedOffer | null> {
  const [offer] = await tx
    .select(pickColumns(custom_order_offers, "id", "custom_order_id", "status"))
    .from(custom_order_offers)
    .where(eq(custom_order_offers.checkout_id, checkoutId))
    .for("update");
  return offer ?? null;
}

async function readRequests(db: Tx, where: SQL, now: Date, most: number | null = null) {
  const all = db.select(COLUMNS).from(custom_orders).where(where);
  const sorted = all.orderBy(desc(custom_orders.created_at), desc(custom_orders.id));
  const rows = await (most === null ? sorted : sorted.limit(most));
  if (rows.length === 0) return [];
  const offers = await offersOf(
    db,
    rows.map(({ id }) => id),
    now,
  );
  return rows.map((row) => ({ ...row, offers: (offers.get(row.id) ?? []).map(({ offer }) => offer) }));
}

async function offersOf(db: Tx, ids: string[], now: Date) {
  const rows = await db
    .select({
      ...pickColumns(custom_order_offers, "id", "custom_order_id", "status", "message"),
      ...pickColumns(custom_order_offers, "valid_until", "created_at", "order_id"),
      order_token: orders.access_token,
    })
    .from(custom_order_offers)
    .leftJoin(orders, eq(orders.id, custom_order_offers.order_id))
    .where(inArray(custom_order_offers.custom_order_id, ids))
    .orderBy(desc(custom_order_offers.created_at), desc(custom_order_offers.id));
  const lines = await offerLines(
    db,
    rows.map(({ id }) => id),
  );
  const offers = rows.map(({ status, custom_order_id, ...row }) => {
    const own = (lines.get(row.id) ?? []).map(({ line }) => line);
    const { total_kobo } = orderTotals(own.map((line) => line.total_kobo));
    const state = offerState({ status, valid_until: row.valid_until }, now);
    return { custom_order_id, offer: { ...row, state, lines: own, total_kobo } };
  });
  return Map.groupBy(offers, ({ custom_order_id }) => custom_order_id);
}

/** Offer lines by name, grouped by offer. */
async function offerLines(db: Tx, offerIds: string[]) {
  const rows = await db
    .select({
      ...pickColumns(custom_order_offer_lines, "offer_id", "product_id", "name"),
      ...pickColumns(custom_order_offer_lines, "unit", "quantity", "unit_price_kobo"),
    })
    .from(custom_order_offer_lines)
    .where(inArray(custom_order_offer_lines.offer_id, offerIds))
    .orderBy(asc(custom_order_offer_lines.name), asc(custom_order_offer_lines.id));
  const priced = rows.map(({ offer_id, ...line }) => ({
    offer_id,
    line: { ...line, total_kobo: subtotal(line.unit_price_kobo, line.quantity) },
  }));
  return Map.groupBy(priced, ({ offer_id }) => offer_id);
}
