import { asc, eq, inArray } from "drizzle-orm";
import type { PendingRow, RowOutcome, RunTarget } from "#app/features/imports/commands/apply.server.ts";
import type { Fields } from "#app/features/imports/rules.ts";
import { recordChanges, type ChangedBy } from "#app/features/records/commands/audit.server.ts";
import type { Tx } from "#db/client.server.ts";
import { delivery_methods, delivery_zone_places, delivery_zones } from "#db/schema/delivery.ts";
import { lockName } from "#db/transaction.server.ts";
import type { Zone } from "../queries/rates.server.ts";
import type { RateZone } from "../rules/sheet.ts";

/** A zone as the fields of a run: places by code in order, methods in the owner's order. */
export function zoneFields({ name, places, methods }: Pick<Zone, "name" | "places" | "methods">): RateZone {
  return {
    name,
    places: places.toSorted(),
    methods: methods.map(({ id: _id, zone_id: _zone, position: _position, version: _version, ...method }) => method),
  };
}

const REFUSALS: Readonly<Record<string, string>> = {
  delivery_zones_name_key: "Another zone has this name.",
  delivery_zone_places_pkey: "A place of it is in another zone.",
  delivery_methods_bands_check: "Its weights and prices do not ascend.",
};

/** Run target for zones: rates from a sheet are applied and undone as bulk changes of products are. */
export const zoneTarget: RunTarget = {
  relative: [],
  problemOf: ({ constraint = "" }) => REFUSALS[constraint] ?? null,
  async lock(tx, ids) {
    await lockName(tx, "delivery");
    const zones = await tx
      .select()
      .from(delivery_zones)
      .where(inArray(delivery_zones.id, [...ids]));
    const found = new Map<string, Fields>();
    for (const zone of zones) found.set(zone.id, await fieldsOf(tx, zone));
    return found;
  },
  async write(tx, actor, rows) {
    const outcomes: RowOutcome[] = [];
    for (const row of rows) outcomes.push(await writeZone(tx, actor, row));
    return outcomes;
  },
};

async function fieldsOf(tx: Tx, zone: typeof delivery_zones.$inferSelect): Promise<RateZone> {
  const places = await tx.select().from(delivery_zone_places).where(eq(delivery_zone_places.zone_id, zone.id));
  const methods = await tx
    .select()
    .from(delivery_methods)
    .where(eq(delivery_methods.zone_id, zone.id))
    .orderBy(asc(delivery_methods.position), asc(delivery_methods.name));
  return zoneFields({ name: zone.name, places: places.map(({ place }) => place), methods: methods as Zone["methods"] });
}

async function writeZone(tx: Tx, actor: ChangedBy, row: PendingRow): Promise<RowOutcome> {
  const [before, after] = [row.before, row.after] as unknown as [RateZone | null, RateZone | null];
  const applied = { place: row.place, state: "applied" as const, reason: "" };
  const record = (action: string, subject: string) =>
    recordChanges(tx, actor, [{ action: `delivery.${action}`, subject, before: row.before, after: row.after }]);
  if (!after) {
    const id = String(row.record_id);
    await tx.delete(delivery_zones).where(eq(delivery_zones.id, id));
    await record("delete", id);
    return applied;
  }
  const id = row.record_id ?? (await insertZone(tx, after.name));
  if (before)
    await tx.update(delivery_zones).set({ name: after.name, example: false }).where(eq(delivery_zones.id, id));
  await tx.delete(delivery_zone_places).where(eq(delivery_zone_places.zone_id, id));
  await tx.insert(delivery_zone_places).values(after.places.map((place) => ({ place, zone_id: id })));
  await writeMethods(tx, id, after);
  await record(before ? "edit" : "create", id);
  return { ...applied, record_id: id };
}

async function insertZone(tx: Tx, name: string): Promise<string> {
  const position = await tx.$count(delivery_zones);
  const [zone] = await tx.insert(delivery_zones).values({ name, position }).returning({ id: delivery_zones.id });
  if (!zone) throw new Error("the zone was not written");
  return zone.id;
}

/** Methods keep their ids by name, since orders refer to them; those that the zone no longer has are deleted. */
async function writeMethods(tx: Tx, zone_id: string, { methods }: RateZone): Promise<void> {
  const { id, name, version } = delivery_methods;
  const known = await tx
    .select({ id, name, version })
    .from(delivery_methods)
    .where(eq(delivery_methods.zone_id, zone_id));
  const kept = new Set<string>();
  for (const [position, method] of methods.entries()) {
    const own = known.find((one) => one.name.toLowerCase() === method.name.toLowerCase());
    const values = { ...method, bands: [...method.bands], position };
    if (!own) {
      await tx.insert(delivery_methods).values({ ...values, zone_id });
      continue;
    }
    kept.add(own.id);
    await tx
      .update(delivery_methods)
      .set({ ...values, version: own.version + 1 })
      .where(eq(id, own.id));
  }
  const gone = known.filter((one) => !kept.has(one.id)).map((one) => one.id);
  if (gone.length > 0) await tx.delete(delivery_methods).where(inArray(id, gone));
}
