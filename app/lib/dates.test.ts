import { expect, test } from "vitest";
import { formatDate, formatDateTime, formatDays } from "./dates.ts";

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

test.each([
  ["2026-11-26", "2026-11-28", "Thu 26 to Sat 28 Nov"],
  ["2026-11-30", "2026-12-02", "Mon 30 Nov to Wed 2 Dec"],
  ["2026-11-26", "2026-11-26", "Thu 26 Nov"],
  ["2026-12-31", "2027-01-02", "Thu 31 Dec to Sat 2 Jan"],
])("%s to %s is written %s", (from, to, text) => {
  expect(formatDays(from, to)).toBe(text);
});
