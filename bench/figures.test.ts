import { expect, test } from "vitest";
import { median, percentile, resultsPage, time, type Figure } from "./figures.ts";

test.each([
  [[3], 50, 3],
  [[3, 1, 2], 50, 2],
  [[4, 1, 3, 2], 50, 2],
  [Array.from({ length: 100 }, (_, i) => 100 - i), 95, 95],
  [Array.from({ length: 20 }, (_, i) => i + 1), 95, 19],
  [[1, 2, 3], 100, 3],
])("of %j the percentile %i is %i", (values, percent, expected) => {
  const before = [...values];
  expect(percentile(values, percent)).toBe(expected);
  expect(values).toEqual(before);
});

test("nothing measured is an error, not a good figure", () => {
  expect(() => median([])).toThrow("Nothing was measured");
});

test.each([
  [8.26, "8.3 ms"],
  [240.4, "240 ms"],
  [21_440, "21.4 s"],
])("%f ms reads as %s", (ms, text) => {
  expect(time(ms)).toBe(text);
});

test("the page has a row for each figure and says how many missed", () => {
  const machine = { cores: 2, cpu: "x", memory: "4 GB", node: "24", load: "0.1", date: "today" };
  const figures: Figure[] = [
    { what: "a | b", goal: "< 1 ms", figure: "2 ms", met: false },
    { what: "c", goal: "", figure: "3 ms", met: null },
    { what: "d", goal: "> 1", figure: "2", met: true },
  ];
  const page = resultsPage(machine, figures);
  expect(page).toContain("| a \\| b | < 1 ms | 2 ms | MISSED |");
  expect(page).toContain("| c |  | 3 ms | for information |");
  expect(page).toContain("1 of the figures below miss");
  expect(resultsPage(machine, figures.slice(1))).toContain("Every budget is met.");
});
