import { expect, test } from "vitest";
import { memoryWindows } from "./load.ts";

const TIMES = { settledMs: 40, windowMs: 30, sampleMs: 10 };

test("memory after it settled is compared with memory at the end", () => {
  const samples = [1, 9, 9, 9, 4, 6, 5, 9, 9, 7, 8, 6];
  expect(memoryWindows(samples, TIMES)).toEqual({ settled: 5, end: 7 });
});

test("memory that the system does not report is not compared", () => {
  expect(memoryWindows([1, Number.NaN, 1], TIMES)).toBeNull();
});
