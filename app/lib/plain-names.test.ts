import { expect, test } from "vitest";
import { isPlainName, plainName } from "./plain-names.ts";

test.each([
  "Ada",
  "Ọlásúnkànmí",
  "Ọ̀ṣun", // two marks on one letter
  "O'Neill-Obi",
  "J.B. Okeke",
  "Ade & Sons (Nig.) Ltd",
  "A1 Stores",
  "Dr.Ade",
  "Chief Mrs.Okeke",
  "李 小龙",
  "محمد",
  "",
])("%j is a plain name", (text) => {
  expect(isPlainName(text)).toBe(true);
  expect(plainName(text)).toBe(text);
});

test.each([
  ["Ada\u0007", "Ada"],
  ["Ada\nObi", "Ada Obi"],
  ["\u0000", ""],
  ["A\u200bd\u2060a\ufeff", "Ada"],
  ["\u202eadA", "adA"],
  ["\u2066Ada\u2069", "Ada"],
  ["\u3164\u2800\u115f", ""],
  ["Ada\ud800", "Ada"],
  [`a${"\u0301".repeat(20)}`, "a\u0301\u0301\u0301"],
  ["CLAIM N500,000 at http://evil.example/win now", ""],
  ["javascript://x", ""],
  ["win at evil.example now", ""],
  ["evil\u200b.example", ""],
  ["WWW.evil", ""],
  ["Dr.Evil.Com", ""],
  ["boss@evil", ""],
])("%j is none, and becomes %j", (text, tidy) => {
  expect(isPlainName(text)).toBe(false);
  expect(plainName(text)).toBe(tidy);
  expect(isPlainName(plainName(text))).toBe(true);
});

test("long names are cut between letters", () => {
  expect(plainName("x".repeat(200_000))).toBe("x".repeat(60));
  expect(plainName("𝒜".repeat(70))).toBe("𝒜".repeat(60));
  expect(plainName("  Ada   Obi ", 4)).toBe("Ada");
});
