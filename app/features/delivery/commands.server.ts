import { and, eq, inArray, ne, sql, type SQL } from "drizzle-orm";
import { can, type Actor } from "#app/features/permissions/rules.ts";
import { recordChange } from "#app/features/records/commands/audit.server.ts";
import { mergeRecord } from "#app/features/records/commands/merge-record.server.ts";
import { moveToTrash } from "#app/features/records/commands/trash.server.ts";
import { fieldErrors, type FieldErrors, type FormValues, type InvalidInput } from "#app/lib/forms.ts";
import { placeName } from "#app/lib/lgas.ts";
import type { Edit } from "#app/lib/merge.ts";
import { isUuid } from "#app/lib/uuid.ts";
import type { Shop } from "#app/platform/context.server.ts";
import type { Edited } from "#app/platform/edit-answer.server.ts";
import type { Tx } from "#db/client.server.ts";
import { delivery_calendar, delivery_methods, delivery_zone_places, delivery_zones } from "#db/schema/delivery.ts";
import { inTransaction, lockName } from "#db/transaction.server.ts";
import { calendarRecord, methodRecord, zoneRecord, type DeliveryRecord } from "./queries/rates.server.ts";
import { CALENDAR } from "./rules/forms.ts";
import { calendarForm, methodForm, zoneForm } from "./schema.ts";

type Context = Pick<Shop, "db">;
export type AddedRate = { ok: true; id: string } | InvalidInput | { ok: false; reason: "forbidden" | "unknown" };
export type DeletedRate = { ok: true } | { ok: false; reason: "forbidden" | "unknown" };

/** All writes of rates take turns, so that two zones never get the same place or name at once. */
const lockRates = (tx: Tx) => lockName(tx, "delivery");

const refuse = (errors: FieldErrors): InvalidInput => ({ ok: false, reason: "invalid", errors });

/** Adds a zone; requires delivery.edit. `input` is the unvalidated form. */
export async function createZone({ db }: Context, actor: Actor, input: unknown): Promise<AddedRate> {
  if (!actor || !can(actor, "delivery.edit")) return { ok: false, reason: "forbidden" };
  const parsed = zoneForm.safeParse(input);
  if (!parsed.success) return refuse(fieldErrors(parsed.error));
  return await inTransaction(db, async (tx, rollback): Promise<AddedRate> => {
    await lockRates(tx);
    const taken = await zoneProblem(tx, null, parsed.data);
    if (taken) return refuse(taken);
    const position = await tx.$count(delivery_zones);
    const [zone] = await tx.insert(delivery_zones).values({ name: parsed.data.name, position }).returning();
    if (!zone) return rollback({ ok: false, reason: "unknown" });
    await tx.insert(delivery_zone_places).values(parsed.data.places.map((place) => ({ place, zone_id: zone.id })));
    await recordChange(tx, actor, { action: "delivery.create", subject: zone.id, before: null, after: parsed.data });
    return { ok: true, id: zone.id };
  });
}

/** Saves the edited fields of a zone; requires delivery.edit. An example of the demo counts as the owner's then. */
export async function updateZone({ db }: Context, actor: Actor, id: string, edit: Edit): Promise<Edited> {
  if (!actor || !can(actor, "delivery.edit")) return { ok: false, reason: "forbidden" };
  return await editRecord(db, actor, { id, edit, read: (tx) => zoneRecord(tx, id) }, async (tx, values, version) => {
    const parsed = zoneForm.safeParse(values);
    if (!parsed.success) return fieldErrors(parsed.error);
    const taken = await zoneProblem(tx, id, parsed.data);
    if (taken) return taken;
    const { name, places } = parsed.data;
    await tx.update(delivery_zones).set({ name, version, example: false }).where(eq(delivery_zones.id, id));
    await tx.delete(delivery_zone_places).where(eq(delivery_zone_places.zone_id, id));
    await tx.insert(delivery_zone_places).values(places.map((place) => ({ place, zone_id: id })));
    return null;
  });
}

/** Adds a method to a zone; requires delivery.edit. `input` is the unvalidated form. */
export async function createMethod({ db }: Context, actor: Actor, zoneId: string, input: unknown): Promise<AddedRate> {
  if (!actor || !can(actor, "delivery.edit")) return { ok: false, reason: "forbidden" };
  const parsed = methodForm.safeParse(input);
  if (!parsed.success) return refuse(fieldErrors(parsed.error));
  return await inTransaction(db, async (tx): Promise<AddedRate> => {
    await lockRates(tx);
    if (!(await zoneRecord(tx, zoneId))) return { ok: false, reason: "unknown" };
    const position = await tx.$count(delivery_methods, eq(delivery_methods.zone_id, zoneId));
    const [method] = await tx
      .insert(delivery_methods)
      .values({ ...parsed.data, zone_id: zoneId, position })
      .returning({ id: delivery_methods.id });
    if (!method) return { ok: false, reason: "unknown" };
    await ownZone(tx, eq(delivery_zones.id, zoneId));
    await recordChange(tx, actor, { action: "delivery.create", subject: method.id, before: null, after: parsed.data });
    return { ok: true, id: method.id };
  });
}

/** Saves the edited fields of a method; requires delivery.edit. */
export async function updateMethod({ db }: Context, actor: Actor, id: string, edit: Edit): Promise<Edited> {
  if (!actor || !can(actor, "delivery.edit")) return { ok: false, reason: "forbidden" };
  return await editRecord(db, actor, { id, edit, read: (tx) => methodRecord(tx, id) }, async (tx, values, version) => {
    const parsed = methodForm.safeParse(values);
    if (!parsed.success) return fieldErrors(parsed.error);
    await tx
      .update(delivery_methods)
      .set({ ...parsed.data, version })
      .where(eq(delivery_methods.id, id));
    await ownZone(tx, inArray(delivery_zones.id, zoneOf(tx, id)));
    return null;
  });
}

/** Saves the working days and closed dates; requires delivery.edit. */
export async function updateCalendar({ db }: Context, actor: Actor, edit: Edit): Promise<Edited> {
  if (!actor || !can(actor, "delivery.edit")) return { ok: false, reason: "forbidden" };
  const read = async (tx: Tx) => ({ id: CALENDAR, name: "", ...(await calendarRecord(tx)) });
  return await editRecord(db, actor, { id: CALENDAR, edit, read }, async (tx, values, version) => {
    const parsed = calendarForm.safeParse(values);
    if (!parsed.success) return fieldErrors(parsed.error);
    const row = { ...parsed.data, version };
    await tx
      .insert(delivery_calendar)
      .values({ id: 1, ...row })
      .onConflictDoUpdate({ target: delivery_calendar.id, set: row });
    return null;
  });
}

/** Moves a zone with its places and methods to the trash; requires delivery.edit. Orders keep their delivery. */
export async function deleteZone({ db }: Context, actor: Actor, id: string): Promise<DeletedRate> {
  if (!actor || !can(actor, "delivery.edit")) return { ok: false, reason: "forbidden" };
  return await inTransaction(db, async (tx): Promise<DeletedRate> => {
    await lockRates(tx);
    const zone = await zoneRecord(tx, id);
    if (!zone) return { ok: false, reason: "unknown" };
    const parts = [
      { table: delivery_zones, where: eq(delivery_zones.id, id) },
      { table: delivery_zone_places, where: eq(delivery_zone_places.zone_id, id) },
      { table: delivery_methods, where: eq(delivery_methods.zone_id, id) },
    ];
    await moveToTrash(tx, actor, { kind: "delivery", subject: id, label: zone.name, parts });
    return { ok: true };
  });
}

/** Moves a method to the trash; requires delivery.edit. */
export async function deleteMethod({ db }: Context, actor: Actor, id: string): Promise<DeletedRate> {
  if (!actor || !can(actor, "delivery.edit")) return { ok: false, reason: "forbidden" };
  return await inTransaction(db, async (tx): Promise<DeletedRate> => {
    await lockRates(tx);
    const method = await methodRecord(tx, id);
    if (!method) return { ok: false, reason: "unknown" };
    const parts = [{ table: delivery_methods, where: eq(delivery_methods.id, id) }];
    await ownZone(tx, inArray(delivery_zones.id, zoneOf(tx, id)));
    await moveToTrash(tx, actor, { kind: "delivery", subject: id, label: method.name, parts });
    return { ok: true };
  });
}

/** An example of the demo counts as the owner's once a method of it was changed. */
async function ownZone(tx: Tx, which: SQL): Promise<void> {
  await tx
    .update(delivery_zones)
    .set({ example: false })
    .where(and(which, eq(delivery_zones.example, true)));
}

const zoneOf = (tx: Tx, methodId: string) =>
  tx.select({ id: delivery_methods.zone_id }).from(delivery_methods).where(eq(delivery_methods.id, methodId));

type EditedRecord = { id: string; edit: Edit; read: (tx: Tx) => Promise<DeliveryRecord | null> };

/** Merges an edit into a record of rates; `write` validates and stores it, or returns the errors of its fields. */
async function editRecord(
  db: Shop["db"],
  actor: NonNullable<Actor>,
  { id, edit, read }: EditedRecord,
  write: (tx: Tx, values: FormValues, version: number) => Promise<FieldErrors | null>,
): Promise<Edited> {
  return await inTransaction(db, async (tx): Promise<Edited> => {
    await lockRates(tx);
    const record = await read(tx);
    if (!record) return { ok: false, reason: "unknown" };
    const { version, values } = record;
    const merged = await mergeRecord(tx, actor.id, id, edit, { version, values });
    if (!merged.ok) return merged;
    const names = Object.keys(merged.changes);
    if (names.length === 0) return { ok: true, version, others: [] };
    const errors = await write(tx, { ...values, ...merged.changes }, version + 1);
    if (errors) return refuse(errors);
    const before = Object.fromEntries(names.map((name) => [name, values[name] ?? ""]));
    await recordChange(tx, actor, { action: "delivery.edit", subject: id, before, after: merged.changes });
    return { ok: true, version: version + 1, others: merged.others };
  });
}

/** What a zone may not share with another: its name, its places. */
async function zoneProblem(
  tx: Tx,
  id: string | null,
  { name, places }: { name: string; places: readonly string[] },
): Promise<FieldErrors | null> {
  const other = isUuid(id ?? "") ? ne(delivery_zones.id, id ?? "") : sql`true`;
  const [same] = await tx
    .select({ id: delivery_zones.id })
    .from(delivery_zones)
    .where(and(other, eq(sql`lower(${delivery_zones.name})`, name.toLowerCase())));
  if (same) return { name: "Another zone has this name." };
  const [taken] = await tx
    .select({ place: delivery_zone_places.place, zone: delivery_zones.name })
    .from(delivery_zone_places)
    .innerJoin(delivery_zones, eq(delivery_zones.id, delivery_zone_places.zone_id))
    .where(and(other, inArray(delivery_zone_places.place, [...places])))
    .limit(1);
  return taken ? { places: `${placeName(taken.place)} is in the zone “${taken.zone}” already.` } : null;
}
