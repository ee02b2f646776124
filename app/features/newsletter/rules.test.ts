import { expect, test } from "vitest";
import { returnPath } from "./rules.ts";

const HOST = "shop.example";

test.each([
  [null, "/"],
  ["", "/"],
  ["not an address", "/"],
  ["https://evil.example/products", "/"],
  ["https://shop.example.evil.example/", "/"],
  ["https://shop.example:444/about", "/"],
  ["https://shop.example//evil.example", "/"],
  ["javascript:alert(1)", "/"],
  ["https://shop.example/", "/"],
  ["https://shop.example/products?search=rice#top", "/products?search=rice"],
])("from %s back to %s", (referer, path) => {
  expect(returnPath(referer, HOST, true)).toBe(`${path}#newsletter-done`);
  expect(returnPath(referer, HOST, false)).toBe(`${path}#newsletter-invalid`);
});
