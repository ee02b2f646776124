import { expect, test } from "vitest";
import { optionChoices, optionKey, sortOptionValues, variantName } from "./variants.ts";

test("a variant is named after its group and its values in the order of the options", () => {
  expect(variantName("Ankara gown", ["Size", "Colour"], { Colour: "Blue", Size: "M" })).toBe("Ankara gown, M, Blue");
  expect(variantName("Ankara gown", ["Size", "Colour"], { Colour: "Blue" })).toBe("Ankara gown, Blue");
});

test("equal options have the same key, ignoring case and order", () => {
  const names = ["Size", "Colour"];
  expect(optionKey(names, { Size: "M", Colour: "Blue" })).toBe(optionKey(names, { Colour: " blue", Size: "m" }));
  expect(optionKey(names, { Size: "M", Colour: "Blue" })).not.toBe(optionKey(names, { Size: "Blue", Colour: "M" }));
});

test.each([
  [
    ["XL", "S", "3XL", "M"],
    ["S", "M", "XL", "3XL"],
  ],
  [
    ["Large", "Small", "Medium"],
    ["Small", "Medium", "Large"],
  ],
  [
    ["1 L", "70 cl", "250 ml"],
    ["250 ml", "70 cl", "1 L"],
  ],
  [
    ["10,000 mAh", "5,000 mAh"],
    ["5,000 mAh", "10,000 mAh"],
  ],
  [
    ["42", "38", "38"],
    ["38", "42"],
  ],
  [
    ["Red", "Blue", "Red"],
    ["Red", "Blue"],
  ],
])("values %j are shown as %j", (values, sorted) => {
  expect(sortOptionValues(values)).toEqual(sorted);
});

const variant = (Size: string, Colour: string, stock_quantity = 10) => ({
  id: `${Size}-${Colour}`,
  slug: `gown-${Size}-${Colour}`.toLowerCase(),
  option_values: { Size, Colour },
  min_order: 2,
  stock_quantity,
});

test("buttons keep the other choices, mark what is out of stock, and lead to the nearest existing combination", () => {
  const variants = [variant("M", "Red"), variant("M", "Blue", 1), variant("L", "Red"), variant("XL", "Green")];
  const [sizes, colours] = optionChoices(["Size", "Colour"], variants, "M-Red");
  expect(sizes).toEqual({
    name: "Size",
    choices: [
      { value: "M", slug: "gown-m-red", state: "available", current: true },
      { value: "L", slug: "gown-l-red", state: "available", current: false },
      { value: "XL", slug: "gown-xl-green", state: "other_combination", current: false },
    ],
  });
  expect(colours?.choices).toEqual([
    { value: "Red", slug: "gown-m-red", state: "available", current: true },
    { value: "Blue", slug: "gown-m-blue", state: "out_of_stock", current: false },
    { value: "Green", slug: "gown-xl-green", state: "other_combination", current: false },
  ]);
  expect(optionChoices(["Size"], variants, "gone")).toEqual([]);
});

test("of two equally near siblings the available one is offered", () => {
  const variants = [variant("M", "Red"), variant("L", "Green", 0), variant("L", "Blue", 50)];
  const [sizes] = optionChoices(["Size", "Colour"], variants, "M-Red");
  expect(sizes?.choices[1]).toMatchObject({ value: "L", slug: "gown-l-blue", state: "other_combination" });
});
