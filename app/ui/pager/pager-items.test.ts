import { expect, test } from "vitest";
import { pagerItems } from "./pager-items.ts";

const text = (page: number, pages: number) =>
  pagerItems(page, pages)
    .map((item) => ("gap" in item ? "..." : item.page === page ? `[${item.page}]` : item.page))
    .join(" ");

test.each([
  [1, 0, ""],
  [1, 1, ""],
  [1, 2, "[1] 2"],
  [1, 3, "[1] 2 3"],
  [1, 4, "[1] 2 3 4"],
  [4, 4, "1 2 3 [4]"],
  [3, 5, "1 2 [3] 4 5"],
  [1, 10, "[1] 2 3 ... 10"],
  [3, 10, "1 2 [3] ... 10"],
  [4, 10, "1 2 3 [4] 5 ... 10"],
  [5, 10, "1 ... 4 [5] 6 ... 10"],
  [7, 10, "1 ... 6 [7] 8 9 10"],
  [8, 10, "1 ... [8] 9 10"],
  [10, 10, "1 ... 8 9 [10]"],
])("page %i of %i", (page, pages, expected) => expect(text(page, pages)).toBe(expected));

test("every pager holds its first, last and current page once, in order", () => {
  for (let pages = 2; pages <= 30; pages++) {
    for (let page = 1; page <= pages; page++) {
      const shown = pagerItems(page, pages).flatMap((item) => ("page" in item ? [item.page] : []));
      expect(shown).toEqual([...new Set(shown)].sort((a, b) => a - b));
      expect(shown).toEqual(expect.arrayContaining([1, page, pages]));
    }
  }
});
