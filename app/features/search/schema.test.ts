import { expect, test } from "vitest";
import { EMPTY_LISTING, type ListingState } from "./rules/listing-links.ts";
import { MAX_SEARCH, readListing, readPage } from "./schema.ts";

const read = (query: string) => readListing(new URLSearchParams(query));

test.each<[query: string, state: Partial<ListingState>]>([
  ["", {}],
  ["search=&category=&minPrice=&maxPrice=&sort=&page=", {}],
  ["search=%20%20rice%0A%09beans%20", { search: "rice beans" }],
  ["search=a%00b", { search: "a b" }],
  ["minPrice=5,000&maxPrice=%E2%82%A61,000,000.50", { minPrice: 500_000, maxPrice: 100_000_050 }],
  ["minPrice=0", { minPrice: 0 }],
  ["sort=price-desc", { sort: "price-desc" }],
  ["sort=best-match&search=x", { search: "x" }],
  ["page=2&page=9", { page: 2 }],
  ["page=007", { page: 7 }],
  ["utm_source=mail&fbclid=1", {}],
  ["brand=Golden%20Penny&brand=ada&brand=ada&brand=", { brand: ["ada", "golden-penny"] }],
  ["option=Size:XL&option=colour:Sky%20blue", { option: ["colour:sky-blue", "size:xl"] }],
  [
    "inStock=1&discounted=1&priceBreaks=1&maxOrder=012",
    { inStock: true, discounted: true, priceBreaks: true, maxOrder: 12 },
  ],
  ["per=piece", {}],
  ["per=piece&minPrice=1", { perPiece: true, minPrice: 100 }],
  ["show=brand", { show: "brand" }],
  ["show=option%3Asize", { show: "option:size" }],
  ["show=everything", { show: "" }],
  ["findBrand=%20gold%0A&findDistributor=ka", { findBrand: "gold", findDistributor: "ka" }],
  ["sort=piece-price", { sort: "piece-price" }],
])("%s is understood", (query, state) => {
  expect(read(query)).toEqual({ state: { ...EMPTY_LISTING, ...state }, notices: [] });
});

test.each([
  ["page=-1", "page number"],
  ["page=0", "page number"],
  ["page=1.5", "page number"],
  ["page=1e3", "page number"],
  ["page=99999999999999999999", "page number"],
  ["minPrice=abc", "minimum price “abc”"],
  ["minPrice=-5", "minimum price"],
  ["maxPrice=1.234", "maximum price"],
  ["maxPrice=9999999999999999", "maximum price"],
  ["sort=x", "order"],
  ["sort=__proto__", "order"],
  ["category=../etc", "category"],
  ["brand=%26", "brand “&”"],
  ["distributor=..", "distributor “..”"],
  ["option=size", "option “size”"],
  ["option=:m", "option “:m”"],
  ["sub=a%2Fb", "sub-category “a/b”"],
  ["inStock=yes", "“inStock=yes”"],
  ["maxOrder=-1", "minimum order “-1”"],
  ["maxOrder=1e9", "minimum order “1e9”"],
  ["category=a%00b", "category"],
])("%s falls back to the default and says so", (query, notice) => {
  const { state, notices } = read(query);
  expect(state).toEqual(EMPTY_LISTING);
  expect(notices).toHaveLength(1);
  expect(notices[0]).toContain(notice);
});

test("a search of 10 kB is truncated to 100 characters, never inside a character", () => {
  const { state, notices } = read(
    new URLSearchParams({ search: `${"a".repeat(MAX_SEARCH - 1)}😀${"b".repeat(10_000)}` }).toString(),
  );
  expect(state.search).toBe("a".repeat(MAX_SEARCH - 1));
  expect(notices).toHaveLength(1);
});

test("a listing without filters parses only the page", () => {
  expect(readPage(new URLSearchParams("page=3&search=rice&minPrice=abc"))).toEqual({
    state: { ...EMPTY_LISTING, page: 3 },
    notices: [],
  });
});

test("at most 30 values of a facet are used, with a notice", () => {
  const query = Array.from({ length: 40 }, (_, i) => `brand=b${i}`).join("&");
  const { state, notices } = read(query);
  expect(state.brand).toHaveLength(30);
  expect(notices).toEqual(["Only 30 of each filter can be chosen at once."]);
});
