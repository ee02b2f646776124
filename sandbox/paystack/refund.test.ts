import { expect, test } from "vitest";
import { runSandbox, runShop } from "#tests/fixtures/paystack-sandbox.ts";
import { REFUND_STEP } from "./refund.ts";

async function paid(number?: { number: string; cvv: string }) {
  const shop = await runShop();
  const sandbox = await runSandbox({ webhookUrl: shop.url });
  const { data } = await sandbox.initialize();
  if (number) await sandbox.act(data.access_code, "card", { ...number, expiry: "12/40" });
  else sandbox.control.complete("WH-1", { outcome: "success" });
  await expect.poll(() => shop.received).toHaveLength(1);
  shop.received.splice(0);
  const bodies = () =>
    shop.received.map(({ body }) => JSON.parse(body) as { event: string; data: Record<string, unknown> });
  /** Waits for the current events: two concurrent ones may arrive in either order. */
  const expectEvents = (...events: string[]) => expect.poll(() => bodies().map(({ event }) => event)).toEqual(events);
  return { sandbox, bodies, expectEvents, refund: (body: object) => sandbox.call("POST", "/refund", body) };
}

test("a refund goes from pending over processing to processed; a full one reverses the transaction", async () => {
  const { sandbox, bodies, expectEvents, refund } = await paid();
  const answer = await refund({ transaction: "WH-1", merchant_note: "Goods gone" });
  expect(answer).toMatchObject({
    http: 200,
    message: "Refund has been queued for processing",
    data: { status: "pending", amount: 1_234_500, merchant_note: "Goods gone", transaction: { reference: "WH-1" } },
  });
  const status = async () => (await sandbox.call("GET", `/refund/${String(answer.data.id)}`)).data.status;
  expect(await status()).toBe("pending");
  await expectEvents("refund.pending");
  await sandbox.control.advanceClock(REFUND_STEP);
  expect(await status()).toBe("processing");
  await expectEvents("refund.pending", "refund.processing");
  await sandbox.control.advanceClock(REFUND_STEP);
  expect(await status()).toBe("processed");
  await expectEvents("refund.pending", "refund.processing", "refund.processed");
  expect(bodies()[2]?.data).toMatchObject({
    amount: "1234500",
    transaction_reference: "WH-1",
    domain: "test",
    status: "processed",
  });
  expect(bodies()[2]?.data).not.toHaveProperty("id");
  expect((await sandbox.verify("WH-1")).data.status).toBe("reversed");
});

test("parts add up to the whole and not beyond", async () => {
  const { sandbox, refund } = await paid();
  const { id } = (await sandbox.verify("WH-1")).data;
  expect(await refund({ transaction: id, amount: "1000000" })).toMatchObject({ http: 200 });
  expect(await refund({ transaction: "WH-1", amount: 234_501 })).toMatchObject({
    http: 400,
    message: "Refund amount cannot be more than the original transaction amount",
  });
  expect(await refund({ transaction: "WH-1", amount: 234_500 })).toMatchObject({ http: 200 });
  expect(await refund({ transaction: "WH-1" })).toMatchObject({ http: 400, code: "transaction_reversed" });
  const list = await sandbox.call("GET", "/refund?transaction=WH-1");
  expect(list).toMatchObject({ message: "Refunds retrieved", meta: { total: 2 } });
});

test.each([
  ["nothing named", {}, 400],
  ["unknown transaction", { transaction: "WH-none" }, 400],
  ["unpaid transaction", { transaction: "WH-2" }, 400],
  ["another currency", { transaction: "WH-1", currency: "USD" }, 400],
  ["fractions of kobo", { transaction: "WH-1", amount: 10.5 }, 400],
  ["nothing to pay back", { transaction: "WH-1", amount: 0 }, 400],
])("a refund is refused: %s", async (_, body, http) => {
  const { sandbox, refund, bodies } = await paid();
  await sandbox.initialize({ reference: "WH-2" });
  expect(await refund(body)).toMatchObject({ http, status: false });
  expect(bodies()).toEqual([]);
});

test.each([
  [{ number: "4084080000671803", cvv: "180" }, "failed"],
  [{ number: "4084080000671902", cvv: "190" }, "needs-attention"],
])("a refund to card %j ends %s", async (card, status) => {
  const { sandbox, bodies, refund } = await paid(card);
  const { id } = (await refund({ transaction: "WH-1" })).data;
  await sandbox.control.advanceClock(2 * REFUND_STEP);
  expect((await sandbox.call("GET", `/refund/${String(id)}`)).data.status).toBe(status);
  await expect.poll(() => bodies().map(({ event }) => event)).toContain(`refund.${status}`);
  const retry = await sandbox.call("POST", `/refund/retry_with_customer_details/${String(id)}`, {});
  expect(retry.http).toBe(status === "failed" ? 422 : 200);
  await sandbox.control.advanceClock(REFUND_STEP);
  expect((await sandbox.call("GET", `/refund/${String(id)}`)).data.status).toBe(
    status === "failed" ? "failed" : "processed",
  );
});
