import { randomUUID } from "node:crypto";
import { beforeAll, describe, expect, test } from "vitest";
import { formatNaira } from "#app/lib/money.ts";
import type { Database } from "#db/client.server.ts";
import { payment_attempts, payment_reviews } from "#db/schema/payments.ts";
import { actorOf } from "#tests/fixtures/actors.ts";
import { testDatabase } from "#tests/setup/database.ts";
import { boardReviews } from "./queries/board.server.ts";
import { reviewWords, type ReviewReason } from "./rules.ts";

const SALES = actorOf(randomUUID(), "admin", "sales");
let database: Database;

beforeAll(async () => {
  database = await testDatabase();
  return () => database.close();
});

/** A payment under review since `minutes` ago. */
async function flagged(reason: ReviewReason, minutes: number, resolved = false): Promise<string> {
  const reference = `WH${randomUUID()}`;
  const [attempt] = await database.db
    .insert(payment_attempts)
    .values({
      reference,
      checkout_id: randomUUID(),
      access_token: randomUUID(),
      hold_expires_at: new Date(),
      customer_name: "Adaeze Obi",
      customer_email: "adaeze@example.com",
      customer_phone: "0803 123 4567",
      address: "12 Allen Avenue",
      city: "Ikeja",
      state: "Lagos",
      amount_kobo: 1_500_000,
      currency: "NGN",
      fingerprint: "x",
    })
    .returning({ id: payment_attempts.id });
  if (!attempt) throw new Error("no attempt");
  const created_at = new Date(Date.now() - minutes * 60_000);
  await database.db
    .insert(payment_reviews)
    .values({ attempt_id: attempt.id, reason, details: { amount_kobo: 1 }, resolved, created_at });
  return reference;
}

describe("payments that need a look", () => {
  test("the longest waiting come first, without settled ones, twenty a page; there may be none", async () => {
    expect(await boardReviews(database.db, SALES, 1)).toEqual({ rows: [], total: 0 });
    const older = await flagged("dispute", 60);
    const newer = await flagged("wrong_amount", 1);
    await flagged("reversed", 30, true);
    const { rows, total } = await boardReviews(database.db, SALES, 1);
    expect([rows.map(({ reference }) => reference), total]).toEqual([[older, newer], 2]);
    expect(rows[1]).toMatchObject({
      reason: "wrong_amount",
      details: { amount_kobo: 1 },
      amount_kobo: 1_500_000,
      customer_name: "Adaeze Obi",
      order_id: null,
      note: "",
    });
    for (let minutes = 2; minutes < 25; minutes++) await flagged("stock_short", minutes);
    const next = await boardReviews(database.db, SALES, 2);
    expect([next.rows.length, next.total, next.rows.at(-1)?.reference]).toEqual([5, 25, newer]);
  });

  test("are for staff with the right", async () => {
    for (const actor of [null, actorOf(randomUUID()), actorOf(randomUUID(), "admin", "packer")])
      await expect(boardReviews(database.db, actor, 1)).rejects.toThrow("Only staff");
  });
});

const short = [
  { product_name: "Rice", ordered: 5, short: 2 },
  { product_name: "Beans", ordered: 1, short: 1 },
];

test.each<[string, Record<string, unknown>, string]>([
  ["wrong_amount", { amount_kobo: 1_400_000 }, "₦14,000.00 came in for ₦15,000.00. There is no order."],
  ["wrong_amount", {}, "A wrong amount came in for ₦15,000.00. There is no order."],
  ["wrong_currency", { currency: "USD" }, "It came in USD instead of naira. There is no order."],
  ["wrong_domain", {}, "There is no order."],
  ["duplicate_payment", {}, "Another payment of the same checkout has become the order. This one is too much."],
  ["stock_short", { short }, "Missing: 2 of 5 Rice, 1 of 1 Beans. There is no order."],
  ["stock_short", { short: "?" }, "Missing: some of the goods. There is no order."],
  ["reversed", {}, "The provider gave the money back before an order was made."],
  ["refund", { returned_kobo: 500_000, refunds: [] }, "₦5,000.00 of ₦15,000.00 has gone back. There is no order."],
  [
    "refund",
    { returned_kobo: 0, refunds: [{ status: "failed", amount_kobo: 200_000, currency: "NGN" }] },
    "₦2,000.00 did not reach the buyer and is still here. There is no order.",
  ],
  [
    "refund",
    { returned_kobo: 100_000, refunds: [{ status: "failed", amount_kobo: 200_000, currency: "NGN" }] },
    "₦2,000.00 did not reach the buyer and is still here. ₦1,000.00 of ₦15,000.00 has gone back.",
  ],
  [
    "refund",
    { returned_kobo: 0, refunds: [{ status: "needs_attention", amount_kobo: 200_000, currency: "NGN" }] },
    "₦2,000.00 cannot be sent before the buyer's account is entered in the provider's dashboard.",
  ],
  ["refund", { returned_kobo: 0, refunds: [] }, "Nothing has arrived yet. There is no order."],
  ["something_new", {}, "There is no order."],
])("%s %o in words", (reason, details, words) => {
  const { title, text } = reviewWords({ reason, details, amount_kobo: 1_500_000, order_id: null }, formatNaira);
  expect(text).toContain(words);
  expect(title).toMatch(/^[A-Z].{8,}/);
});

test.each([
  [{ returned_kobo: 0, refunds: [{ status: "failed", amount_kobo: 1, currency: "NGN" }] }, "A refund failed"],
  [{ returned_kobo: 1, refunds: [{ status: "processed", amount_kobo: 1, currency: "NGN" }] }, "Money went back"],
  [{ returned_kobo: 0, refunds: [{ status: "pending", amount_kobo: 1, currency: "NGN" }] }, "Money is on its way back"],
])("a refund %o has the title %s", (details, title) => {
  const review = { reason: "refund", details, amount_kobo: 1_500_000, order_id: null };
  expect(reviewWords(review, formatNaira).title).toContain(title);
});

test("tells whether there is an order", () => {
  const review = { reason: "dispute", details: {}, amount_kobo: 1, order_id: randomUUID() };
  expect(reviewWords(review, formatNaira).text).toContain("The order stands.");
});
