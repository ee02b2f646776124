import { expect, test } from "vitest";
import { EMPTY_LISTING, listingHref, listingOrder } from "#app/features/search/rules/listing-links.ts";
import { readListing } from "#app/features/search/schema.ts";
import { nairaText } from "#app/lib/money.ts";
import { categoryHref, categoryPicture, distributorHref, productHref } from "./links.ts";

test.each([
  [{}, "/products"],
  [EMPTY_LISTING, "/products"],
  [{ page: 2 }, "/products?page=2"],
  [{ search: "pampers", exact: true }, "/products?search=pampers&exact=1"],
  [{ search: "", exact: true }, "/products"],
  [{ search: "rice & beans" }, "/products?search=rice+%26+beans"],
  [{ sort: "newest" as const }, "/products"],
  [{ sort: "newest" as const, search: "rice" }, "/products?search=rice&sort=newest"],
  [{ minPrice: 0, maxPrice: 250_050 }, "/products?minPrice=0&maxPrice=2500.50"],
  [
    { page: 3, sort: "price-asc" as const, category: "household" },
    "/products?category=household&sort=price-asc&page=3",
  ],
])("the URL of %o is %s", (state, href) => {
  expect(listingHref("/products", state)).toBe(href);
});

test.each([
  ["Kano Grain Union", "/distributor/kano-grain-union"],
  ["Millers' Cooperative, Aba", "/distributor/millers-cooperative-aba"],
  ["  OIL & Spice – House ", "/distributor/oil-spice-house"],
  ["Ẹ̀kọ́ Foods", "/distributor/eko-foods"],
  ["北京 Trading", "/distributor/%E5%8C%97%E4%BA%AC-trading"],
  ["&&", null],
  ["", null],
])("the page of distributor %s is %s", (name, href) => {
  expect(distributorHref(name)).toBe(href);
});

test("an address reads back as the state it was made from", () => {
  const state = {
    ...EMPTY_LISTING,
    sub: ["rice-grains"],
    distributor: ["aba-foods", "kano-grain-union"],
    brand: ["golden-penny"],
    option: ["colour:sky-blue", "size:xl"],
    perPiece: true,
    inStock: true,
    discounted: true,
    priceBreaks: true,
    maxOrder: 12,
    findDistributor: "kano",
    findBrand: "gold & co",
    search: "bags of rice",
    exact: true,
    category: "household",
    minPrice: 12_345,
    maxPrice: 5_000_000,
    sort: "name-desc" as const,
    page: 7,
  };
  const url = new URL(listingHref("/products", state), "http://shop");
  expect(readListing(url.searchParams)).toEqual({ state, notices: [] });
});

test("a search without a chosen sort is ordered by relevance", () => {
  expect(listingOrder({ search: "rice", sort: null })).toBe("best-match");
  expect(listingOrder({ search: "rice", sort: "newest" })).toBe("newest");
  expect(listingOrder({ search: "", sort: null })).toBe("newest");
});

test("slugs are encoded", () => {
  expect(productHref("a/b c")).toBe("/product/a%2Fb%20c");
  expect(categoryHref("ọjà")).toBe("/category/%E1%BB%8Dj%C3%A0");
});

test.each([
  [0, "0"],
  [100, "1"],
  [105, "1.05"],
  [250_050, "2500.50"],
])("%i kobo is written %s", (kobo, text) => {
  expect(nairaText(kobo)).toBe(text);
});

test.each([
  [{ slug: "household", image_url: "/files/own.webp" }, "/files/own.webp"],
  [{ slug: "household", image_url: null }, "/files/demo/category-household.webp"],
  [{ slug: "anything", image_url: null }, "/files/demo/category-default.webp"],
])("the picture of %o is %s", (category, picture) => {
  expect(categoryPicture(category)).toBe(picture);
});
