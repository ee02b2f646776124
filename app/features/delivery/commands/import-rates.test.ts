import { eq } from "drizzle-orm";
import { beforeAll, beforeEach, expect, test } from "vitest";
import { startRun, undoRun, type RunsContext } from "#app/features/imports/commands.server.ts";
import { applyRun } from "#app/features/imports/commands/apply.server.ts";
import { runRows } from "#app/features/imports/queries.server.ts";
import { createLogger } from "#app/platform/log.server.ts";
import type { Database } from "#db/client.server.ts";
import { users } from "#db/schema/auth.ts";
import { delivery_methods, delivery_zones } from "#db/schema/delivery.ts";
import { actorOf } from "#tests/fixtures/actors.ts";
import { makeZone } from "#tests/fixtures/delivery.ts";
import { testDatabase } from "#tests/setup/database.ts";
import { allZones } from "../queries/rates.server.ts";
import { RATE_COLUMNS, rateRows } from "../rules/sheet.ts";
import { previewRates } from "./import-rates.server.ts";
import { zoneFields, zoneTarget } from "./zone-target.server.ts";

let database: Database;
let ctx: RunsContext;
let admin: ReturnType<typeof actorOf>;

beforeAll(async () => {
  database = await testDatabase();
  ctx = { db: database.db, jobs: { enqueue: () => Promise.resolve() } };
  const [user] = await database.db
    .insert(users)
    .values({ name: "Bola", email: "bola@oja.example", role: "admin" })
    .returning();
  admin = actorOf(user?.id ?? "", "admin");
  return () => database.close();
});

beforeEach(async () => {
  for (const table of ["runs", "delivery_zones"]) await database.sql(`delete from ${table}`);
});

const csv = (rows: readonly (readonly (string | null)[])[]) =>
  new TextEncoder().encode(rows.map((row) => row.map((cell) => `"${cell ?? ""}"`).join(",")).join("\n"));

const upload = (rows: readonly (readonly (string | null)[])[], actor = admin) =>
  previewRates(database.db, actor, { name: "rates.csv", bytes: csv(rows) });

/** The preview of a sheet: its run, and each row as label, state and reason. */
async function preview(rows: readonly (readonly (string | null)[])[]) {
  const made = await upload(rows);
  if (!made.ok) throw new Error("errors" in made ? made.errors["file"] : made.reason);
  const shown = await runRows(database.db, made.id, { state: null, offset: 0, limit: 100 });
  return { id: made.id, rows: shown.map(({ label, state, reason }) => [label, state, reason]) };
}

async function apply(id: string) {
  expect(await startRun(ctx, admin, id)).toEqual({ ok: true });
  await applyRun({ db: database.db, log: createLogger("silent") }, { zone: zoneTarget }, id);
}
async function undo(id: string) {
  const undone = await undoRun(ctx, admin, id);
  if (!undone.ok) throw new Error(undone.reason);
  await applyRun({ db: database.db, log: createLogger("silent") }, { zone: zoneTarget }, undone.id);
}
const zones = async () => (await allZones(database.db)).map(zoneFields);

const HEAD = ["State", "Method", "Up to kg", "Price", "Days"];

test("a carrier's table of states makes a zone for each, is applied, and undone", async () => {
  const { id, rows } = await preview([
    HEAD,
    ["Lagos", "Van", "10", "2,500", "1-2"],
    ["Lagos", "Van", "50", "N6,000", ""],
    ["Kano", "Motor park", "", "9000", "3 days"],
  ]);
  expect(rows).toEqual([
    ["Lagos", "ready", ""],
    ["Kano", "ready", ""],
  ]);
  expect(await zones()).toEqual([]);
  await apply(id);
  const made = await zones();
  expect(made).toMatchObject([
    {
      name: "Lagos",
      places: ["LA"],
      methods: [
        {
          name: "Van",
          kind: "door",
          min_days: 1,
          max_days: 2,
          bands: [
            { upto_grams: 10_000, kobo: 250_000 },
            { upto_grams: 50_000, kobo: 600_000 },
          ],
        },
      ],
    },
    {
      name: "Kano",
      methods: [{ kind: "park", min_days: 3, max_days: 3, bands: [{ upto_grams: 1e8, kobo: 900_000 }] }],
    },
  ]);
  await undo(id);
  expect(await zones()).toEqual([]);
});

test("a known zone gets new prices and keeps its other methods and their ids; undo brings the old prices back", async () => {
  const [van = "", boat = ""] = await makeZone(database, "Lagos", ["LA", "OG"], [{ name: "Van" }, { name: "Boat" }]);
  const before = await zones();
  const head = ["Zone", ...HEAD];
  const { id, rows } = await preview([head, ["lagos", "", "van", "100", "5,000", "1-3"]]);
  expect(rows).toEqual([["Lagos", "ready", ""]]);
  await apply(id);
  const methods = await database.db.select().from(delivery_methods).orderBy(delivery_methods.position);
  expect(methods.map((one) => [one.id, one.bands[0]?.kobo])).toEqual([
    [van, 500_000],
    [boat, 450_000],
  ]);
  await undo(id);
  expect(await zones()).toEqual(before);
});

test("what a sheet does not say of a known method stays; a dash takes it away", async () => {
  const park = { name: "Upper Iweka", kind: "park", carrier: "GUO", address: "Bridge Head", cutoff_minute: 660 };
  await makeZone(
    database,
    "East",
    ["AN"],
    [{ ...park, extra_kg_kobo: 6_000, free_from_kobo: 9_000_000, active: false }],
  );
  const [before] = await zones();
  const row = ["East", "", "upper iweka", "50", "5,000", "1-2"];
  await apply((await preview([["Zone", ...HEAD], row])).id);
  const bands = [{ upto_grams: 50_000, kobo: 500_000 }];
  const method = { ...before?.methods[0], bands, min_days: 1, max_days: 2 };
  expect(await zones()).toEqual([{ ...before, methods: [method] }]);
  const head = ["Zone", ...HEAD, "Carrier", "Free from", "Cut-off", "Kind"];
  await apply((await preview([head, [...row, "ABC", "-", "", ""]])).id);
  expect(await zones()).toEqual([{ ...before, methods: [{ ...method, carrier: "ABC", free_from_kobo: null }] }]);
});

test("our own file comes back in unchanged", async () => {
  const park = { name: "Park", kind: "park", carrier: "GUO", address: "Upper Iweka", min_days: 2, max_days: 2 };
  const more = { extra_kg_kobo: 6_000, free_from_kobo: 50_000_000, cutoff_minute: 690 };
  const bands = [10_000, 12_500, 100_000].map((upto_grams, at) => ({ upto_grams, kobo: 100_050 * (at + 1) }));
  await makeZone(
    database,
    "East",
    ["AN", "AB-01"],
    [{ ...park, ...more, bands }, { name: "Van" }, { name: "Old", active: false }],
  );
  await makeZone(database, "Depot", ["LA-11"], [{ name: "Ikeja", kind: "pickup" }]);
  const { rows } = await preview([RATE_COLUMNS, ...rateRows(await zones())]);
  expect(rows).toEqual([
    ["Depot", "unchanged", ""],
    ["East", "unchanged", ""],
  ]);
});

test("each wrong row is said in words, and its zone is left out", async () => {
  await makeZone(database, "West", ["OG", "OY"], [{}]);
  const { rows } = await preview([
    ["Zone", "Place", "LGA", "Method", "Up to kg", "Price", "Days", "Colour"],
    ["", "Lagoss", "", "Van", "10", "2500", "1", ""],
    ["", "Kano", "Ikeja", "Van", "10", "2500", "1", ""],
    ["", "Ogun", "", "Van", "10", "2500", "1", ""],
    ["", "Abia", "", "Van", "10", "2500", "1", ""],
    ["", "Abia", "", "Van", "5", "3000", "", ""],
    ["", "Edo", "", "Van", "10", "cheap", "1", ""],
    ["", "Delta", "", "Van", "10", "100", "soon", ""],
    ["", "Rivers", "", "", "10", "100", "1", ""],
    ["", "Imo; Enugu", "", "Van", "10", "100", "1", ""],
    ["North", "Kano", "", "Van", "10", "100", "3-1", ""],
    ["A", "Borno", "", "Van", "10", "100", "1", ""],
    ["B", "Borno", "", "Van", "10", "100", "1", ""],
    ["New", "", "", "Van", "10", "100", "1", "red"],
    ["", "Benue", "Gboko", "Van", "10", "100", "1", ""],
  ]);
  expect(rows).toEqual([
    [
      "Ogun",
      "refused",
      "Ogun is in the zone “West” with other places: name a zone in a column Zone, or take it out there first.",
    ],
    ["New", "refused", "A new zone needs places."],
    ["Gboko, Benue", "ready", ""],
    [
      "Row 2: Lagoss: Van",
      "refused",
      "We know no place “Lagoss”. Write a state, or an area with its state: Ikeja, Lagos.",
    ],
    [
      "Row 3: Kano: Van",
      "refused",
      "We know no place “Ikeja, Kano”. Write a state, or an area with its state: Ikeja, Lagos.",
    ],
    ["Row 6: Abia: Van", "refused", "Each weight must be above the one before."],
    ["Row 7: Edo: Van", "refused", "“10” and “cheap” are not a weight in kg and a price."],
    ["Row 8: Delta: Van", "refused", "A whole number of working days from 0 to 90."],
    ["Row 9: Rivers: ", "refused", "The row names no method."],
    ["Row 10: Imo; Enugu: Van", "refused", "Several places need a zone: name it in a column Zone."],
    ["Row 11: North: Van", "refused", "The last day cannot be before the first."],
    ["Row 12: A: Van", "refused", "Borno is in two zones of this file."],
    ["Row 13: B: Van", "refused", "Borno is in two zones of this file."],
    ["Columns not used", "unchanged", "Colour"],
  ]);
});

test.each([
  [
    "no price",
    [
      ["State", "Method", "Days"],
      ["Lagos", "Van", "1"],
    ],
    "The file has no column “Price”.",
  ],
  [
    "neither place nor zone",
    [
      ["Method", "Price", "Days"],
      ["Van", "1", "1"],
    ],
    "The file has no column “Places”.",
  ],
])("a file with %s is refused", async (_name, rows, message) => {
  expect(await upload(rows)).toEqual({ ok: false, reason: "invalid", errors: { file: message } });
});

test("only who may edit delivery reads a file, applies and undoes it", async () => {
  const rows = [HEAD, ["Lagos", "Van", "10", "2500", "1"]];
  const packer = { ...admin, staff_role: "packer" as const };
  expect(await upload(rows, packer)).toEqual({ ok: false, reason: "forbidden" });
  const { id } = await preview(rows);
  expect(await startRun(ctx, packer, id)).toEqual({ ok: false, reason: "forbidden" });
  await apply(id);
  expect(await undoRun(ctx, packer, id)).toEqual({ ok: false, reason: "forbidden" });
});

test("a zone changed between preview and apply is left as it is, and a place taken meanwhile is told", async () => {
  await makeZone(database, "Lagos", ["LA"], [{ name: "Van" }]);
  const { id } = await preview([HEAD, ["Lagos", "Van", "10", "2500", "1"], ["Kano", "Van", "10", "2500", "1"]]);
  await database.db.update(delivery_methods).set({ max_days: 9 });
  await makeZone(database, "North", ["KN"], []);
  await apply(id);
  const after = await runRows(database.db, id, { state: null, offset: 0, limit: 10 });
  expect(after.map(({ state, reason }) => [state, reason])).toMatchObject([
    ["changed_meanwhile", expect.any(String)],
    ["failed", "A place of it is in another zone."],
  ]);
  const [lagos] = await database.db.select().from(delivery_zones).where(eq(delivery_zones.name, "Lagos"));
  expect(lagos).toBeDefined();
});
