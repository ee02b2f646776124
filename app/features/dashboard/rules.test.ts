import { expect, test } from "vitest";
import { axisTop, conversion, conversionWords, fillDays, growth, overviewTone, percentText } from "./rules.ts";

test.each([
  [110, 100, "+10%"],
  [100, 100, "0%"],
  [1, 3, "-66.7%"],
  [5, 0, "no data yet"],
  [0, 0, "no data yet"],
  [0, 4, "-100%"],
])("%i after %i is %s", (now, before, text) => {
  expect(percentText(growth({ now, before }))).toBe(text);
});

test.each([
  [0, 0, "no data yet"],
  [1, 39, "2.5%"],
  [5, 0, "100%"],
  [0, 3, "0%"],
])("%i checkouts became orders and %i did not: %s", (ordered, abandoned, text) => {
  expect(percentText(conversion({ ordered, abandoned }), false)).toBe(text);
});

test.each([
  [63.5, 58, "Conversion: 63.5% of the checkouts begun in 30 days became orders (before: 58%)"],
  [63.5, null, "Conversion: 63.5% of the checkouts begun in 30 days became orders"],
  [null, 58, "Conversion of checkouts: no data yet"],
])("a conversion of %s after %s says what it counts", (now, before, words) => {
  expect(conversionWords({ now, before })).toBe(words);
});

test("a chart has every day up to the last, also across months", () => {
  const days = fillDays([{ day: "2026-03-01", orders: 2, kobo: 5 }], "2026-03-02", 4);
  expect(days.map(({ day, orders }) => [day, orders])).toEqual([
    ["2026-02-27", 0],
    ["2026-02-28", 0],
    ["2026-03-01", 2],
    ["2026-03-02", 0],
  ]);
});

test("Completed, Processing and Shipped are coloured, others neutral", () => {
  const statuses = ["completed", "processing", "shipped", "delivered", "cancelled", "x"];
  expect(statuses.map(overviewTone)).toEqual(["good", "info", "low", "neutral", "neutral", "neutral"]);
});

test.each([
  [0, 1],
  [1, 1],
  [11, 15],
  [23, 25],
  [99, 100],
  [430_000, 500_000],
  [51_715_800, 60_000_000],
])("an axis up to %i ends at %i", (most, top) => {
  expect(axisTop(most)).toBe(top);
});
