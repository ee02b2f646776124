import { eq } from "drizzle-orm";
import { afterEach, beforeAll, expect, test } from "vitest";
import type { Database } from "#db/client.server.ts";
import { orders } from "#db/schema/orders.ts";
import { shipments } from "#db/schema/shipments.ts";
import { inTransaction } from "#db/transaction.server.ts";
import { makeOrder } from "#tests/fixtures/orders.ts";
import { testDatabase } from "#tests/setup/database.ts";
import { TRANSITIONS } from "../rules/transitions.ts";
import { lockGoods, settleOrder } from "./shipments.server.ts";

let database: Database;
beforeAll(async () => {
  database = await testDatabase();
  return () => database.close();
});

const { shipped } = TRANSITIONS.processing;
afterEach(() => {
  if (shipped) TRANSITIONS.processing.shipped = shipped;
});

test.each([
  ["follows it", [], "shipped"],
  ["stays when a check of the transition refuses", ["codeWasGiven"], "processing"],
] as const)("an order whose goods are sent %s", async (_, checks, status) => {
  if (shipped) TRANSITIONS.processing.shipped = { ...shipped, checks };
  const { db } = database;
  const id = await makeOrder(database, null);
  await db.insert(shipments).values({ order_id: id, number: 1, status: "sent", code: "1234", sent_at: new Date() });
  await inTransaction(db, async (tx) => {
    const locked = await lockGoods(tx, id);
    if (locked) await settleOrder(tx, { system: "refund" }, locked);
    return { ok: true };
  });
  const [order] = await db.select({ status: orders.order_status }).from(orders).where(eq(orders.id, id));
  expect(order?.status).toBe(status);
});
