import { expect, test } from "vitest";
import { isFromOwnPage, ownOrigins } from "./origins.ts";

test.each([
  ["https://shop.example", ["https://shop.example"]],
  ["http://localhost:3000", ["http://localhost:3000", "http://127.0.0.1:3000"]],
  ["http://127.0.0.1:3000", ["http://127.0.0.1:3000", "http://localhost:3000"]],
])("%s is reached under %j", (baseUrl, origins) => {
  expect(ownOrigins(baseUrl)).toEqual(origins);
});

const SHOP = "https://shop.example";
const FORM = { "Content-Type": "application/x-www-form-urlencoded" };
const JSON_BODY = { "Content-Type": "application/json; charset=utf-8" };

test.each<[Record<string, string>, boolean]>([
  [{ ...FORM, Origin: SHOP }, true],
  [{ ...JSON_BODY, Origin: SHOP }, true],
  [{ ...FORM, Origin: "http://shop.example" }, false],
  [{ ...FORM, Origin: "https://shop.example:8443" }, false],
  [{ ...FORM, Origin: "https://shop.example.evil.example" }, false],
  [{ ...FORM, Origin: "https://evil.example", "Sec-Fetch-Site": "same-origin", Referer: `${SHOP}/cart` }, false],
  [{ ...JSON_BODY, Origin: "https://evil.example" }, false],
  [FORM, false],
  [{ "Content-Type": "text/plain" }, false],
  [{}, false],
  [JSON_BODY, true],
  [{ ...JSON_BODY, Origin: "null" }, false],
  [{ ...FORM, Origin: "null" }, false],
  [{ ...FORM, Origin: "null", "Sec-Fetch-Site": "same-origin" }, true],
  [{ ...FORM, "Sec-Fetch-Site": "same-origin" }, true],
  [{ ...FORM, "Sec-Fetch-Site": "same-site" }, false],
  [{ ...FORM, "Sec-Fetch-Site": "none" }, false],
  [{ ...FORM, "Sec-Fetch-Site": "cross-site", Referer: `${SHOP}/` }, false],
  [{ ...FORM, Referer: `${SHOP}/login` }, true],
  [{ ...FORM, Referer: "http://shop.example/login" }, false],
  [{ ...FORM, Referer: "https://evil.example/?https://shop.example" }, false],
  [{ ...JSON_BODY, Referer: "https://evil.example/" }, false],
])("a change with %j is the shop's own: %s", (headers, own) => {
  expect(isFromOwnPage(new Headers(headers), SHOP)).toBe(own);
});
