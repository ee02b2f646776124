import { expect, test } from "vitest";
import { covered } from "./timing.ts";

test.each([
  ["none", [], 0],
  [
    "one after the other",
    [
      [0, 2],
      [5, 6],
    ],
    3,
  ],
  [
    "side by side",
    [
      [0, 4],
      [1, 3],
    ],
    4,
  ],
  [
    "overlapping",
    [
      [2, 5],
      [0, 3],
    ],
    5,
  ],
  [
    "touching",
    [
      [0, 2],
      [2, 4],
    ],
    4,
  ],
] as [string, [number, number][], number][])("spans %s cover their time once", (_, spans, total) => {
  expect(covered(spans.map(([from, to]) => ({ from, to })))).toBe(total);
});
