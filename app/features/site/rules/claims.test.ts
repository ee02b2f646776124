import { expect, test } from "vitest";
import { marketingClaims, roundedDown } from "./claims.ts";

test.each([
  [1, "1"],
  [9, "9"],
  [60, "60"],
  [99, "99"],
  [100, "100"],
  [161, "160+"],
  [1_000, "1,000"],
  [29_432, "29,000+"],
  [50_000, "50,000"],
  [50_001, "50,000+"],
])("%i is claimed as %s", (count, text) => {
  expect(roundedDown(count)).toBe(text);
});

const NEW = { products: 0, suppliers: 0, hours: "", satisfaction: "98%" };

test.each([
  ["a new shop", {}, { products: "50,000+", suppliers: "1,000+", support: "24/7", satisfaction: "98%" }],
  ["goods and suppliers", { products: 29_432, suppliers: 60 }, { products: "29,000+", suppliers: "60" }],
  ["hours of the owner", { hours: "Monday to Friday, 9am to 5pm" }, { support: null }],
  ["hours around the clock", { hours: "24/7, also on holidays" }, { support: "24/7" }],
  ["no satisfaction", { satisfaction: "" }, { satisfaction: null }],
])("claims of a shop with %s", (_, known, claims) => {
  expect(marketingClaims({ ...NEW, ...known })).toMatchObject(claims);
});
