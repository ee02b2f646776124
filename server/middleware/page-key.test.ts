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
  // Route ids that no browser sends get the whole page's data, which contains each part.
  ["/products.data?search=rice&_routes=root", "/products.data?search=rice"],
  ["/products.data?_routes=routes/storefront/cart", "/products.data"],
  ["/products.data?_routes=junk1", "/products.data"],
  [`/products?_routes=${ROUTE}`, "/products"],
  ["/search/suggest?q=ric&_routes=x", "/search/suggest?q=ric"],
  ["/_root.data", "/_root.data"],
  ["/category/household?sort=price-asc", "/category/household?sort=price-asc"],
  // One entry for queries that the page reads as equal.
  ["/products?page=1&exact=zz&sort=best-match", "/products"],
  ["/products?page=02&sort=newest", "/products?page=2"],
  ["/products?search=%20%20rice%0A&exact=zz&sort=best-match", "/products?search=rice"],
  ["/products?search=rice&exact=1&sort=newest", "/products?search=rice&exact=1&sort=newest"],
  ["/products?minPrice=5,000.00&maxPrice=%E2%82%A66000.5", "/products?minPrice=5000&maxPrice=6000.50"],
  ["/products?minPrice=0&page=2&page=3", "/products?minPrice=0&page=2"],
  ["/category/household?category=rice&page=2", "/category/household?page=2"],
  ["/products/featured?search=rice&sort=junk&page=2", "/products/featured?page=2"],
  // Facets: each value once, sorted, in canonical form.
  ["/products?brand=b&brand=A&brand=a&junk=1", "/products?brand=a&brand=b"],
  ["/products?inStock=1&option=Size:XL&maxOrder=012", "/products?option=size%3Axl&inStock=1&maxOrder=12"],
  ["/products?per=piece&distributor=Kano%20Grain", "/products?distributor=kano-grain"],
  ["/products?per=piece&maxPrice=10", "/products?maxPrice=10&per=piece"],
  ["/products?sort=piece-price&priceBreaks=&discounted=1", "/products?discounted=1&sort=piece-price"],
  ["/distributor/kano-grain?distributor=x&brand=y&page=2", "/distributor/kano-grain?brand=y&page=2"],
  ["/distributor/kano-grain.data?category=food", "/distributor/kano-grain.data?category=food"],
  ["/products?inStock=yes", null],
  ["/products?brand=%26", null],
  ["/products?option=size", null],
  ["/products?maxOrder=few", null],
  ["/category/%61utomotive", "/category/automotive"],
  ["/category/%61utomotive.data?page=01", "/category/automotive.data"],
  ["/category/a%2Fb", "/category/a%2Fb"],
  ["/category/%2561utomotive", "/category/%2561utomotive"],
  ["/product/0B29C8D4-6F0B-4C39-9B4A-0D7C6A1E2F3A", "/product/0b29c8d4-6f0b-4c39-9b4a-0d7c6a1e2f3a"],
  ["/search/suggest?q=%20RIC%C3%89%20%20ric", "/search/suggest?q=rice+ric"],
  ["/search/suggest?q=!!", "/search/suggest"],
  // The page reports unusable parameters: it is rendered for this request only.
  ["/products?sort=junk7", null],
  ["/products?page=-1", null],
  ["/products?minPrice=abc", null],
  ["/products?category=../etc", null],
  ["/products/featured?page=x", null],
  ["/category/%E0%A4%A", null],
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
  ["/distributor/kano-grain?page=2", true],
  ["/search/suggest?q=ric", true],
  ["/product/rice", false],
  ["/cart", false],
])("%s lists products by a rule: %s", (key, lists) => {
  expect(isListing(key)).toBe(lists);
});
