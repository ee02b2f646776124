import { describe, expect, test } from "vitest";
import { areLinesRefundable, isAnswerTo, refundAmount } from "./refund.ts";

const line = (id: number, product_price_kobo: number, quantity: number, refunded = 0) => ({
  id,
  product_price_kobo,
  quantity,
  refunded,
});
const [RICE, OIL] = [1, 2];
const LINES = [line(RICE, 4_250_000, 2), line(OIL, 33_333, 3)];
const GOODS = 8_500_000 + 99_999;

describe("refund amount of order lines", () => {
  test.each([
    ["nothing", {}, 0],
    ["one of a line", { [RICE]: 1 }, 4_250_000],
    ["parts of two lines", { [RICE]: 1, [OIL]: 2 }, 4_316_666],
    ["everything", { [RICE]: 2, [OIL]: 3 }, GOODS],
  ])("%s", (_, chosen: Record<string, number>, amount) => {
    const money = { paid_kobo: GOODS, refunded_kobo: 0, shipping_kobo: 0 };
    const lines = Object.entries(chosen).map(([item_id, quantity]) => ({ item_id: Number(item_id), quantity }));
    expect(refundAmount(money, LINES, lines)).toBe(amount);
  });

  test("a full refund includes shipping, a partial one does not", () => {
    const money = { paid_kobo: GOODS + 150_000, refunded_kobo: 0, shipping_kobo: 150_000 };
    const all = LINES.map(({ id, quantity }) => ({ item_id: id, quantity }));
    expect(refundAmount(money, LINES, all)).toBe(GOODS + 150_000);
    expect(refundAmount(money, LINES, [{ item_id: RICE, quantity: 1 }])).toBe(4_250_000);
  });

  test("partial refunds in any order add up to the amount paid, with a discount", () => {
    const paid_kobo = GOODS - 1_000_001;
    let lines = LINES.map((one) => ({ ...one }));
    let refunded_kobo = 0;
    for (const item_id of [OIL, RICE, OIL, RICE, OIL]) {
      const amount = refundAmount({ paid_kobo, refunded_kobo, shipping_kobo: 0 }, lines, [{ item_id, quantity: 1 }]);
      expect(amount).toBeGreaterThan(0);
      refunded_kobo += amount;
      lines = lines.map((one) => (one.id === item_id ? { ...one, refunded: one.refunded + 1 } : one));
    }
    expect(refunded_kobo).toBe(paid_kobo);
  });

  test("products beyond the safe integer range are exact to the kobo", () => {
    const lines = [line(1, 999_999_999, 1), line(2, 1, 1)];
    const money = { paid_kobo: 999_999_999, refunded_kobo: 0, shipping_kobo: 0 };
    expect(refundAmount(money, lines, [{ item_id: 1, quantity: 1 }])).toBe(999_999_998);
  });

  test("never exceeds what is left", () => {
    const money = { paid_kobo: GOODS, refunded_kobo: GOODS - 100, shipping_kobo: 0 };
    expect(refundAmount(money, LINES, [{ item_id: RICE, quantity: 1 }])).toBe(100);
  });
});

test.each([
  ["what is left", [{ item_id: 1, quantity: 2 }], true],
  ["more than is left", [{ item_id: 1, quantity: 3 }], false],
  ["a part of a piece", [{ item_id: 1, quantity: 0.5 }], false],
  ["less than nothing", [{ item_id: 1, quantity: -1 }], false],
  ["another order's line", [{ item_id: 2, quantity: 1 }], false],
  [
    "a line twice",
    [
      { item_id: 1, quantity: 1 },
      { item_id: 1, quantity: 1 },
    ],
    false,
  ],
])("refunding %s, case %#", (_, chosen, expected) => {
  expect(areLinesRefundable([line(1, 100, 5, 3)], chosen)).toBe(expected);
});

test("a request is identified by its note, or without a note by its amount", () => {
  const request = { id: "7d4c", amount_kobo: 100, currency: "NGN" };
  expect(isAnswerTo(request, { note: "late (request 7d4c)", amount_kobo: 90, currency: "NGN" })).toBe(true);
  expect(isAnswerTo(request, { note: "by hand", amount_kobo: 100, currency: "NGN" })).toBe(false);
  expect(isAnswerTo(request, { note: null, amount_kobo: 100, currency: "NGN" })).toBe(true);
  expect(isAnswerTo(request, { note: null, amount_kobo: 90, currency: "NGN" })).toBe(false);
});
