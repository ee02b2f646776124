import { beforeAll, expect, test } from "vitest";
import type { Database } from "#db/client.server.ts";
import { makeGoods, startedPayment, testCheckout } from "#tests/fixtures/checkout.ts";
import { testDatabase } from "#tests/setup/database.ts";
import { checkPayment } from "./check-payment.server.ts";

let database: Database;

beforeAll(async () => {
  database = await testDatabase();
  return () => database.close();
});

async function opened(checkGapMs: number) {
  const ctx = { ...testCheckout(database), checkGapMs };
  const { reference } = await startedPayment(ctx, [[await makeGoods(database), 1]]);
  return { ctx, reference };
}
const many = <T>(work: () => Promise<T>) => Promise.all(Array.from({ length: 50 }, work));

test("pages get the last result within the interval, also a failed one", async () => {
  const { ctx, reference } = await opened(60_000);
  const answers = await many(() => checkPayment(ctx, reference, { recent: true }));
  expect(new Set(answers.map(({ state }) => state))).toEqual(new Set(["failed"]));
  expect(ctx.payments.verifications).toBe(1);
  const other = await opened(60_000);
  other.ctx.payments.outage = "verify";
  for (let page = 0; page < 3; page += 1) {
    expect((await checkPayment(other.ctx, other.reference, { recent: true })).state).toBe("unconfirmed");
  }
  expect(other.ctx.payments.verifications).toBe(1);
});

test("exact checks share one request after the interval, and see payments made meanwhile", async () => {
  const { ctx, reference } = await opened(30);
  expect((await checkPayment(ctx, reference)).state).toBe("failed");
  ctx.payments.set(reference, { status: "success" });
  const answers = await many(() => checkPayment(ctx, reference));
  expect(new Set(answers.map(({ state }) => state))).toEqual(new Set(["paid"]));
  expect(ctx.payments.verifications).toBe(2);
  expect((await checkPayment(ctx, reference, { recent: true })).state).toBe("paid");
  expect(ctx.payments.verifications).toBe(2);
});

test("an unknown reference is reported without a request", async () => {
  const { ctx } = await opened(30);
  expect(await checkPayment(ctx, "WH000000000000000")).toEqual({ state: "unknown" });
  expect(ctx.payments.verifications).toBe(0);
});

test("requests of another process count: pages get 'pending', exact checks wait", async () => {
  const one = await opened(60_000);
  const two = await opened(400);
  // What another process stores when it asks the provider.
  await database.sql("update payment_attempts set asked_at = now()");
  expect((await checkPayment(one.ctx, one.reference, { recent: true })).state).toBe("pending");
  expect(one.ctx.payments.verifications).toBe(0);
  two.ctx.payments.set(two.reference, { status: "success" });
  expect((await checkPayment(two.ctx, two.reference)).state).toBe("paid");
  expect(two.ctx.payments.verifications).toBe(1);
});
