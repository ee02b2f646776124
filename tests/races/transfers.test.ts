import { eq } from "drizzle-orm";
import { beforeAll, expect, test } from "vitest";
import { receiveWebhook } from "#app/flows/receive-webhook.server.ts";
import { startCheckout } from "#app/flows/start-checkout.server.ts";
import type { Database } from "#db/client.server.ts";
import { orders } from "#db/schema/orders.ts";
import { makeGoods, startInput, stockNow, testCheckout } from "../fixtures/checkout.ts";
import { postgresDatabase } from "../setup/postgres.ts";

let database: Database;

beforeAll(async () => {
  database = await postgresDatabase({ poolSize: 30 });
  return () => database.close();
});

const ordersOf = (reference: string) =>
  database.db.select().from(orders).where(eq(orders.payment_reference, reference));

test("20 taps in two tabs on a transfer at once get one account number, and four reports of its money one order", async () => {
  const ctx = testCheckout(database);
  const rice = await makeGoods(database, { stock: 5 });
  const input = { ...startInput([[rice, 5]]), channel: "transfer" } as const;
  const results = await Promise.all(Array.from({ length: 20 }, () => startCheckout(ctx, input)));
  expect(new Set(results.map((result) => JSON.stringify(result)))).toHaveLength(1);
  expect([ctx.payments.charges, await stockNow(database, [rice])]).toEqual([1, [0]]);
  const [first] = results;
  if (!first?.ok) throw new Error("not started");
  const { reference } = first.payment;
  ctx.payments.set(reference, { status: "success" });
  const event = { event: "charge.success", data: { id: 1, reference } };
  const report = new TextEncoder().encode(JSON.stringify(event));
  await Promise.all(Array.from({ length: 4 }, () => receiveWebhook(ctx, report, "good")));
  expect(await ordersOf(reference)).toHaveLength(1);
});
