import { randomUUID } from "node:crypto";
import { beforeAll, describe, expect, test } from "vitest";
import type { Database } from "#db/client.server.ts";
import { actorOf } from "#tests/fixtures/actors.ts";
import { makeProduct } from "#tests/fixtures/catalog.ts";
import { makeOrder } from "#tests/fixtures/orders.ts";
import { testDatabase } from "#tests/setup/database.ts";
import type { OrderStatus } from "../rules.ts";
import { orderIds, ordersPage, type OrderListState } from "./admin-list.server.ts";

const BOSS = actorOf(randomUUID(), "admin");
const STATE: OrderListState = { q: "", filters: {}, sort: "-date", page: 1, size: 10 };

type Wanted = OrderListState["filters"] & { q?: string };
let database: Database;
let made: string[];

/** 23 orders, one per hour; the third is Chinedu Okafor's. */
beforeAll(async () => {
  database = await testDatabase();
  made = [];
  for (let index = 0; index < 23; index += 1) {
    const special =
      index === 2
        ? {
            customer_name: "Chinedu Okafor",
            customer_email: "C.Okafor@example.com",
            customer_phone: "+234 803 765 4321",
          }
        : {};
    const order_status: OrderStatus = index % 2 ? "shipped" : "processing";
    const created_at = new Date(Date.UTC(2026, 9, 1, 22, 30) - index * 3_600_000);
    made.push(await makeOrder(database, null, { order_status, created_at, ...special }));
  }
  return () => database.close();
});

const find = async ({ q = "", ...filters }: Wanted, page: Partial<OrderListState> = {}) =>
  await ordersPage(database.db, BOSS, { ...STATE, q, filters, ...page });
const ids = async (wanted: Wanted) => (await find(wanted)).rows.map(({ id }) => id);

test.each([
  ["a guest", null],
  ["a customer", actorOf(randomUUID())],
  ["an admin who owes the second factor", actorOf(randomUUID(), "admin", null)],
])("%s gets no orders", async (_, actor) => {
  await expect(ordersPage(database.db, actor, STATE)).rejects.toThrow("Only staff");
});

test("newest first; each page once, also those read from the end; beyond the last is the last", async () => {
  const pages = [];
  for (const page of [1, 2, 3]) pages.push(...(await find({}, { page })).rows.map(({ id }) => id));
  expect(pages).toEqual(made);
  const last = await find({}, { page: 9 });
  expect([last.page, last.pages, last.total, last.rows.map(({ id }) => id)]).toEqual([3, 3, 23, made.slice(20)]);
  expect(last.rows[0]).toMatchObject({ customer_name: "Ada Okafor", lines: 1 });
});

test("by status and by days of Lagos", async () => {
  expect((await find({ status: "shipped" })).total).toBe(11);
  expect(await orderIds(database.db, BOSS, { ...STATE, filters: { status: "shipped" } }, 3)).toEqual([
    made[1],
    made[3],
    made[5],
  ]);
  // 22:30 in London is 23:30 in Lagos, and an hour later belongs to the next day.
  expect((await find({ from: "2026-10-01", to: "2026-10-01" })).total).toBe(23);
  expect((await find({ from: "2026-10-02" })).total).toBe(0);
  await database.sql("update orders set created_at = '2026-10-01T23:30:00Z' where id = $1", [made[0]]);
  expect(await ids({ from: "2026-10-02" })).toEqual([made[0]]);
});

describe("the search finds an order by", () => {
  test.each([
    ["its short number", () => made[2]?.slice(0, 8).toUpperCase()],
    ["its short number with a hash", () => `#${made[2]?.slice(0, 8)}`],
    ["its id", () => made[2]],
    ["its payment reference", () => `WH${made[2]}`.slice(0, 0) || "WH000000000000002"],
    ["its customer's name", () => "chinedu okafor"],
    ["parts of the name in any order", () => "okaf chin"],
    ["a name with typing errors", () => "Chinedo Okaffor"],
    ["an address in other letters", () => "c.okafor@EXAMPLE.com"],
    ["a number as it is", () => "+234 803 765 4321"],
    ["a number as people say it", () => "08037654321"],
    ["the end of a number", () => "765 4321"],
  ])("%s", async (_, text) => {
    await database.sql("update orders set payment_reference = 'WH000000000000002' where id = $1", [made[2]]);
    expect(await ids({ q: text() ?? "" })).toEqual([made[2]]);
  });

  test("and nothing by unmatched text, including pattern characters", async () => {
    for (const q of ["zzzqqq", "%", "_", "%%%", "\\", "WH999999999999999", "ffffffff"]) {
      expect(await find({ q })).toMatchObject({ rows: [], total: 0 });
    }
  });

  test("plain letters for dotted and toned ones, and the other way round", async () => {
    const customer_name = "Ọláyẹmí Ṣóyínká";
    const id = await makeOrder(database, null, { customer_name, created_at: new Date(Date.UTC(2026, 8, 1)) });
    for (const q of ["olayemi", "soyinka ola", "ọláyẹmí", "ṢÓYÍNKÁ"]) {
      expect(await find({ q }), q).toMatchObject({ found: "exact", rows: [{ id }] });
    }
    expect(await find({ q: "olayemy soyinca" })).toMatchObject({ found: "alike", rows: [{ id }] });
    expect(await ids({ q: "chínẹdu" })).toEqual([made[2]]);
    await database.sql("delete from orders where id = $1", [id]);
  });

  test("a product of it, by name or SKU, if nobody is called so; and by choice also then", async () => {
    const plasters = await makeProduct(database.db, { name: "Assorted plasters, 100 pieces", sku: "PLA-100" });
    const item = { name: "Plasters", price_kobo: 100, quantity: 2, product_id: plasters.id };
    const id = await makeOrder(database, null, { items: [item], created_at: new Date(Date.UTC(2026, 8, 2)) });
    for (const q of ["plasters", "assorted plast", "PLA-100"]) {
      expect(await find({ q }), q).toMatchObject({ found: "goods", rows: [{ id }] });
      expect(await ids({ q }), q).toEqual([id]);
    }
    const named = await makeOrder(database, null, { customer_name: "Plasters Ltd", created_at: new Date(0) });
    expect(await find({ q: "plasters" })).toMatchObject({ found: "exact", total: 1, rows: [{ id: named }] });
    expect(await find({ q: "plasters", by: "goods" })).toMatchObject({ found: "exact", total: 1, rows: [{ id }] });
    expect(await find({ q: "nothing so", by: "goods" })).toMatchObject({ total: 0 });
    await database.sql("delete from orders where id = any($1::uuid[])", [[id, named]]);
  });

  test("similar names are marked as such, and filtered by status as well", async () => {
    expect(await find({ q: "Chinedo Okaffor" })).toMatchObject({ found: "alike", total: 1 });
    expect(await find({ q: "Chinedo Okaffor", status: "shipped" })).toMatchObject({ total: 0 });
    expect(await find({ q: "Ada" })).toMatchObject({ found: "exact", total: 22 });
  });
});
