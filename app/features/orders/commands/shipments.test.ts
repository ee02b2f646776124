import { eq } from "drizzle-orm";
import { afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import type { Database } from "#db/client.server.ts";
import { order_items, orders } from "#db/schema/orders.ts";
import { shipments } from "#db/schema/shipments.ts";
import { inTransaction } from "#db/transaction.server.ts";
import { actorOf } from "#tests/fixtures/actors.ts";
import { recordedJobs } from "#tests/fixtures/jobs.ts";
import { makeOrder } from "#tests/fixtures/orders.ts";
import { testDatabase } from "#tests/setup/database.ts";
import { TRANSITIONS } from "../rules/transitions.ts";
import { moveShipment } from "./change-shipment.server.ts";
import { sendGoods } from "./send-goods.server.ts";
import { settleReturned } from "./shipments.server.ts";

const staff = actorOf("00000000-0000-4000-8000-000000000001", "admin");
const REFUSED = "Its goods are collected with a code: please enter the buyer's code at the shipment.";

let database: Database;
beforeAll(async () => {
  database = await testDatabase();
  return () => database.close();
});

const { shipped } = TRANSITIONS.processing;
afterEach(() => {
  if (shipped) TRANSITIONS.processing.shipped = shipped;
});
/** From now on goods with a collection code may not be sent. */
const checkCodes = () => {
  if (shipped) TRANSITIONS.processing.shipped = { ...shipped, checks: ["codeWasGiven"] };
};

let id: string;
beforeEach(async () => {
  id = await makeOrder(database, null);
});

const context = () => ({ db: database.db, jobs: recordedJobs(), baseUrl: "https://oja.example" });
const rows = async () => ({
  order: (await database.db.select().from(orders).where(eq(orders.id, id)))[0]?.order_status,
  shipments: (await database.db.select().from(shipments).where(eq(shipments.order_id, id))).map((one) => one.status),
});

/** Sends all goods of the order to a park, where they are collected with a code, and tells the buyer. */
async function send(status: "preparing" | "sent") {
  const ctx = context();
  const items = await database.db.select().from(order_items).where(eq(order_items.order_id, id));
  const lines = items.map((item) => ({ item_id: item.id, quantity: item.quantity }));
  const result = await sendGoods(ctx, staff, {
    orders: [{ id, seen: 0, lines }],
    status,
    notify: true,
    park: "Jibowu",
  });
  return { result, told: ctx.jobs.enqueued };
}

async function move(status = "sent") {
  const ctx = context();
  const [shipment] = await database.db.select().from(shipments).where(eq(shipments.order_id, id));
  const input = { id: shipment?.id, version: shipment?.version, status, notify: true };
  return { result: await moveShipment(ctx, staff, input), told: ctx.jobs.enqueued };
}

test("an order whose goods are sent follows it", async () => {
  const { result, told } = await send("sent");
  expect(result).toMatchObject({ ok: true, left: [], sent: [{ id, number: 1 }] });
  expect(told).toHaveLength(1);
  expect(await rows()).toEqual({ order: "shipped", shipments: ["sent"] });
});

test("goods are not sent when a check of the order's status refuses, and nobody is told", async () => {
  checkCodes();
  const { result, told } = await send("sent");
  expect(result).toEqual({ ok: true, sent: [], left: [{ id, message: `Nothing was sent. ${REFUSED}` }] });
  expect(told).toEqual([]);
  expect(await rows()).toEqual({ order: "processing", shipments: [] });
});

test("a prepared shipment is not sent when a check refuses, until it passes", async () => {
  await send("preparing");
  checkCodes();
  const message = `Nothing was sent. ${REFUSED}`;
  expect(await move()).toEqual({ result: { ok: false, reason: "refused", message }, told: [] });
  expect(await rows()).toEqual({ order: "processing", shipments: ["preparing"] });
  if (shipped) TRANSITIONS.processing.shipped = shipped;
  expect(await move()).toMatchObject({ result: { ok: true, number: 1 }, told: [expect.anything()] });
  expect(await rows()).toEqual({ order: "shipped", shipments: ["sent"] });
});

test.each([
  ["refunded meanwhile", { refunded_kobo: orders.total_amount_kobo }, 0, "it was refunded in full"],
  ["in part back in stock meanwhile", {}, 1, "some of these goods went back to stock"],
])("a prepared shipment of an order that was %s is not sent", async (_, order, restocked, reason) => {
  await send("preparing");
  const { db } = database;
  await db
    .update(orders)
    .set({ order_status: "processing", ...order })
    .where(eq(orders.id, id));
  await db.update(order_items).set({ restocked }).where(eq(order_items.order_id, id));
  const message = `Nothing was sent: ${reason}. Please remove the shipment.`;
  expect(await move()).toEqual({ result: { ok: false, reason: "refused", message }, told: [] });
  expect(await rows()).toEqual({ order: "processing", shipments: ["preparing"] });
});

test("a prepared shipment of an order that was marked as delivered can be sent, which tells the buyer", async () => {
  await send("preparing");
  await database.db.update(orders).set({ order_status: "delivered" }).where(eq(orders.id, id));
  expect(await move()).toMatchObject({ result: { ok: true, number: 1 }, told: [expect.anything()] });
  expect(await rows()).toEqual({ order: "delivered", shipments: ["sent"] });
});

test("what has happened is stored although a check refuses what would follow: the order stays", async () => {
  await send("sent");
  const { db } = database;
  await db.update(orders).set({ order_status: "processing" }).where(eq(orders.id, id));
  checkCodes();
  expect(await move("arrived")).toMatchObject({ result: { ok: true }, told: [expect.anything()] });
  expect(await rows()).toEqual({ order: "processing", shipments: ["arrived"] });
  await inTransaction(db, async (tx) => {
    await tx.update(order_items).set({ restocked: 1 }).where(eq(order_items.order_id, id));
    await settleReturned(tx, { system: "refund" }, id);
  });
  expect(await rows()).toEqual({ order: "processing", shipments: ["arrived"] });
  expect((await db.select().from(order_items).where(eq(order_items.order_id, id)))[0]?.restocked).toBe(1);
});
