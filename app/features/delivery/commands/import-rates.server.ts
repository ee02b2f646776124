import { isDeepStrictEqual } from "node:util";
import { createRun } from "#app/features/imports/commands.server.ts";
import type { PreviewRow } from "#app/features/imports/rules.ts";
import { can, type Actor } from "#app/features/permissions/rules.ts";
import type { InvalidInput } from "#app/lib/forms.ts";
import { placeName } from "#app/lib/lgas.ts";
import type { SheetRow } from "#app/lib/sheet-table.ts";
import { readSheet } from "#app/platform/files/sheets.server.ts";
import type { Tx } from "#db/client.server.ts";
import { allZones, type Zone } from "../queries/rates.server.ts";
import type { RateMethod, RateZone } from "../rules/sheet.ts";
import { readRates, type SheetMethod, type SheetZone } from "./read-rates.server.ts";
import { zoneFields } from "./zone-target.server.ts";

const MOST_ROWS = 5_000;

export type RatesPreview = { ok: true; id: string } | { ok: false; reason: "forbidden" } | InvalidInput;

/**
 * Dry run of a sheet of rates; requires delivery.edit. Makes a run with each zone before and after, and a refused row
 * for each row of the sheet that says something wrong. Methods that the sheet does not name stay as they are, and so does
 * what it does not say of one that it names.
 */
export async function previewRates(
  db: Tx,
  actor: Actor,
  { name, bytes }: { name: string; bytes: Uint8Array<ArrayBuffer> },
): Promise<RatesPreview> {
  if (!actor || !can(actor, "delivery.edit")) return { ok: false, reason: "forbidden" };
  const refuse = (message: string): RatesPreview => ({ ok: false, reason: "invalid", errors: { file: message } });
  const rows: SheetRow[] = [];
  const sheet = await readSheet(bytes, async (part) => void rows.push(...part.slice(0, MOST_ROWS + 1 - rows.length)));
  if (!sheet.ok) return refuse(sheet.message);
  if (rows.length > MOST_ROWS) return refuse("A file of rates has at most 5,000 rows.");
  const read = readRates(sheet.columns, rows);
  if (!read.ok) return refuse(read.message);
  const known = await allZones(db);
  const refused = read.problems.map(({ row, label, reason }) => ({
    ...REFUSED,
    label: `Row ${row}: ${label}`,
    reason,
  }));
  const preview: PreviewRow[] = [...read.zones.map((zone) => previewZone(zone, known)), ...refused];
  if (preview.length === 0) return refuse("The file has no rates.");
  if (read.unused.length > 0)
    preview.push({ ...REFUSED, state: "unchanged", label: "Columns not used", reason: read.unused.join(", ") });
  const title = `Delivery prices of ${name.slice(0, 200)}`;
  return { ok: true, id: await createRun(db, actor, { kind: "import", noun: "zone", title, rows: preview }) };
}

const REFUSED = { record_id: null, before: null, after: null, state: "refused" as const };

function previewZone(zone: SheetZone, known: readonly Zone[]): PreviewRow {
  const own = ownZone(zone, known);
  const label = own?.name ?? zone.name;
  const other = known.find(({ id, places }) => id !== own?.id && zone.places.some((place) => places.includes(place)));
  if (other) {
    const place = zone.places.find((one) => other.places.includes(one)) ?? "";
    const isShared = other.places.length > 1 && !zone.isNamed;
    const hint = isShared ? " with other places: name a zone in a column Zone, or take it out there first." : ".";
    return { ...REFUSED, label, reason: `${placeName(place)} is in the zone “${other.name}”${hint}` };
  }
  if (!own && zone.places.length === 0) return { ...REFUSED, label, reason: "A new zone needs places." };
  const before = own ? zoneFields(own) : null;
  const after: RateZone = {
    name: label,
    places: [...new Set([...(before?.places ?? []), ...zone.places])].toSorted(),
    methods: merged(before?.methods ?? [], zone.methods),
  };
  const state = isDeepStrictEqual(before, after) ? "unchanged" : "ready";
  return { record_id: own?.id ?? null, label, before, after, state, reason: "" };
}

/** The zone of this name, or the one that has the sheet's place alone. */
function ownZone({ name, places, isNamed }: SheetZone, known: readonly Zone[]): Zone | undefined {
  const named = known.find((zone) => zone.name.toLowerCase() === name.toLowerCase());
  if (named || isNamed) return named;
  return known.find((zone) => zone.places.length === 1 && zone.places[0] === places[0]);
}

function merged(before: readonly RateMethod[], sheet: readonly SheetMethod[]): RateMethod[] {
  const key = ({ name }: RateMethod) => name.toLowerCase();
  const changed = new Map(sheet.map((one) => [key(one.method), one]));
  const known = new Set(before.map(key));
  return [
    ...before.map((method) => changedBy(method, changed.get(key(method)))),
    ...sheet.map(({ method }) => method).filter((one) => !known.has(key(one))),
  ];
}

/** A known method with what the sheet says of it: the rest stays. */
function changedBy(method: RateMethod, sheet: SheetMethod | undefined): RateMethod {
  if (!sheet) return method;
  return { ...method, ...Object.fromEntries(Object.entries(sheet.method).filter(([field]) => sheet.said.has(field))) };
}
