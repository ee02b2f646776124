import { expect, test } from "vitest";
import { formatDays } from "./day-range.ts";

test.each([
  ["2026-11-26", "2026-11-28", "Thu 26 to Sat 28 Nov"],
  ["2026-11-30", "2026-12-02", "Mon 30 Nov to Wed 2 Dec"],
  ["2026-11-26", "2026-11-26", "Thu 26 Nov"],
  ["2026-12-31", "2027-01-02", "Thu 31 Dec to Sat 2 Jan"],
])("%s to %s is written %s", (from, to, text) => {
  expect(formatDays(from, to)).toBe(text);
});
