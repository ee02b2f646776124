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

test("an empty measurement is an error", () => {
  expect(() => median([])).toThrow("Nothing was measured");
});

test.each([
  [8.26, "8.3 ms"],
  [240.4, "240 ms"],
  [21_440, "21.4 s"],
])("%f ms reads as %s", (ms, text) => {
  expect(time(ms)).toBe(text);
});

test("a section has a row for each figure; other sections keep their rows and order", () => {
  const machine = { cores: 2, cpu: "x", memory: "4 GB", node: "24", load: "0.1", date: "today" };
  const figures: Figure[] = [
    { what: "a | b", goal: "< 1 ms", figure: "2 ms", met: false },
    { what: "c", goal: "", figure: "3 ms", met: null },
  ];
  const other: Figure[] = [{ what: "d", goal: "> 1", figure: "2", met: true }];
  const names = ["first", "second"];
  const before = resultsPage("# Anything before", names, [{ name: "second", machine, figures: other }]);
  const page = resultsPage(before, names, [{ name: "first", machine, figures }]);
  expect(page).toContain("| a \\| b | < 1 ms | 2 ms | MISSED |");
  expect(page).toContain("| c |  | 3 ms | for information |");
  expect(page).toContain("| d | > 1 | 2 | met |");
  expect(page.indexOf("## first")).toBeLessThan(page.indexOf("## second"));
  expect(resultsPage(page, names, [{ name: "first", machine, figures: other }])).not.toContain("MISSED");
  expect(resultsPage(page, names, [])).toBe(page);
});
