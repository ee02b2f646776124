import { expect, test } from "vitest";
import { listPageNumber, pageNumber, wholeNumber } from "./whole-numbers.ts";

test.each([
  ["0", 0],
  ["007", 7],
  ["999999999999999", 999_999_999_999_999],
  ["1000000000000000", null],
  ["-1", null],
  ["+1", null],
  ["1.0", null],
  ["1e3", null],
  ["0x10", null],
  ["", null],
  [" 1", null],
  ["NaN", null],
  ["Infinity", null],
  [null, null],
  [undefined, null],
])("the whole number of %j is %j", (text, number) => {
  expect(wholeNumber(text)).toBe(number);
});

test.each([
  ["", 1],
  ["page=", 1],
  ["page=3", 3],
  ["page=0", 1],
  ["page=-3", 1],
  ["page=0x3", 1],
  ["page=1000000", 1_000_000],
  ["page=1000001", 1],
  ["page=99999999999999999999", 1],
])("%j is page %i", (query, page) => {
  expect(pageNumber(new URLSearchParams(query))).toBe(page);
});

test.each([
  ["page=3", 3],
  ["page=-1", -1],
  ["page=-1000000", -1_000_000],
  ["page=-0", 1],
  ["page=--2", 1],
  ["page=-1000001", 1],
  ["page=-x", 1],
  ["", 1],
])("%j is page %i of a list with an end", (query, page) => {
  expect(listPageNumber(new URLSearchParams(query))).toBe(page);
});
