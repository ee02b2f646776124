import { expect, test } from "vitest";
import { isListing, pageKey } from "./page-key.server.ts";

const ROUTE = "routes%2Fstorefront%2Fproducts";

test.each([
  ["/", "/"],
  ["/?utm_source=x", "/"],
  ["/products?page=2&junk=1&search=rice", "/products?search=rice&page=2"],
  ["/products?search=rice&page=2", "/products?search=rice&page=2"],
  ["/products?search=", "/products"],
  [`/products.data?_routes=${ROUTE}&search=rice`, `/products.data?search=rice&_routes=${ROUTE}`],
  ["/products.data?_routes=routes/storefront/products", `/products.data?_routes=${ROUTE}`],
  // What no browser asks for gets the whole page's data, which holds each part.
  ["/products.data?search=rice&_routes=root", "/products.data?search=rice"],
  ["/products.data?_routes=routes/storefront/cart", "/products.data"],
  ["/products.data?_routes=junk1", "/products.data"],
  [`/products?_routes=${ROUTE}`, "/products"],
  ["/search/suggest?q=ric&_routes=x", "/search/suggest?q=ric"],
  ["/_root.data", "/_root.data"],
  ["/category/household?sort=price-asc", "/category/household?sort=price-asc"],
  ["/product/rice?search=x", "/product/rice"],
  ["/search/suggest?q=ric&x=1", "/search/suggest?q=ric"],
  ["/checkout", null],
  ["/checkout/payment-success?token=x", null],
  ["/profile", null],
  ["/api/auth/get-session", null],
  [`/products?search=${"x".repeat(600)}`, null],
])("the key of %s", (url, key) => {
  expect(pageKey("GET", url)).toBe(key);
  expect(pageKey("POST", url)).toBeNull();
});

test.each([
  ["/", true],
  ["/_root.data", true],
  ["/products?page=2", true],
  ["/category/household.data?sort=price-asc", true],
  ["/search/suggest?q=ric", true],
  ["/product/rice", false],
  ["/cart", false],
])("%s lists products by a rule: %s", (key, lists) => {
  expect(isListing(key)).toBe(lists);
});
