import { expect, test } from "vitest";
import { formatCount, formatNaira, koboOf, nairaOf, parseNaira } from "./money.ts";

test.each([
  [0, "₦0.00"],
  [5, "₦0.05"],
  [123_450, "₦1,234.50"],
  [-123_450, "-₦1,234.50"],
  [100_000_000_000, "₦1,000,000,000.00"],
])("%i kobo are %s", (kobo, text) => {
  expect(formatNaira(kobo)).toBe(text);
});

test("amounts and counts look as the locale en-NG writes them", () => {
  const naira = new Intl.NumberFormat("en-NG", { style: "currency", currency: "NGN" });
  for (const kobo of [0, 1, 10, 99, 100, 99_999, 100_000, 99_999_999, 100_000_001, 123_456_789_012, -1, -100_050])
    expect([formatNaira(kobo), formatCount(kobo)]).toEqual([naira.format(kobo / 100), kobo.toLocaleString("en-NG")]);
});

test.each([
  ["1234", 123_400],
  ["1,234.5", 123_450],
  ["₦ 1,234.56", 123_456],
  ["NGN 10", 1_000],
  ["19.99", 1_999],
  ["4.35", 435],
  ["78,500", 7_850_000],
  ["N78500.50", 7_850_050],
  ["₦ 78 500", 7_850_000],
  ["NGN 1,250,000", 125_000_000],
  ["1500/=", 150_000],
  ["#2,000", 200_000],
  ["1333.3333", 133_333],
  ["0.995000001", 100],
  ["", null],
  ["abc", null],
  ["call us", null],
  ["-1", null],
  ["-500", null],
  ["1.234", null],
  ["87.000", null],
  ["1500.505", null],
  ["9,99", null],
  ["1,2345", null],
  ["12 34", null],
  ["7500.", null],
  ["1e5", null],
  ["9999999999999", null],
])("%s reads as %s", (text, kobo) => {
  expect(parseNaira(text)).toBe(kobo);
});

test("what is printed can be read again", () => {
  for (const kobo of [0, 1, 99, 100, 12_345, 999_999_999]) expect(parseNaira(formatNaira(kobo))).toBe(kobo);
});

test("naira as a number and kobo are each other's way back", () => {
  for (const kobo of [1, 99, 435, 1_999, 123_456, 1_000_000_000, 999_999_999_999])
    expect(koboOf(nairaOf(kobo))).toBe(kobo);
  expect([nairaOf(123_450), koboOf(19.99), koboOf(4.35), koboOf(Number.NaN)]).toEqual([1234.5, 1_999, 435, Number.NaN]);
});
