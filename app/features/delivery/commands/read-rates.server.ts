import { capitalised } from "#app/lib/capitalised.ts";
import { fieldErrors } from "#app/lib/forms.ts";
import { placeName } from "#app/lib/lgas.ts";
import type { SheetRow } from "#app/lib/sheet-table.ts";
import type { DeliveryKind } from "../rules.ts";
import { readPlaceLines } from "../rules/place-lines.ts";
import { SHEET_COLUMNS, type RateMethod, type RateZone, type SheetColumn } from "../rules/sheet.ts";
import { methodForm } from "../schema.ts";

/** A price without a weight is for any cart. */
const ANY_KG = 100_000;

/** A way of delivery of the sheet, and the fields that it says something of. */
export type SheetMethod = { method: RateMethod; said: ReadonlySet<string> };
/** A zone of the sheet; `isNamed` is false where the sheet only names its one place. */
export type SheetZone = Pick<RateZone, "name" | "places"> & { methods: SheetMethod[]; isNamed: boolean };
/** Why a row of the sheet is not used; `row` counts as the sheet does. */
export type RateProblem = { row: number; zone: string; label: string; reason: string };

export type ReadRates =
  | { ok: false; message: string }
  | { ok: true; zones: SheetZone[]; problems: RateProblem[]; unused: string[] };

type Read = Record<SheetColumn, string> & {
  row: number;
  label: string;
  zoneName: string;
  isNamed: boolean;
  places: string[];
};

/**
 * Zones with their methods in a sheet of rates, a row for each method and weight, and the rows that say something
 * wrong. A zone with such a row is left out.
 */
export function readRates(columns: readonly string[], rows: readonly SheetRow[]): ReadRates {
  const at = columnPlaces(columns);
  const needed: SheetColumn[] = [at.zone < 0 ? "place" : "zone", "method", "price", "days"];
  const missing = needed.filter((column) => at[column] < 0).map((column) => SHEET_COLUMNS[column][0]);
  if (missing.length > 0)
    return { ok: false, message: `The file has no column ${missing.map((one) => `“${one}”`).join(", ")}.` };
  const problems: RateProblem[] = [];
  const read = rows.flatMap((row) => readRow(at, row, problems) ?? []);
  const zones = [...groupedBy(read, ({ zoneName }) => zoneName.toLowerCase()).values()].map((own) =>
    zoneOf(own, problems),
  );
  const doubled = placesTwice(zones);
  for (const { row, zoneName, label, places } of read) {
    const twice = places.find((place) => doubled.has(place));
    if (!twice) continue;
    problems.push({ row, zone: zoneName, label, reason: `${placeName(twice)} is in two zones of this file.` });
  }
  const wrong = new Set(problems.map(({ zone }) => zone.toLowerCase()));
  return {
    ok: true,
    zones: zones.filter(({ name, methods }) => methods.length > 0 && !wrong.has(name.toLowerCase())),
    problems: problems.toSorted((a, b) => a.row - b.row),
    unused: columns.filter((_, index) => !Object.values(at).includes(index)),
  };
}

function columnPlaces(columns: readonly string[]): Record<SheetColumn, number> {
  const known = columns.map((name) => name.trim().toLowerCase());
  const entries = Object.entries(SHEET_COLUMNS).map(([column, names]) => {
    return [column, known.findIndex((name) => names.some((one) => one.toLowerCase() === name))];
  });
  return Object.fromEntries(entries) as Record<SheetColumn, number>;
}

function readRow(at: Record<SheetColumn, number>, { number, cells }: SheetRow, problems: RateProblem[]): Read | null {
  const cell = (column: SheetColumn) => (at[column] < 0 ? "" : (cells[at[column]] ?? "").trim());
  const texts = Object.fromEntries(
    (Object.keys(SHEET_COLUMNS) as SheetColumn[]).map((column) => [column, cell(column)]),
  ) as Record<SheetColumn, string>;
  const { zone, place, lga, method } = texts;
  const lines = lga === "" ? place.replaceAll(";", "\n") : `${lga}, ${place}`;
  const found = readPlaceLines(lines);
  const only = found.ok && found.places.length === 1 ? placeName(found.places[0] ?? "") : "";
  const zoneName = zone || only || place;
  const label = `${zoneName}: ${method}`;
  const reason = rowProblem({ zone, only, method }, found);
  if (reason !== null || !found.ok) {
    problems.push({ row: number, zone: zoneName, label, reason: reason ?? "" });
    return null;
  }
  return { ...texts, row: number, label, zoneName, isNamed: zone !== "", places: found.places };
}

type Cells = { zone: string; only: string; method: string };

function rowProblem({ zone, only, method }: Cells, found: ReturnType<typeof readPlaceLines>): string | null {
  if (!found.ok) return found.message.replace(/^Line \d+: w/, "W");
  if (zone === "" && found.places.length === 0) return "The row names no place.";
  if (zone === "" && only === "") return "Several places need a zone: name it in a column Zone.";
  return method === "" ? "The row names no method." : null;
}

function zoneOf(rows: readonly Read[], problems: RateProblem[]): SheetZone {
  const [first] = rows;
  const methods = [...groupedBy(rows, ({ method }) => method.toLowerCase()).values()].flatMap(
    (own) => methodOf(own, problems) ?? [],
  );
  const places = [...new Set(rows.flatMap((row) => row.places))].toSorted();
  return { name: first?.zoneName ?? "", isNamed: first?.isNamed ?? false, places, methods };
}

/** What says that a known method has a field no more: an empty cell leaves it as it is. */
const NONE = "-";

/** The fields of a method that have a column of their own. */
const FIELDS = {
  kind: "kind",
  carrier: "carrier",
  address: "address",
  extra_kg_kobo: "extra",
  free_from_kobo: "free",
  cutoff_minute: "cutoff",
} as const satisfies Partial<Record<keyof RateMethod, SheetColumn>>;

/** The method of rows that differ by weight; what is said once counts for all. */
function methodOf(rows: readonly Read[], problems: RateProblem[]): SheetMethod | null {
  const text = (column: SheetColumn) => rows.find((row) => row[column] !== "")?.[column] ?? "";
  const said = (column: SheetColumn) => (text(column) === NONE ? "" : text(column));
  const [min, max] = daysOf(said("days"));
  const parsed = methodForm.safeParse({
    kind: kindOf(said("kind") || said("method")),
    name: said("method"),
    carrier: said("carrier"),
    address: said("address"),
    bands: rows.map(({ upto, price }) => `${upto.replace(/\s*kg$/i, "") || ANY_KG} = ${price}`).join("\n"),
    extra_kg_kobo: said("extra"),
    free_from_kobo: said("free"),
    min_days: min,
    max_days: max,
    cutoff_minute: said("cutoff") || "14:00",
    active: "1",
  });
  if (parsed.success) {
    const own = Object.entries(FIELDS).flatMap(([field, column]) => (text(column) === "" ? [] : field));
    return { method: parsed.data, said: new Set(["bands", "min_days", "max_days", ...own]) };
  }
  const errors = fieldErrors(parsed.error);
  const [first] = rows;
  if (!first) return null;
  for (const message of new Set(Object.values(errors))) {
    const [, line = "1", rest = message ?? ""] = /^Line (\d+):? (.*)$/.exec(message ?? "") ?? [];
    const { row, label, zoneName, upto, price } = rows[Number(line) - 1] ?? first;
    const reason = rest.startsWith("is not a weight")
      ? `“${upto}” and “${price}” are not a weight in kg and a price.`
      : rest;
    problems.push({ row, zone: zoneName, label, reason: capitalised(reason) });
  }
  return null;
}

/** "1-3", "1 to 3 days" and "2" as form values; anything else is refused by the form. */
function daysOf(text: string): [string, string] {
  const [, from, to] = /^(\d+)\s*(?:(?:-|–|to)\s*(\d+))?\s*(?:working |business )?(?:days?)?$/i.exec(text) ?? [];
  return from === undefined ? [text, text] : [from, to ?? from];
}

function kindOf(text: string): DeliveryKind {
  if (/park|waybill|bus/i.test(text)) return "park";
  return /pick/i.test(text) ? "pickup" : "door";
}

function placesTwice(zones: readonly SheetZone[]): Set<string> {
  const seen = new Set<string>();
  return new Set(zones.flatMap(({ places }) => places).filter((place) => seen.has(place) || !seen.add(place)));
}

function groupedBy<Item>(items: readonly Item[], key: (item: Item) => string): Map<string, Item[]> {
  const groups = new Map<string, Item[]>();
  for (const item of items) groups.set(key(item), [...(groups.get(key(item)) ?? []), item]);
  return groups;
}
