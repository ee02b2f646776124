import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import { beforeAll, describe, expect, test } from "vitest";
import type { Database } from "#db/client.server.ts";
import { audit_log } from "#db/schema/audit.ts";
import { mails } from "#db/schema/mail.ts";
import { order_items, orders } from "#db/schema/orders.ts";
import { stock_movements } from "#db/schema/payments.ts";
import { actorOf } from "#tests/fixtures/actors.ts";
import { makeGoods, stockNow } from "#tests/fixtures/checkout.ts";
import { adminContext, makeOrder, orderOfGoods } from "#tests/fixtures/orders.ts";
import { testDatabase } from "#tests/setup/database.ts";
import { cancelOrder, setOrderStatus, setOrderStatuses } from "./set-order-status.server.ts";

let database: Database;
const admin = actorOf(randomUUID(), "admin");

beforeAll(async () => {
  database = await testDatabase();
  return () => database.close();
});

const context = () => adminContext(database);
const statusOf = async (id: string) =>
  (await database.db.select().from(orders).where(eq(orders.id, id)))[0]?.order_status;
const mailsOf = (id: string) => database.db.select().from(mails).where(eq(mails.order_id, id));
const linesOf = (id: string) => database.db.select().from(order_items).where(eq(order_items.order_id, id));

/** An order of 5 of a product and 2 of another, cancelled with all of both back in stock: 15 and 12. */
async function cancelled() {
  const [rice, beans] = [await makeGoods(database, { stock: 10 }), await makeGoods(database, { stock: 10 })];
  const items = [
    { name: "Rice", price_kobo: 100_000, quantity: 5, product_id: rice },
    { name: "Beans", price_kobo: 50_000, quantity: 2, product_id: beans },
  ];
  const id = await makeOrder(database, null, { items });
  const restock = (await linesOf(id)).map((line) => ({ item_id: line.id, quantity: line.quantity }));
  await cancelOrder(context(), admin, { id, restock });
  return { id, rice, beans, restock };
}
const sellAllBut = (id: string, left: number) =>
  database.sql("update products set stock_quantity = $1 where id = $2", [left, id]);
const restockedOf = async (id: string) => (await linesOf(id)).map(({ restocked }) => restocked);

test.each(["processing", "shipped", "delivered"])(
  "reopening to %s takes what went back to stock, once",
  async (status) => {
    const { id, rice, beans, restock } = await cancelled();
    expect(await stockNow(database, [rice, beans])).toEqual([15, 12]);
    const input = { id, status, seen: "cancelled" };
    expect(await setOrderStatus(context(), admin, input)).toMatchObject({ ok: true, from: "cancelled", taken: 7 });
    expect(await setOrderStatus(context(), admin, { id, status })).toMatchObject({ changed: false, taken: 0 });
    expect([await stockNow(database, [rice, beans]), await restockedOf(id)]).toEqual([
      [10, 10],
      [0, 0],
    ]);
    const moved = await database.db.select().from(stock_movements).where(eq(stock_movements.order_id, id));
    const taken = moved.filter(({ reason }) => reason === "reopen").map((one) => [one.product_id, one.quantity]);
    expect(new Map(taken as [string, number][])).toEqual(
      new Map([
        [rice, -5],
        [beans, -2],
      ]),
    );
    const rows = await database.db.select().from(audit_log).where(eq(audit_log.subject, id));
    expect(rows).toHaveLength(2);
    expect(rows).toContainEqual(
      expect.objectContaining({ before: { status: "cancelled" }, after: { status, taken: 7 } }),
    );
    // The goods can go back once more, as often as the order is cancelled.
    expect(await cancelOrder(context(), admin, { id, restock })).toMatchObject({ ok: true, restocked: 7 });
    expect(await stockNow(database, [rice, beans])).toEqual([15, 12]);
  },
);

test("reopening takes nothing of goods that never went back", async () => {
  const goods = await makeGoods(database, { stock: 10 });
  const id = await makeOrder(database, null, {
    items: [{ name: "Rice", price_kobo: 100_000, quantity: 5, product_id: goods }],
  });
  await cancelOrder(context(), admin, { id });
  await sellAllBut(goods, 0);
  expect(await setOrderStatus(context(), admin, { id, status: "processing" })).toMatchObject({ ok: true, taken: 0 });
  expect(await stockNow(database, [goods])).toEqual([0]);
});

test("reopening is refused as a whole when one line is short, and names it", async () => {
  const { id, rice, beans } = await cancelled();
  await sellAllBut(rice, 4);
  const item_id = (await linesOf(id)).find(({ product_id }) => product_id === rice)?.id;
  const lines = [{ item_id, product_name: "Rice", needed: 5, left: 4 }];
  const result = await setOrderStatus(context(), admin, { id, status: "processing", notify: true });
  expect(result).toEqual({ ok: false, reason: "short", lines });
  expect([await stockNow(database, [rice, beans]), await restockedOf(id)]).toEqual([
    [4, 12],
    [5, 2],
  ]);
  expect([await statusOf(id), await mailsOf(id)]).toEqual(["cancelled", []]);
  expect(await database.db.select().from(audit_log).where(eq(audit_log.subject, id))).toHaveLength(1);
});

test("reopening is refused when a product was deleted after its goods went back, and names its line", async () => {
  const { id, rice, beans } = await cancelled();
  await database.sql("delete from products where id = $1", [rice]);
  const result = await setOrderStatus(context(), admin, { id, status: "processing" });
  expect(result).toMatchObject({ reason: "short", lines: [{ product_name: "Rice", needed: 5, left: null }] });
  expect(await stockNow(database, [beans])).toEqual([12]);
});

test("two lines of one product share its stock", async () => {
  const rice = await makeGoods(database, { stock: 0 });
  const line = { name: "Rice", price_kobo: 100_000, quantity: 3, product_id: rice };
  const id = await makeOrder(database, null, { items: [line, line] });
  const restock = (await linesOf(id)).map(({ id: item_id }) => ({ item_id, quantity: 3 }));
  await cancelOrder(context(), admin, { id, restock });
  await sellAllBut(rice, 5);
  expect(await setOrderStatus(context(), admin, { id, status: "shipped" })).toMatchObject({
    reason: "short",
    lines: [{ needed: 3, left: 2 }],
  });
  await sellAllBut(rice, 7);
  expect(await setOrderStatus(context(), admin, { id, status: "shipped" })).toMatchObject({ ok: true, taken: 6 });
  expect(await stockNow(database, [rice])).toEqual([1]);
});

test("reopening needs the right to cancel, also in a bulk change, where the other orders are changed", async () => {
  const packer = actorOf(randomUUID(), "admin", "packer");
  const { id, rice } = await cancelled();
  const other = await makeOrder(database, null);
  expect(await setOrderStatus(context(), packer, { id, status: "processing" })).toEqual({
    ok: false,
    reason: "forbidden",
  });
  const chosen = [
    { id, seen: "cancelled" },
    { id: other, seen: "processing" },
  ];
  expect(await setOrderStatuses(context(), packer, { orders: chosen, status: "shipped" })).toMatchObject({
    changed: 1,
    refused: [{ id, reason: "forbidden" }],
  });
  expect([await statusOf(id), await statusOf(other)]).toEqual(["cancelled", "shipped"]);
  expect(await stockNow(database, [rice])).toEqual([15]);
});

test("in a bulk change each order is reopened or refused by itself", async () => {
  const [one, two] = [await cancelled(), await cancelled()];
  await sellAllBut(two.rice, 0);
  const chosen = [one, two].map(({ id }) => ({ id, seen: "cancelled" }));
  expect(await setOrderStatuses(context(), admin, { orders: chosen, status: "processing" })).toMatchObject({
    changed: 1,
    skipped: [],
    refused: [{ id: two.id, reason: "short", lines: [{ product_name: "Rice", needed: 5, left: 0 }] }],
  });
  expect(await stockNow(database, [one.rice, two.rice, two.beans])).toEqual([10, 0, 12]);
});

test("orders cancelled together with restock restock their remaining quantities", async () => {
  const { id, goods, line } = await orderOfGoods(database);
  await database.db.update(order_items).set({ restocked: 2 }).where(eq(order_items.id, line));
  const input = { orders: [{ id, seen: "processing" }], status: "cancelled", restock: true };
  expect(await setOrderStatuses(context(), admin, input)).toMatchObject({ changed: 1 });
  expect(await stockNow(database, [goods])).toEqual([13]);
  expect(await setOrderStatuses(context(), admin, input)).toMatchObject({ changed: 0, unchanged: 1 });
  expect(await stockNow(database, [goods])).toEqual([13]);
});

describe("cancelling", () => {
  test("restocks the counted quantity once, with a movement and an audit row", async () => {
    const { id, goods, line } = await orderOfGoods(database);
    const input = {
      id,
      restock: [{ item_id: line, quantity: 3 }],
      reason: "Buyer changed their mind",
      seen: "processing",
    };
    expect(await cancelOrder(context(), admin, input)).toMatchObject({ ok: true, notified: null, restocked: 3 });
    expect(await cancelOrder(context(), admin, input)).toEqual({ ok: false, reason: "cancelled" });
    expect(await stockNow(database, [goods])).toEqual([13]);
    const moved = await database.db.select().from(stock_movements).where(eq(stock_movements.order_id, id));
    expect(moved).toMatchObject([{ product_id: goods, quantity: 3, reason: "restock" }]);
    const rows = await database.db.select().from(audit_log).where(eq(audit_log.subject, id));
    expect(rows).toMatchObject([
      { action: "order.status", after: { status: "cancelled", reason: input.reason, restocked: input.restock } },
    ]);
  });

  test("restocks only counted quantities, never more than was bought", async () => {
    const { id, goods, line } = await orderOfGoods(database);
    await database.db.update(order_items).set({ restocked: 4 }).where(eq(order_items.id, line));
    const more = await cancelOrder(context(), admin, { id, restock: [{ item_id: line, quantity: 2 }] });
    expect(more).toEqual({ ok: false, reason: "restock", problem: "more_than_bought" });
    expect(await statusOf(id)).toBe("processing");
    expect(await cancelOrder(context(), admin, { id })).toMatchObject({ ok: true, restocked: 0 });
    expect(await stockNow(database, [goods])).toEqual([10]);
  });

  test.each([
    ["a line of another order", () => ({ item_id: 987_654, quantity: 1 }), "unknown_line"],
    ["a product that is gone", (line: number) => ({ item_id: line, quantity: 1 }), "product_gone"],
  ])("refuses %s", async (_, chosen, problem) => {
    const { id, goods, line } = await orderOfGoods(database);
    if (problem === "product_gone") await database.sql("delete from products where id = $1", [goods]);
    const result = await cancelOrder(context(), admin, { id, restock: [chosen(line)] });
    expect(result).toEqual({ ok: false, reason: "restock", problem });
  });

  test("the same line twice is refused", async () => {
    const { id, line } = await orderOfGoods(database);
    const twice = { item_id: line, quantity: 3 };
    expect(await cancelOrder(context(), admin, { id, restock: [twice, twice] })).toMatchObject({ reason: "restock" });
  });
});
