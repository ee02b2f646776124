import { expect, test } from "vitest";
import { isPhoneNumber } from "./phone.server.ts";

test.each([
  ["08031234567", true],
  ["0803 123 4567", true],
  ["8031234567", true],
  ["+234 (0)803 123 4567", true],
  ["2348031234567", true],
  ["002348031234567", true],
  ["+44 7911 123456", true],
  ["+881 6 1234 5678", false],
  ["+870 773 111 632", false],
  ["080312345678", false],
  ["12345", false],
  ["abc", false],
  ["", false],
  ["call 08031234567 now", false],
  ["2348031234567@phone.invalid", false],
  ["08031234567\u202c", true],
  ["\u202d0803\u200b1234567\u202c", true],
])("%s", (text, valid) => {
  expect(isPhoneNumber(text)).toBe(valid);
});
