import { expect, test } from "vitest";
import { FIRST_STEP, nextStepSize } from "./rules.ts";

test.each([
  ["as fast as wanted", 40, 80, 40],
  ["twice as slow", 40, 160, 20],
  ["very slow", 40, 10_000, 5],
  ["a little faster", 40, 64, 50],
  ["much faster, at most doubled", 40, 0, 80],
  ["never more than a notice can name", 100, 1, 100],
])("a step that was %s", (_, rows, ms, next) => {
  expect(nextStepSize(rows, ms)).toBe(next);
});

test("a fast database soon reaches the maximum step", () => {
  expect(nextStepSize(nextStepSize(nextStepSize(FIRST_STEP, 5), 10), 20)).toBe(100);
});
