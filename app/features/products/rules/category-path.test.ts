import { expect, test } from "vitest";
import { deepestPath, readCategoryPath, writeCategoryPath } from "./category-path.ts";

test.each([
  ["Rice", ["Rice"]],
  [" Food >  Rice ", ["Food", "Rice"]],
  ["Apparel & Accessories > Clothing > Outerwear", ["Apparel & Accessories", "Outerwear"]],
  [String.raw`Bags \> 50 kg`, ["Bags > 50 kg"]],
  ["", null],
  [" > ", null],
])("%j is the path %j", (cell, path) => {
  expect(readCategoryPath(cell)).toEqual(path);
});

test.each([
  ["Clothing", "Clothing"],
  ["Clothing, Clothing > Hoodies, Sale", "Clothing > Hoodies"],
  [String.raw`Food\, dry`, String.raw`Food\, dry`],
])("of the list %j the deepest path is %j", (cell, path) => {
  expect(deepestPath(cell)).toBe(path);
});

test("a written path is read again, whatever its names have", () => {
  const names = ["Food, dry", String.raw`Rice > Grains \ more`];
  expect(readCategoryPath(writeCategoryPath(names))).toEqual(names);
});
