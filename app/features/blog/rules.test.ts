import { describe, expect, test } from "vitest";
import { linkHref, MAX_PRODUCTS, namedProducts, textOfHtml, readingMinutes, postSlug } from "./rules.ts";

describe("slug of a title", () => {
  test.each([
    ["How to price a carton", "how-to-price-a-carton"],
    ["Spotting a FAKE alert!", "spotting-a-fake-alert"],
    ["What's in a waybill? (Part 2)", "whats-in-a-waybill-part-2"],
    ["  Rice   and  beans  ", "rice-and-beans"],
    ["Well-known -- facts", "well-known-facts"],
    ["Ọjà àgbà", "oja-agba"],
    ["₦500 & change", "500-change"],
    ["???", "post"],
    ["a/b\\c?d#e%f", "abcdef"],
    ["x".repeat(300), "x".repeat(120)],
  ])("'%s' is '%s'", (title, slug) => {
    expect(postSlug(title)).toBe(slug);
    expect(postSlug(slug), "a slug is its own").toBe(slug);
  });
});

test.each([
  ["", 1, 1],
  ["<p>short</p>", 1, 1],
  ["<p>word word</p>", 330, 3],
  ["<p>word</p>", 440, 2],
])("reading '%s' %i times takes %i minutes", (html, times, minutes) => {
  expect(readingMinutes(html.repeat(times))).toBe(minutes);
});

test.each([
  ["example.com/a?b", "https://example.com/a?b"],
  ["  https://example.com ", "https://example.com"],
  ["HTTP://example.com", "HTTP://example.com"],
  ["//example.com", "https://example.com"],
  ["/product/rice", "/product/rice"],
  ["mailto:a@b.example", "mailto:a@b.example"],
  ["javascript:alert(1)", "https://javascript:alert(1)"],
  [" ", ""],
])("a link to '%s' leads to '%s'", (typed, href) => {
  expect(linkHref(typed)).toBe(href);
});

test("text of HTML has no tags and single spaces", () => {
  expect(textOfHtml("<h2>One</h2>\n<p>two &amp; <b>three</b></p>")).toBe("One two &amp; three");
});

test("products are the linked ones, distinct, in order, up to the maximum", () => {
  const link = (path: string) => `<a href="${path}">x</a>`;
  const html = [
    "/product/rice-50kg",
    "/category/grocery",
    "https://shop.example/product/beans?x=1",
    "/product/rice-50kg#top",
    "/products/featured",
    "/product/%E0%A4",
    "/product/o%CC%A3ja",
  ].map(link);
  expect(namedProducts(html.join(""))).toEqual(["rice-50kg", "beans", "o\u0323ja"]);
  const many = Array.from({ length: 20 }, (_, i) => link(`/product/p${i}`)).join("");
  expect(namedProducts(many)).toHaveLength(MAX_PRODUCTS);
});
