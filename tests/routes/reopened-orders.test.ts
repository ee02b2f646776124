import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { payment_refunds } from "#db/schema/payments.ts";
import type { RunningShop } from "#server/start.server.ts";
import { textOf } from "#tests/fixtures/html.ts";
import { makeAttempt, makeGoods, stockNow } from "../fixtures/checkout.ts";
import { makeOrder } from "../fixtures/orders.ts";
import { BEHIND_PROXY, makeCustomer, signedIn, type Visitor } from "../fixtures/visitor.ts";
import { testShop } from "../setup/shop.ts";

let shop: RunningShop;
let manager: Visitor;
let sales: Visitor;
let packer: Visitor;

beforeAll(async () => {
  shop = await testShop({ env: BEHIND_PROXY });
  const staff = async (role: "manager" | "sales" | "packer") =>
    await signedIn(shop, await makeCustomer(shop, { role: "admin", staff: role }));
  [manager, sales, packer] = [await staff("manager"), await staff("sales"), await staff("packer")];
});
afterAll(() => shop.close());

const sql = async (text: string, values: unknown[]) => (await shop.shop.database.sql(text, values)).rows;
const statusOf = async (id: string) =>
  (await sql("select order_status from orders where id = $1", [id]))[0]?.["order_status"];
const short = (id: string) => id.slice(0, 8).toUpperCase();

/** A cancelled order of 3 units, all of which went back to stock; now `stock` are left. */
async function cancelled(name: string, stock: number) {
  const goods = await makeGoods(shop.shop.database, { stock });
  const items = [{ name, price_kobo: 100_000, quantity: 3, product_id: goods }];
  const id = await makeOrder(shop.shop.database, null, { items, order_status: "cancelled" });
  await sql("update order_items set restocked = quantity where order_id = $1", [id]);
  return { id, goods };
}

const SHIPPED = { intent: "status", status: "shipped", seen: "cancelled" };

test("a cancelled order names the goods that are missing, and says what was paid back when it is reopened", async () => {
  const { id, goods } = await cancelled("Long Grain Rice", 2);
  const attempt_id = await makeAttempt(shop.shop.database, { order_id: id, status: "settled", hold: "sold" });
  const refund = { attempt_id, provider_id: randomUUID(), currency: "NGN", amount_kobo: 120_000 };
  await shop.shop.database.db.insert(payment_refunds).values({ ...refund, status: "processed" });

  const form = textOf((await sales.get(`/admin/orders/${id}?do=shipped`)).text);
  expect(form).toContain("₦1,200.00 of ₦3,000.00 was paid back to the buyer.");
  expect(form).toMatch(/These goods are taken from stock again.*Long Grain Rice/s);

  const refused = await sales.form(`/admin/orders/${id}`, SHIPPED);
  expect([refused.status, textOf(refused.text)]).toEqual([
    409,
    expect.stringContaining("not there any more: Long Grain Rice (3 needed, 2 left). It stays cancelled."),
  ]);
  expect([await statusOf(id), await stockNow(shop.shop.database, [goods])]).toEqual(["cancelled", [2]]);

  await sql("update products set stock_quantity = 4 where id = $1", [goods]);
  const done = await sales.form(`/admin/orders/${id}.data`, SHIPPED);
  expect(done.text).toContain(
    "updated to shipped. 3 taken from stock again. ₦1,200.00 of it was paid back to the buyer before.",
  );
  expect([await statusOf(id), await stockNow(shop.shop.database, [goods])]).toEqual(["shipped", [1]]);
});

test("restoring the status from the history takes the goods by the same rule", async () => {
  const goods = await makeGoods(shop.shop.database, { stock: 0 });
  const items = [{ name: "Brown Beans", price_kobo: 100_000, quantity: 3, product_id: goods }];
  const id = await makeOrder(shop.shop.database, null, { items });
  const [item] = await sql("select id from order_items where order_id = $1", [id]);
  const path = `/admin/orders/${id}`;
  await manager.form(path, { intent: "cancel", seen: "processing", [`restock.${String(item?.["id"])}`]: "3" });
  const page = (await manager.get(path)).text;
  const [line = "", seen = ""] = [/name="line" value="(\d+)"/, /name="seen" value="(\d+)"/].map(
    (one) => one.exec(page)?.[1],
  );
  const back = { intent: "restore", line, seen, field: "status", version: "0" };
  await sql("update products set stock_quantity = 2 where id = $1", [goods]);
  const refused = await manager.form(path, back);
  expect([refused.status, textOf(refused.text)]).toEqual([409, expect.stringContaining("(3 needed, 2 left)")]);
  await sql("update products set stock_quantity = 3 where id = $1", [goods]);
  expect((await manager.form(path, back)).status).toBe(200);
  expect([await statusOf(id), await stockNow(shop.shop.database, [goods])]).toEqual(["processing", [0]]);
});

test("a packer cannot reopen an order, on its page, in the list or with others", async () => {
  const { id, goods } = await cancelled("Millet", 10);
  expect((await packer.form(`/admin/orders/${id}`, SHIPPED)).status).toBe(403);
  const apply = { intent: "apply", status: "shipped", order: `${id}:cancelled` };
  const bulk = await packer.form(`/admin/orders/bulk?id=${id}&set=shipped`, apply);
  expect([bulk.status, textOf(bulk.text)]).toEqual([403, expect.stringContaining("Your role does not allow this.")]);
  expect(textOf(bulk.text)).toContain("1 order stays cancelled: your role cannot reopen it.");
  expect(textOf((await packer.get(`/admin/orders/${id}?do=shipped`)).text)).not.toContain("Set this cancelled order");
  const { text } = await packer.get(`/admin/orders?q=${short(id)}`);
  expect(text.match(/<option [^>]*disabled[^>]*>/g)).toHaveLength(3);
  expect([await statusOf(id), await stockNow(shop.shop.database, [goods])]).toEqual(["cancelled", [10]]);
});

test("several orders: those whose goods are gone stay cancelled and are named, the others are reopened", async () => {
  const [one, two] = [await cancelled("Sorghum", 3), await cancelled("Acha", 0)];
  const path = `/admin/orders/bulk?id=${one.id}&id=${two.id}&set=processing`;
  expect(textOf((await sales.get(path)).text)).toContain("2 orders are cancelled. What went back to stock is taken");
  const apply = async (...ids: string[]) => {
    const fields = [...ids.map((id) => ["order", `${id}:cancelled`]), ["intent", "apply"], ["status", "processing"]];
    const answer = await sales.send(path, {
      method: "POST",
      body: new URLSearchParams(fields),
      headers: { Origin: shop.url },
    });
    return { status: answer.status, text: textOf(answer.text) };
  };
  const named = expect.stringContaining(`${short(two.id)}</span> Ada Okafor: Acha (3 needed, 0 left)`) as string;
  expect(await apply(two.id)).toEqual({ status: 409, text: named });
  const both = await apply(one.id, two.id);
  expect(both).toEqual({ status: 200, text: named });
  expect(both.text).toContain("1 changed. Not changed: 1.");
  expect([await statusOf(one.id), await statusOf(two.id)]).toEqual(["processing", "cancelled"]);
  expect(await stockNow(shop.shop.database, [one.goods, two.goods])).toEqual([0, 0]);
});
