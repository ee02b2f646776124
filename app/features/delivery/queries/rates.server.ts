import { asc, eq, isNull, sql } from "drizzle-orm";
import type { FormValues } from "#app/lib/forms.ts";
import { isUuid } from "#app/lib/uuid.ts";
import type { Tx } from "#db/client.server.ts";
import { pickColumns } from "#db/columns.ts";
import { categories, products } from "#db/schema/catalog.ts";
import { delivery_calendar, delivery_methods, delivery_zone_places, delivery_zones } from "#db/schema/delivery.ts";
import { USUAL_CALENDAR, type DeliveryCalendar, type DeliveryKind } from "../rules.ts";
import { calendarValues, methodValues, zoneValues } from "../rules/forms.ts";

export type Zone = Awaited<ReturnType<typeof allZones>>[number];

/** Zones with their places and methods, in the owner's order. */
export async function allZones(db: Tx) {
  const zones = await db.select().from(delivery_zones).orderBy(asc(delivery_zones.position), asc(delivery_zones.name));
  const places = await db.select().from(delivery_zone_places).orderBy(asc(delivery_zone_places.place));
  const methods = await db
    .select()
    .from(delivery_methods)
    .orderBy(asc(delivery_methods.position), asc(delivery_methods.name));
  return zones.map((zone) => ({
    ...zone,
    places: places.filter(({ zone_id }) => zone_id === zone.id).map(({ place }) => place),
    methods: methods
      .filter(({ zone_id }) => zone_id === zone.id)
      .map((method) => ({ ...method, kind: method.kind as DeliveryKind })),
  }));
}

export type DeliveryRecord = { id: string; name: string; version: number; values: FormValues };

/** A zone for its form, or null. */
export async function zoneRecord(db: Tx, id: string): Promise<DeliveryRecord | null> {
  if (!isUuid(id)) return null;
  const [zone] = await db.select().from(delivery_zones).where(eq(delivery_zones.id, id));
  if (!zone) return null;
  const rows = await db.select().from(delivery_zone_places).where(eq(delivery_zone_places.zone_id, id));
  const { name, version } = zone;
  return { id, name, version, values: zoneValues({ name, places: rows.map(({ place }) => place) }) };
}

/** A method for its form, or null. */
export async function methodRecord(db: Tx, id: string): Promise<DeliveryRecord | null> {
  if (!isUuid(id)) return null;
  const [method] = await db.select().from(delivery_methods).where(eq(delivery_methods.id, id));
  if (!method) return null;
  const { name, version } = method;
  return { id, name, version, values: methodValues({ ...method, kind: method.kind as DeliveryKind }) };
}

/** The calendar for its form: the usual one before the first save. */
export async function calendarRecord(db: Tx): Promise<{ version: number; values: FormValues }> {
  const [row] = await db.select().from(delivery_calendar);
  return row ? { version: row.version, values: calendarValues(row) } : { version: 0, values: calendarValues() };
}

/** Working days, closed dates, and what a sold unit without a weight counts as: the owner's, or the usual ones. */
export async function deliveryCalendar(db: Tx): Promise<DeliveryCalendar> {
  const [row] = await db
    .select(pickColumns(delivery_calendar, "working_days", "closed_dates", "fallback_grams"))
    .from(delivery_calendar);
  return row ?? USUAL_CALENDAR;
}

/** How many products have no weight of their own, and how many of these count by a category's default. */
export async function productsWithoutWeight(db: Tx): Promise<{ all: number; byCategory: number }> {
  const weighed = sql`exists (
    select from ${categories} c
    where c.id in (${products.category_id}, ${products.top_category_id}) and c.default_weight_grams is not null
  )`;
  const [row] = await db
    .select({
      all: sql<number>`count(*)::integer`,
      byCategory: sql<number>`(count(*) filter (where ${weighed}))::integer`,
    })
    .from(products)
    .where(isNull(products.weight_grams));
  return row ?? { all: 0, byCategory: 0 };
}
