import { asc, eq, sql } from "drizzle-orm";
import type { FormValues } from "#app/lib/forms.ts";
import { isUuid } from "#app/lib/uuid.ts";
import type { Tx } from "#db/client.server.ts";
import { categories, products } from "#db/schema/catalog.ts";
import { delivery_calendar, delivery_methods, delivery_zone_places, delivery_zones } from "#db/schema/delivery.ts";
import { USUAL_CALENDAR, type DeliveryKind } from "../rules.ts";
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

/** What a sold unit without a weight counts as, in grams. */
export async function fallbackGrams(db: Tx): Promise<number> {
  const [row] = await db.select({ grams: delivery_calendar.fallback_grams }).from(delivery_calendar);
  return row?.grams ?? USUAL_CALENDAR.fallback_grams;
}

/** How many products have a weight neither of their own nor of a category. */
export async function productsWithoutWeight(db: Tx): Promise<number> {
  const weighed = sql`exists (
    select from ${categories} c
    where c.id in (${products.category_id}, ${products.top_category_id}) and c.default_weight_grams is not null
  )`;
  return await db.$count(products, sql`${products.weight_grams} is null and not ${weighed}`);
}
