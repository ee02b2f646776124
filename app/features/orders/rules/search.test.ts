import { expect, test } from "vitest";
import { phoneDigits } from "#app/lib/phone-numbers.ts";
import { readOrderSearch } from "./search.ts";

test.each([
  ["0803 123 4567", "8031234567"],
  ["+234 803 123 4567", "8031234567"],
  ["(0803) 123-4567", "8031234567"],
  ["002348031234567", "8031234567"],
  ["234 567", "234567"],
  ["0803", "803"],
  ["12", null],
  ["ada", null],
  ["WH123456", null],
])("%s is looked for by the digits %s", (text, digits) => {
  expect(phoneDigits(text)).toBe(digits);
});

const SHORT = { from: "1a2b3c4d-0000-0000-0000-000000000000", to: "1a2b3c4d-ffff-ffff-ffff-ffffffffffff" };

test.each([
  ["1A2B3C4D", { ids: SHORT, words: ["1a2b3c4d"] }],
  ["#1a2b3c4d ", { ids: SHORT }],
  ["1a2b", { ids: { from: "1a2b0000-0000-0000-0000-000000000000", to: "1a2bffff-ffff-ffff-ffff-ffffffffffff" } }],
  ["12345678", { ids: expect.anything(), phone: "12345678" }],
  [
    "3F2504E0-4F89-41D3-9A0C-0305E82C3301",
    { ids: { from: "3f2504e0-4f89-41d3-9a0c-0305e82c3301", to: "3f2504e0-4f89-41d3-9a0c-0305e82c3301" }, words: [] },
  ],
  ["wh123456789012345", { reference: "WH123456789012345", words: [] }],
  ["118821000001999", { reference: "WH118821000001999", phone: "1000001999" }],
  ["002348031234567", { reference: "WH002348031234567", phone: "8031234567" }],
  ["11882100000199", { reference: null }],
  ["Ada@Example.com", { ids: null, reference: null, phone: null, words: ["ada@example.com"] }],
  ["  Adaeze   Obi ", { words: ["adaeze", "obi"] }],
])("%s", (text, expected) => {
  expect(readOrderSearch(text)).toMatchObject(expected);
});

test("an empty text searches nothing, and a long one is truncated", () => {
  expect(readOrderSearch("   ")).toBeNull();
  expect(readOrderSearch("x".repeat(5_000))?.words[0]).toHaveLength(100);
});
