import { afterAll, beforeAll, expect, test } from "vitest";
import { lagosDay } from "#app/lib/dates.ts";
import { formatDays } from "#app/lib/day-range.ts";
import type { RunningShop } from "#server/start.server.ts";
import { textOf } from "#tests/fixtures/html.ts";
import { makeOrder } from "#tests/fixtures/orders.ts";
import { BEHIND_PROXY, makeCustomer, signedIn, type Visitor } from "#tests/fixtures/visitor.ts";
import { testShop } from "#tests/setup/shop.ts";

let shop: RunningShop;
let manager: Visitor;
let sales: Visitor;
let packer: Visitor;
let buyer: Visitor;
let buyerId = "";

beforeAll(async () => {
  shop = await testShop({ env: BEHIND_PROXY });
  // Goods arrive on every day, so that no date of these tests is a free one.
  await sql("insert into delivery_calendar (working_days) values ('{1,2,3,4,5,6,7}')");
  const staff = async (role: "manager" | "sales" | "packer") =>
    await signedIn(shop, await makeCustomer(shop, { role: "admin", staff: role }));
  [manager, sales, packer] = [await staff("manager"), await staff("sales"), await staff("packer")];
  const customer = await makeCustomer(shop);
  buyerId = customer.id;
  buyer = await signedIn(shop, customer);
});
afterAll(() => shop.close());

const sql = async (text: string, values: unknown[] = []) => (await shop.shop.database.sql(text, values)).rows;
const inDays = (days: number) => lagosDay(new Date(Date.now() + days * 86_400_000));
const words = (day: string) => formatDays(day, day);
const short = (id: string) => id.slice(0, 8).toUpperCase();

/** The late orders as a packer sees them; the page's scripts name other orders too. */
const listed = async () =>
  textOf((await packer.get("/admin/orders?delivery=late")).text).replaceAll(/<script\b[\s\S]*?<\/script>/g, "");

const DELIVERY = { delivery_kind: "door", delivery_text: "Door delivery: Our vans", state_code: "LA" };

/** An order promised by this day, in days from today. */
const promised = async (days: number, more: Parameters<typeof makeOrder>[2] = {}) =>
  await makeOrder(shop.shop.database, buyerId, {
    ...DELIVERY,
    promised_from: inDays(days - 1),
    promised_to: inDays(days),
    ...more,
  });
const move = async (who: Visitor, id: string, day: string, seen?: string) =>
  await who.form(`/admin/orders/${id}`, { intent: "promise", promised_to: day, ...(seen ? { seen } : {}) });

test("orders whose last promised day is over are counted on the overview and listed, and no others", async () => {
  const late = [await promised(-1), await promised(-3, { order_status: "shipped" })];
  const others = [
    await promised(0),
    await promised(-2, { order_status: "delivered" }),
    await promised(-2, { order_status: "cancelled" }),
    await promised(-2, { payment_status: "refunded", refunded_kobo: 8_500_000 }),
    await makeOrder(shop.shop.database, buyerId),
  ];
  const overview = (await packer.get("/admin/overview")).text;
  expect(textOf(overview)).toMatch(/>2<\/span>\s*orders later than promised/);
  expect(overview).toContain('href="/admin/orders?delivery=late"');
  const list = await listed();
  expect(late.filter((id) => !list.includes(short(id)))).toEqual([]);
  expect(others.filter((id) => list.includes(short(id)))).toEqual([]);
  const table = (await manager.get("/admin/orders/export?delivery=late&format=csv")).text;
  expect(table.match(/,yes,/g)).toHaveLength(2);
});

test("a late order gets a new date from any staff; the buyer reads both days", async () => {
  const id = await promised(-2, { access_token: "late-order" });
  const page = `/profile/orders?order=${id}`;
  expect(textOf((await buyer.get(page)).text)).toContain(
    `This order is late: it was promised by ${words(inDays(-2))}.`,
  );
  expect(textOf((await packer.get(`/admin/orders/${id}`)).text)).toContain("It is later than promised.");
  const [before] = await sql("select change_no from orders where id = $1", [id]);

  const saved = await move(packer, id, inDays(2), inDays(-2));
  expect([saved.status, textOf(saved.text)]).toEqual([200, expect.stringContaining(`by ${words(inDays(2))}`)]);
  const both = `was promised by ${words(inDays(-2))}, will now arrive by ${words(inDays(2))}.`;
  expect(textOf((await buyer.get(page)).text)).toContain(both);
  expect(await listed()).not.toContain(short(id));
  expect(textOf((await packer.get(`/admin/orders/slips?id=${id}`)).text)).toContain(
    `by ${words(inDays(2))}, was promised`,
  );
  const [after] = await sql(
    "select change_no, promised_from::text, first_promised_to::text from orders where id = $1",
    [id],
  );
  expect(after).toMatchObject({ promised_from: inDays(-3), first_promised_to: inDays(-2) });
  expect(Number(after?.["change_no"])).toBeGreaterThan(Number(before?.["change_no"]));

  expect((await move(sales, id, inDays(1))).status).toBe(200);
  const [moved] = await sql("select promised_to::text, first_promised_to::text from orders where id = $1", [id]);
  expect(moved).toEqual({ promised_to: inDays(1), first_promised_to: inDays(-2) });
  const timeline = textOf((await packer.get(`/admin/orders/${id}`)).text);
  expect(timeline).toContain(`Delivery promised by ${words(inDays(2))} instead of ${words(inDays(-2))}`);
});

test("a new date before the first promised day moves that one too", async () => {
  const id = await promised(5);
  expect((await move(packer, id, inDays(1))).status).toBe(200);
  const [row] = await sql("select promised_from::text, promised_to::text from orders where id = $1", [id]);
  expect(row).toEqual({ promised_from: inDays(1), promised_to: inDays(1) });
});

test.each([
  ["no day", "soon", 422, "Please choose a day."],
  ["a day that is not in the calendar", "2026-02-30", 422, "Please choose a day."],
  ["yesterday", inDays(-1), 422, "Please choose today or a later day."],
  ["a day in two years", inDays(730), 422, "Please choose a day within a year."],
])("%s is refused as the new date", async (_, day, status, text) => {
  const id = await promised(-2);
  const answer = await move(packer, id, day);
  expect([answer.status, textOf(answer.text)]).toEqual([status, expect.stringContaining(text)]);
  expect((await sql("select first_promised_to from orders where id = $1", [id]))[0]?.["first_promised_to"]).toBeNull();
});

test("a date that another admin changed, a closed order and one without a promise keep theirs", async () => {
  const id = await promised(1);
  const changed = await move(packer, id, inDays(3), inDays(2));
  expect([changed.status, textOf(changed.text)]).toEqual([
    409,
    expect.stringContaining("Another admin set a different date"),
  ]);
  const closed = await move(packer, await promised(-2, { order_status: "delivered" }), inDays(3));
  expect([closed.status, textOf(closed.text)]).toEqual([422, expect.stringContaining("not open any more")]);
  const without = await move(packer, await makeOrder(shop.shop.database, buyerId), inDays(3));
  expect([without.status, textOf(without.text)]).toEqual([422, expect.stringContaining("without a promised date")]);
  expect((await move(packer, "00000000-0000-4000-8000-000000000000", inDays(3))).status).toBe(404);
  expect((await move(buyer, id, inDays(3))).status).not.toBe(200);
  expect((await sql("select promised_to::text from orders where id = $1", [id]))[0]?.["promised_to"]).toBe(inDays(1));
});

test("the status sets and takes back the times of sending and delivery", async () => {
  const id = await promised(1);
  const set = async (status: string) => {
    expect((await packer.form(`/admin/orders/${id}`, { intent: "status", status })).status).toBe(200);
    return (
      await sql("select sent_at is not null as sent, delivered_at is not null as delivered from orders where id = $1", [
        id,
      ])
    )[0];
  };
  expect(await set("shipped")).toEqual({ sent: true, delivered: false });
  expect(await set("delivered")).toEqual({ sent: true, delivered: true });
  expect(await set("processing")).toEqual({ sent: false, delivered: false });
});

test("a new date is a day on which goods arrive", async () => {
  const id = await promised(-2);
  await sql("update delivery_calendar set closed_dates = array[$1]::date[]", [inDays(2)]);
  const refused = await move(packer, id, inDays(2));
  expect([refused.status, textOf(refused.text)]).toEqual([422, expect.stringContaining("choose a working day")]);
  expect((await move(packer, id, inDays(3))).status).toBe(200);
  await sql("update delivery_calendar set closed_dates = '{}'");
});
