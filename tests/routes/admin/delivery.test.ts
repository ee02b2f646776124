import { afterAll, beforeAll, expect, onTestFinished, test, vi } from "vitest";
import { lagosDay } from "#app/lib/dates.ts";
import type { RunningShop } from "#server/start.server.ts";
import { makeProduct } from "#tests/fixtures/catalog.ts";
import { makeZone } from "#tests/fixtures/delivery.ts";
import { filledIn, textOf } from "#tests/fixtures/html.ts";
import { filledForm } from "#tests/fixtures/record-form.ts";
import { BEHIND_PROXY, makeCustomer, signedIn, Visitor } from "#tests/fixtures/visitor.ts";
import { testShop } from "#tests/setup/shop.ts";

let shop: RunningShop;
let owner: Visitor;

beforeAll(async () => {
  shop = await testShop({ env: BEHIND_PROXY });
  owner = await signedIn(shop, await makeCustomer(shop, { role: "admin" }));
  // Goods leave on each day, until midnight.
  await sql("insert into delivery_calendar (working_days) values ('{1,2,3,4,5,6,7}')");
});
afterAll(() => shop.close());

const sql = async (text: string, values: unknown[] = []) => (await shop.shop.database.sql(text, values)).rows;
const read = async (path: string) => textOf((await owner.get(path)).text);
const DAILY = { min_days: 1, max_days: 1, cutoff_minute: 1440 };

test("a zone of an unknown place, or of another zone's, is refused in words; its methods are shown as a buyer there sees them", async () => {
  await makeZone(shop.shop.database, "Lagos", ["LA"], []);
  const zones = "/admin/delivery/zones/new";
  for (const [places, problem] of [
    ["Abia\nIkeja, Abia", "Line 2: we know no place “Ikeja, Abia”."],
    ["Lagos", "Lagos is in the zone “Lagos” already."],
  ] as const) {
    const refused = await owner.form(zones, { name: "South East", places });
    expect([refused.status, textOf(refused.text)]).toEqual([422, expect.stringContaining(problem)]);
  }
  expect(textOf((await owner.form(zones, { name: "South East", places: "Abia\nAnambra" })).text)).toContain(
    "Zone added",
  );
  expect(await read("/admin/delivery")).toContain("South East");
  const [zone] = await sql("select id from delivery_zones where name = 'South East'");
  const methods = `/admin/delivery/zones/${String(zone?.["id"])}/new`;
  const park = { kind: "park", name: "Upper Iweka", min_days: "1", max_days: "2" };
  const refused = await owner.form(methods, { ...park, bands: "50 = 4,500\n10 = 9,000", min_days: "3" });
  expect(refused.status).toBe(422);
  for (const problem of [
    "Line 2: each weight must be above the one before.",
    "The last day cannot be before the first.",
  ])
    expect(textOf(refused.text)).toContain(problem);
  expect(textOf((await owner.form(methods, { ...park, bands: "50 = 4,500\n100 = 9,000" })).text)).toContain(
    "Method added",
  );
  const preview = await read("/admin/delivery?place=Aba+North%2C+Abia&kg=80");
  expect(preview).toMatch(/What would a buyer see\?.*₦9,000\.00.*Arrives /s);
  expect(preview).toContain("Motor park: Upper Iweka");
});

test("a file of prices is seen first, leaves out what it cannot place, is applied and undone", async () => {
  const [id = ""] = await makeZone(shop.shop.database, "North", ["KN"], [{ name: "Vans" }]);
  const bands = async () => (await sql("select bands from delivery_methods where id = $1", [id]))[0]?.["bands"];
  const before = await bands();
  const rows = ["Zone,Place,Method,Up to kg,Price,Days", "North,,Vans,50,5000,1-2", ",Kanoo,Van,10,2500,1"];
  const body = new FormData();
  body.set("file", new File([rows.join("\n")], "rates.csv"));
  const sent = await owner.send("/admin/delivery/rates", { method: "POST", body, headers: { Origin: shop.url } });
  expect(sent.status).toBe(303);
  const run = sent.headers.get("Location") ?? "";
  const { text } = await owner.get(run);
  for (const part of ["Delivery prices of rates.csv", "We know no place “Kanoo”.", "Apply to 1 zone"])
    expect(textOf(text)).toContain(part);
  expect(textOf(text)).not.toContain("Buyers pay");
  expect(await bands()).toEqual(before);
  await owner.form(run, filledIn(text, "apply").fields);
  await expect.poll(bands).toEqual([{ upto_grams: 50_000, kobo: 500_000 }]);
  await expect.poll(() => read(run)).toContain("Undo 1 zone");
  const undone = await owner.form(run, filledIn((await owner.get(run)).text, "undo").fields);
  await expect.poll(bands).toEqual(before);
  expect(await read(undone.headers.get("Location") ?? "")).toContain("Undo: Delivery prices of rates.csv");
});

test("the owner's days and weights count in what a buyer reads: closed days, goods without a weight, cut-off, supplier", async () => {
  // Midnight in Lagos does not come between two answers.
  vi.useFakeTimers({ toFake: ["Date"] });
  onTestFinished(() => void vi.useRealTimers());
  const inDays = (days: number) => lagosDay(new Date(Date.now() + days * 86_400_000));
  const bands = [
    { upto_grams: 10_000, kobo: 100_000 },
    { upto_grams: 100_000, kobo: 900_000 },
  ];
  const [method] = await makeZone(shop.shop.database, "Edo", ["ED"], [{ ...DAILY, name: "Vans", bands }]);
  const { id } = await makeProduct(shop.shop.db, { weight_grams: null, stock_quantity: 50 });
  const offered = async () => {
    const question = { place: "ED", lines: [{ id, quantity: 1 }] };
    const headers = { "Content-Type": "application/json", Origin: shop.url };
    const { json } = await new Visitor(shop.url).send("/delivery/quote", {
      method: "POST",
      body: JSON.stringify(question),
      headers,
    });
    const [{ kobo, to }] = json["options"] as [{ kobo: number; to: string }];
    return [kobo, to];
  };
  expect(await offered()).toEqual([100_000, inDays(1)]);

  const calendar = "/admin/delivery/calendar";
  const save = async (closed_dates: string) =>
    await owner.form(calendar, filledForm((await owner.get(calendar)).text, { closed_dates, fallback_grams: "20000" }));
  const refused = await save(`${inDays(1)}\n2026-02-31`);
  expect([refused.status, textOf(refused.text)]).toEqual([
    422,
    expect.stringContaining("“2026-02-31” is not a date: write 2026-12-25."),
  ]);
  expect((await save(inDays(1))).status).toBeLessThan(400);
  expect(await read("/admin/delivery")).toMatch(/\d+ products? ha(s|ve) no weight\. Each sold unit counts: .*as 20 kg/);
  expect(await offered()).toEqual([900_000, inDays(2)]);

  const insert = "insert into categories (name, slug, default_weight_grams) values ('Oils', 'oils', 5000) returning id";
  const [category] = await sql(insert);
  await sql("update products set category_id = $2, distributor = 'Two days' where id = $1", [id, category?.["id"]]);
  expect(await read("/admin/delivery")).toContain("by the default of the category");
  expect(await offered()).toEqual([100_000, inDays(2)]);
  await sql("update delivery_methods set cutoff_minute = 0 where id = $1", [method]);
  expect(await offered()).toEqual([100_000, inDays(3)]);
  await sql(
    `insert into suppliers (name, distributor, address, whatsapp_contact, email, status, lead_days)
     values ('Two days', 'Two days', '', '', '', 'approved', 2)`,
  );
  expect(await offered()).toEqual([100_000, inDays(5)]);
});
