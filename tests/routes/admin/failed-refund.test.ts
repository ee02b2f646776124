import { afterAll, beforeAll, expect, test } from "vitest";
import type { RunningShop } from "#server/start.server.ts";
import { filledIn, mainOf, textOf } from "#tests/fixtures/html.ts";
import { paidOrder } from "#tests/fixtures/orders.ts";
import { makeCustomer, signedIn, type Visitor } from "#tests/fixtures/visitor.ts";
import { testShop } from "#tests/setup/shop.ts";

const REFUND_FAILS = ["4084 0800 0067 1803", "180"] as const;
const HOURS = 3 * 3_600;
const NOT_ARRIVED = "₦500.00 did not reach the buyer";

let shop: RunningShop;
let boss: Visitor;
beforeAll(async () => {
  shop = await testShop();
  boss = await signedIn(shop, await makeCustomer(shop, { role: "admin" }));
  shop.demo?.paystack?.setTimeScale(0);
});
afterAll(() => shop.close());

const sql = async (text: string, values: unknown[]) => (await shop.shop.database.sql(text, values)).rows;

test("a failed refund is on the order and on the board, can be sent again there, and the buyer gets a mail", async () => {
  const { id } = await paidOrder(shop, ...REFUND_FAILS);
  const statuses = async () =>
    (await sql("select status from payment_refunds where reason = 'Goodwill' order by created_at", [])).map(
      ({ status }) => status,
    );
  const told = () =>
    sql(
      `select data->>'message' as text from mails where order_id = $1 and kind = 'order_update' order by created_at, id`,
      [id],
    );
  const page = async (path: string) => textOf((await boss.get(path)).text);
  const fail = async () => await shop.demo?.paystack?.advanceClock(HOURS);

  const path = `/admin/orders/${id}`;
  const wanted = { amount: "500", reason: "Goodwill", notify: "1" };
  const { fields } = filledIn(await page(`${path}?do=refund`), "refund", wanted);
  expect((await boss.form(path, fields)).text).toContain("Refund sent");
  await fail();
  await expect.poll(statuses).toEqual(["failed"]);
  const order = await page(path);
  expect(order).toContain(`${NOT_ARRIVED}. The buyer was told.`);
  expect(await sql("select payment_status, refunded_kobo::int from orders where id = $1", [id])).toEqual([
    { payment_status: "paid", refunded_kobo: 0 },
  ]);
  await expect
    .poll(told)
    .toEqual([
      { text: expect.stringContaining("We have sent ₦500.00 back to you.") },
      { text: expect.stringContaining("We wrote to you that ₦500.00 was on its way back to you.") },
    ]);

  const board = await page("/admin/payments");
  expect(board).toContain("A refund failed");
  expect(board).toContain(`${NOT_ARRIVED} and is still here. The order stands.`);
  const again = filledIn(board, "refund", {}, "Try again");
  expect((await boss.form("/admin/payments", again.fields)).text).toContain("Refund sent");
  await fail();
  await expect.poll(async () => (await told()).length).toBe(4);
  // It failed again: the same money is still here, once.
  await expect.poll(statuses).toEqual(["failed", "failed"]);
  const last = mainOf((await boss.get(path)).text);
  expect(last.match(/₦500\.00 did not reach the buyer\. The buyer was told\./g)).toHaveLength(1);
  expect(last.match(/>Try again</g)).toHaveLength(1);
});
