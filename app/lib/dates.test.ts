import { expect, test } from "vitest";
import { formatDate, formatDateTime } from "./dates.ts";

test.each([
  [new Date("2026-11-20T10:00:00Z"), "November 20, 2026"],
  ["2026-03-05T10:00:00Z", "March 5, 2026"],
  [new Date("2026-12-31T23:30:00Z"), "January 1, 2027"],
  [null, "N/A"],
  [undefined, "N/A"],
  ["", "N/A"],
  ["never", "N/A"],
])("%s is the day %s", (date, text) => {
  expect(formatDate(date)).toBe(text);
});

test.each([
  [new Date("2026-11-20T23:05:00Z"), "November 21, 2026, 00:05"],
  ["2026-11-20T13:05:59Z", "November 20, 2026, 14:05"],
  [null, "N/A"],
])("%s is the time %s", (date, text) => {
  expect(formatDateTime(date)).toBe(text);
});
