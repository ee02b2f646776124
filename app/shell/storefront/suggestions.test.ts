import { expect, test } from "vitest";
import { suggestionLines } from "./suggestion-source.ts";
import { suggestionsSentence, nextActive, openedAfter, searchedTerm, searchHref, searchTerm } from "./suggestions.ts";

test.each([
  ["", null],
  ["   \t ", null],
  [" rice ", "rice"],
  ["bags   of\trice", "bags of rice"],
])("the term in %j is %j", (typed, term) => expect(searchTerm(typed)).toBe(term));

test.each([
  ["rice", "/products?search=rice"],
  ["salt & pepper", "/products?search=salt%20%26%20pepper"],
  ["men's shoes", "/products?search=men%27s%20shoes"],
  ["50% off #1", "/products?search=50%25%20off%20%231"],
])("%s is searched at %s", (term, href) => expect(searchHref(term)).toBe(href));

test.each([
  ["ArrowDown", -1, 3, 0],
  ["ArrowDown", 0, 3, 1],
  ["ArrowDown", 2, 3, -1],
  ["ArrowUp", -1, 3, 2],
  ["ArrowUp", 0, 3, -1],
  ["ArrowUp", 2, 3, 1],
  ["ArrowDown", -1, 0, null],
  ["Tab", 0, 3, null],
  ["a", -1, 3, null],
])("%s at %i of %i goes to %j", (key, active, count, next) => expect(nextActive(key, active, count)).toBe(next));

test.each([
  [["/a", "/b"], "/a", ["/b"]],
  [["/a", "/b", "/c"], "/b", ["/c"]],
  [["/a"], "/a", []],
  [["/a", "/a"], "/a", []],
  [["/a", "/b"], "/elsewhere", []],
  [[], "/a", []],
])("of %j, with %s shown, %j are still to come", (opened, shown, later) => {
  expect(openedAfter(opened, shown)).toEqual(later);
});

test("lines keep their order and lead to their pages", () => {
  const lines = suggestionLines(
    {
      words: ["rice"],
      categories: [{ name: "Grocery", slug: "grocery" }],
      distributors: ["Rice Traders"],
      total: { count: 1000, capped: false },
      products: [{ name: "Royal rice", slug: "royal-rice", image: null, price_kobo: 6_920_000 }],
    },
    "ri",
    { search: (term) => `/s/${term}`, category: (slug) => `/c/${slug}`, product: (slug) => `/p/${slug}` },
  );
  expect(lines.map((line) => [line.kind, line.label, line.href])).toEqual([
    ["word", "rice", "/s/rice"],
    ["category", "Grocery", "/c/grocery"],
    ["distributor", "Rice Traders", "/s/Rice Traders"],
    ["product", "Royal rice", "/p/royal-rice"],
    ["all", "See all 1,000 products", "/s/ri"],
  ]);
  expect(lines[3]?.product).toEqual({ image: null, price_kobo: 6_920_000 });
});

test.each([
  [0, "No suggestions"],
  [1, "1 suggestion, use the arrow keys"],
  [7, "7 suggestions, use the arrow keys"],
])("%i lines are announced", (count, sentence) => expect(suggestionsSentence(count)).toBe(sentence));

test.each([
  ["/products", "?search=rice+%26+beans", "rice & beans"],
  ["/category/household", "?search=soap", "soap"],
  ["/products", "?page=2", ""],
  ["/products/featured", "?search=rice", null],
  ["/product/rice", "", null],
])("the term of %s%s is %j", (path, query, term) => expect(searchedTerm(path, query)).toBe(term));

test.each([
  ["nothing more than the shown products needs no line for all", { count: 0, capped: false }, []],
  ["a lower bound of their number is not promised", { count: 640, capped: true }, ["See all products"]],
])("%s", (_, total, labels) => {
  const found = { words: [], categories: [], distributors: [], products: [], total };
  const href = (text: string) => text;
  const lines = suggestionLines(found, "x", { search: href, category: href, product: href });
  expect(lines.map(({ label }) => label)).toEqual(labels);
});
