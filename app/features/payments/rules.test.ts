import { describe, expect, test } from "vitest";
import { judgePayment, nextCheckAge } from "./rules.ts";

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
    const judgement = judgePayment(ASKED, { ...PAID, ...change });
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
    expect(judgePayment(ASKED, { ...PAID, status })).toEqual({ verdict: "not_yet", final });
  });
});

test("looks come often at first, then hourly, and end after 72 hours", () => {
  const minute = 60_000;
  const ages: number[] = [];
  for (let age: number | null = 0; age !== null; age = nextCheckAge(age)) ages.push(age);
  expect(ages.slice(0, 8).map((age) => age / minute)).toEqual([0, 1, 2, 4, 8, 15, 20, 30]);
  expect(ages.every((age, index) => index === 0 || age > (ages[index - 1] ?? 0))).toBe(true);
  expect(ages.at(-1)).toBeGreaterThanOrEqual(72 * 60 * minute);
  expect(ages.length).toBeLessThan(90);
});
