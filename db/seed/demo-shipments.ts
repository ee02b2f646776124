import { and, asc, desc, eq, inArray, isNull, like, ne, sql } from "drizzle-orm";
import { USUAL_CALENDAR, type DeliveryMethod, type DeliveryOption } from "#app/features/delivery/rules.ts";
import { deliveryText } from "#app/features/delivery/rules/delivery-text.ts";
import { deliveryOptions, isWorkingDay } from "#app/features/delivery/rules/quote.ts";
import { lagosDay } from "#app/lib/dates.ts";
import { STATE_NAMES, type StateCode } from "#app/lib/nigeria.ts";
import type { Db, Tx } from "#db/client.server.ts";
import {
  delivery_methods,
  delivery_zone_places,
  order_items,
  orders,
  shipment_lines,
  shipments,
} from "#db/schema/tables.ts";
import { DEMO_BUYERS_DOMAIN } from "./demo-orders.ts";
import { randomFrom, type Random } from "./random.ts";
import { seedOnce } from "./seeding.ts";

/** The key that is in `shop_state` once the demo's newest orders have their delivery, and those of its customer. */
export const DEMO_SHIPMENTS_KEY = "demo-shipments";
export const DEMO_CUSTOMER_SHIPMENTS_KEY = "demo-customer-shipments";

const MOST = 120;
const DAY_MS = 86_400_000;
/** One late order in this many stays late; the others got a new date. */
const LATE_ONE_IN = 12;

type Order = typeof orders.$inferSelect;
type Methods = ReadonlyMap<string, DeliveryMethod[]>;
type Line = { id: number; product_id: string | null; quantity: number };

/**
 * Gives the newest orders of the demo's buyers the delivery that they would have chosen, and those that were sent their
 * shipments. Runs once, after the demo's orders and delivery prices.
 */
export async function seedDemoShipments(db: Db, now = new Date()): Promise<void> {
  await deliverOnce(db, DEMO_SHIPMENTS_KEY, `%@${DEMO_BUYERS_DOMAIN}`, now);
}

/** The same for the orders of the demo's customer, after these. */
export async function seedCustomerShipments(db: Db, email: string, now = new Date()): Promise<void> {
  await deliverOnce(db, DEMO_CUSTOMER_SHIPMENTS_KEY, email, now);
}

async function deliverOnce(db: Db, key: string, email: string, now: Date): Promise<void> {
  await seedOnce(db, key, async (tx) => {
    const rows = await tx
      .select()
      .from(orders)
      .where(
        and(like(orders.customer_email, email), ne(orders.order_status, "cancelled"), isNull(orders.delivery_text)),
      )
      .orderBy(desc(orders.created_at), asc(orders.id))
      .limit(MOST);
    if (rows.length === 0) return null;
    const ids = rows.map(({ id }) => id);
    const lines = await tx.select().from(order_items).where(inArray(order_items.order_id, ids)).orderBy(order_items.id);
    const byOrder = Map.groupBy(lines, ({ order_id }) => order_id);
    const random = randomFrom(7_411);
    const methods = await methodsByState(tx);
    // Historic data: its changes are not numbered and notify no one.
    await tx.execute(sql`alter table orders disable trigger user`);
    for (const [index, order] of rows.entries())
      await deliver(tx, random, methods, { order, lines: byOrder.get(order.id) ?? [], index }, now);
    await tx.execute(sql`alter table orders enable trigger user`);
    return { orders: rows.length };
  });
}

/** The offered ways of delivery of each state, in the owner's order. */
async function methodsByState(tx: Tx): Promise<Methods> {
  const rows = await tx
    .select({ place: delivery_zone_places.place, method: delivery_methods })
    .from(delivery_zone_places)
    .innerJoin(delivery_methods, eq(delivery_methods.zone_id, delivery_zone_places.zone_id))
    .where(eq(delivery_methods.active, true))
    .orderBy(asc(delivery_methods.position));
  const byPlace = Map.groupBy(rows, ({ place }) => place);
  return new Map([...byPlace].map(([place, all]) => [place, all.map(({ method }) => method as DeliveryMethod)]));
}

async function deliver(
  tx: Tx,
  random: Random,
  methods: Methods,
  { order, lines, index }: { order: Order; lines: Line[]; index: number },
  now: Date,
): Promise<void> {
  const codes = Object.entries(STATE_NAMES) as [StateCode, string][];
  const state_code = codes.find(([, name]) => order.shipping_address.includes(name))?.[0];
  if (!state_code) return;
  const grams = lines.reduce((sum, line) => sum + line.quantity * USUAL_CALENDAR.fallback_grams, 0);
  const goods = { grams, items_kobo: order.total_amount_kobo, lead_days: 0 };
  const options = deliveryOptions(methods.get(state_code) ?? [], goods, order.created_at, USUAL_CALENDAR);
  const option = random.pick(options.length > 0 ? options : [null]);
  if (!option) return;
  const late = order.order_status !== "delivered" && option.to < lagosDay(now) && index % LATE_ONE_IN !== 0;
  const sent_at = order.order_status === "processing" ? null : middleOf(order.created_at, now);
  const delivered_at = order.order_status === "delivered" ? middleOf(sent_at ?? now, now) : null;
  await tx
    .update(orders)
    .set({
      delivery_method_id: option.method_id,
      delivery_kind: option.kind,
      delivery_text: deliveryText(option, state_code),
      state_code,
      shipping_kobo: option.kobo,
      total_amount_kobo: order.total_amount_kobo + option.kobo,
      promised_from: option.from,
      promised_to: late ? workingDayAfter(now) : option.to,
      first_promised_to: late ? option.to : null,
      sent_at,
      delivered_at,
    })
    .where(eq(orders.id, order.id));
  if (sent_at) await send(tx, random, order, lines, option, { sent_at, delivered_at, index });
}

type Times = { sent_at: Date; delivered_at: Date | null; index: number };

/** Every fourth order went in two parts, the first of which arrived. */
async function send(
  tx: Tx,
  random: Random,
  { id, order_status }: Order,
  lines: Line[],
  { kind, carrier, name }: DeliveryOption,
  { sent_at, delivered_at, index }: Times,
): Promise<void> {
  const isSplit = lines.length > 1 && index % 4 === 0;
  const parts = isSplit ? [lines.slice(0, 1), lines.slice(1)] : [lines];
  for (const [at, part] of parts.entries()) {
    const isThere = order_status === "delivered" || (isSplit && at === 0);
    const [row] = await tx
      .insert(shipments)
      .values({
        order_id: id,
        number: at + 1,
        status: isThere ? "delivered" : kind !== "door" && index % 3 === 0 ? "arrived" : "sent",
        carrier,
        waybill: `EX-${random.int(10_000, 99_999)}`,
        park: kind === "park" ? name : "",
        vehicle: kind === "park" ? "Example bus" : "Example van",
        code: kind === "door" ? null : String(random.int(1_000, 9_999)),
        sent_at,
        delivered_at: isThere ? (delivered_at ?? sent_at) : null,
        created_at: sent_at,
      })
      .returning();
    if (row)
      await tx
        .insert(shipment_lines)
        .values(part.map((line) => ({ shipment_id: row.id, order_item_id: line.id, quantity: line.quantity })));
  }
}

/** The first day on which goods arrive from the day after tomorrow on. */
function workingDayAfter(now: Date): string {
  const days = [2, 3, 4].map((more) => lagosDay(new Date(now.getTime() + more * DAY_MS)));
  return days.find((day) => isWorkingDay(day, USUAL_CALENDAR)) ?? lagosDay(now);
}

/** A day after `from`, or half way to `now` where that is nearer. */
function middleOf(from: Date, now: Date): Date {
  return new Date(from.getTime() + Math.min(DAY_MS, (now.getTime() - from.getTime()) / 2));
}
