import { describe, expect, test } from "vitest";
import type { Refund } from "./providers/provider.server.ts";
import { tooManyHolds, lateAllocation, evaluatePayment, evaluateRefunds, nextPollAge, openFailures } from "./rules.ts";

const ASKED = { amount_kobo: 100_000, currency: "NGN", domain: "test" } as const;
const PAID = {
  status: "success",
  currency: "NGN",
  amount_kobo: 100_000,
  requested_amount_kobo: 100_000,
  domain: "test",
} as const;

describe("judging a payment", () => {
  test.each([
    ["exact", {}, "paid"],
    ["exact, requested amount not told", { requested_amount_kobo: null }, "paid"],
    ["fees on top", { amount_kobo: 101_523 }, "paid"],
    ["a kobo less", { amount_kobo: 99_999 }, "wrong_amount"],
    ["a kobo less and requested not told", { amount_kobo: 99_999, requested_amount_kobo: null }, "wrong_amount"],
    ["more and requested not told", { amount_kobo: 100_001, requested_amount_kobo: null }, "wrong_amount"],
    ["another amount requested", { amount_kobo: 200_000, requested_amount_kobo: 200_000 }, "wrong_amount"],
    ["dollars", { currency: "USD" }, "wrong_currency"],
    ["the other mode", { domain: "live" }, "wrong_domain"],
    ["money went back", { status: "reversed" }, "reversed"],
  ] as const)("%s", (_, change, expected) => {
    const judgement = evaluatePayment(ASKED, { ...PAID, ...change });
    expect(judgement.verdict === "review" ? judgement.reason : judgement.verdict).toBe(expected);
  });

  test.each([
    ["abandoned", true],
    ["failed", true],
    ["ongoing", false],
    ["pending", false],
    ["processing", false],
    ["queued", false],
  ] as const)("%s is not yet paid; the buyer may try again at once: %s", (status, final) => {
    expect(evaluatePayment(ASKED, { ...PAID, status })).toEqual({ verdict: "not_yet", final });
  });
});

test("polls are frequent at first, then hourly, and end after 72 hours", () => {
  const minute = 60_000;
  const ages: number[] = [];
  for (let age: number | null = 0; age !== null; age = nextPollAge(age)) ages.push(age);
  expect(ages.slice(0, 8).map((age) => age / minute)).toEqual([0, 1, 2, 4, 8, 15, 20, 30]);
  expect(ages.every((age, index) => index === 0 || age > (ages[index - 1] ?? 0))).toBe(true);
  expect(ages.at(-1)).toBeGreaterThanOrEqual(72 * 60 * minute);
  expect(ages.length).toBeLessThan(90);
});

describe("judging refunds of 1,000 naira", () => {
  const back = (amount_kobo: number, status: Refund["status"] = "processed", currency = "NGN"): Refund => ({
    provider_id: "1",
    amount_kobo,
    currency,
    status,
  });

  /** Made and failed at these seconds. */
  const failed = (made: number, ended: number) => ({
    ...back(60_000, "failed"),
    created_at: new Date(made * 1_000),
    updated_at: new Date(ended * 1_000).toISOString(),
  });

  test.each([
    ["one", [failed(1, 2)], 1],
    ["the same money, sent again", [failed(1, 2), failed(3, 4)], 1],
    ["and once more", [failed(1, 2), failed(3, 4), failed(4, 5)], 1],
    ["two of the same sum under way at once", [failed(1, 3), failed(2, 4)], 2],
    ["two, one of them sent again", [failed(1, 3), failed(2, 4), failed(5, 6)], 2],
    ["and arrived at the third try", [failed(1, 2), failed(3, 4), back(60_000)], 0],
    ["and refused by the provider", [failed(1, 2), { ...back(60_000), status: "refused" }], 1],
  ])("failures: %s", (_, refunds, open) => {
    expect(openFailures(refunds)).toHaveLength(open);
  });

  test.each([
    ["none", [], [0, 0, false, false]],
    ["all of it", [back(100_000)], [100_000, 100_000, true, false]],
    ["a kobo less", [back(99_999)], [99_999, 99_999, false, false]],
    ["in parts", [back(40_000), back(60_000)], [100_000, 100_000, true, false]],
    ["more, with the fees", [back(101_523)], [101_523, 101_523, true, false]],
    ["part under way", [back(40_000), back(60_000, "processing")], [40_000, 100_000, false, false]],
    ["part failed", [back(40_000), back(60_000, "failed")], [40_000, 40_000, false, true]],
    ["failed and sent again", [back(60_000, "failed"), back(60_000, "pending")], [0, 60_000, false, false]],
    ["failed, another sum sent", [back(60_000, "failed"), back(50_000)], [50_000, 50_000, false, true]],
    ["failed after one of the same sum", [back(50_000), back(50_000, "failed")], [50_000, 50_000, false, true]],
    ["failed, sent again, failed again", [failed(1, 2), failed(3, 4)], [0, 0, false, true]],
    ["failed twice, sent again once", [back(1, "failed"), back(1, "failed"), back(1)], [1, 1, false, true]],
    ["waiting for the buyer", [back(100_000, "needs_attention")], [0, 100_000, false, true]],
    ["dollars", [back(100_000, "processed", "USD")], [0, 0, false, false]],
  ] as const)("%s", (_, refunds, [returned_kobo, going_kobo, whole, trouble]) => {
    expect(evaluateRefunds(100_000, "NGN", refunds)).toEqual({ returned_kobo, going_kobo, whole, trouble });
  });
});

test.each([
  [5, 5, 5, null],
  [5, 9, 5, null],
  [5, 3, 3, 2],
  [5, 0, null, 5],
  [5, undefined, null, 5],
])("of %i ordered with %s in stock, %s are taken and %s are short", (quantity, stock, taken, short) => {
  const lines = [{ id: "a", name: "Rice", quantity }];
  const result = lateAllocation(lines, new Map(stock === undefined ? [] : [["a", stock]]));
  expect(result.take).toEqual(taken === null ? [] : [{ id: "a", quantity: taken }]);
  expect(result.short).toEqual(
    short === null ? [] : [{ product_id: "a", product_name: "Rice", ordered: quantity, short }],
  );
  const sum = [...result.take.map((line) => line.quantity), ...result.short.map((line) => line.short)];
  expect(sum.reduce((total, part) => total + part, 0)).toBe(quantity);
});

describe("limits of unpaid holds", () => {
  const now = new Date("2026-11-20T12:00:00Z");
  const held = (checkouts: number, mostly_held: number, wants_most: boolean, minutes: number, is_small = false) => {
    const first_end = checkouts > 0 ? new Date(now.getTime() + minutes * 60_000) : null;
    return { checkouts, mostly_held, takes_most: wants_most ? ["Rice"] : [], is_small, first_end };
  };
  const NONE = held(0, 0, false, 0);

  test.each([
    ["nothing elsewhere, whatever it takes", held(0, 0, true, 0)],
    ["four checkouts", held(4, 0, true, 9)],
    ["much, and a line that leaves enough", held(1, 200, false, 9)],
    ["nearly all of 19 products, and one more", held(3, 19, true, 9)],
  ])("%s is allowed", (_, elsewhere) => {
    for (const isGuest of [true, false])
      expect(tooManyHolds({ isGuest, own: elsewhere, visitor: elsewhere }, now)).toBeNull();
  });

  test.each([
    ["own", held(5, 0, false, 8.2, true), "in 9 minutes", 540],
    ["visitor", held(30, 0, false, 1), "in a minute", 60],
    ["visitor", held(30, 0, true, 1, true), "in a minute", 60],
    ["visitor", held(2, 20, true, 14), "in 14 minutes", 840],
    ["own", held(1, 25, true, -3), "in a minute", 60],
  ] as const)("a guest's %s with %j may hold no more", (holder, elsewhere, wait, retry_after) => {
    const refusal = tooManyHolds({ isGuest: true, own: NONE, visitor: NONE, [holder]: elsewhere }, now);
    expect(refusal).toEqual({ message: expect.stringContaining(wait) as string, retry_after });
  });

  test.each([
    ["a guest's small first cart", true, NONE, true, true],
    ["a guest's small second cart", true, held(1, 0, false, 9), true, false],
    ["a guest's larger first cart", true, NONE, false, false],
    ["a customer's larger first cart", false, NONE, false, true],
    ["a customer's small second cart", false, held(1, 0, false, 9), true, false],
  ])("at a full address %s passes: %s %j %s %s", (_, isGuest, own, isSmall, passes) => {
    expect(tooManyHolds({ isGuest, own, visitor: held(31, 0, false, 9, isSmall) }, now) === null).toBe(passes);
  });

  test.each([
    [21, "order less of: Goods 20."],
    [42, "Goods 28, Goods 29 and 12 more."],
  ])("a guest's cart that takes most of %i products is told the lines, a customer's is not refused", (count, words) => {
    const own = { ...NONE, takes_most: Array.from({ length: count }, (_, index) => `Goods ${index}`) };
    const message = expect.stringContaining(words) as string;
    expect(tooManyHolds({ isGuest: true, own, visitor: null }, now)).toEqual({ message, retry_after: null });
    expect(tooManyHolds({ isGuest: false, own, visitor: null }, now)).toBeNull();
  });
});
