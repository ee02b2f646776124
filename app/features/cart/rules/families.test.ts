import { expect, test } from "vitest";
import { familiesOf, findFamilies, inLineOrder } from "./families.ts";

const [GOWNS, SHIRTS] = ["g", "s"];
const line = (name: string, group_id: string | null = null) => ({ name, group_id });

test.each([
  ["as added", [line("Soap"), line("Rice, 50 kg")], ["Soap", "Rice, 50 kg"]],
  [
    "sizes from small to large, where the first was added",
    [line("Gown, XXL", GOWNS), line("Soap"), line("Gown, M", GOWNS), line("Gown, 3XL", GOWNS), line("Gown, S", GOWNS)],
    ["Gown, S", "Gown, M", "Gown, XXL", "Gown, 3XL", "Soap"],
  ],
  [
    "amounts by amount",
    [line("Oil, 25 L", GOWNS), line("Oil, 75 cl", GOWNS), line("Oil, 5 L", GOWNS)],
    ["Oil, 75 cl", "Oil, 5 L", "Oil, 25 L"],
  ],
  [
    "by the first option, then by the second, whose words stand as added",
    [
      line("Gown, L, Red", GOWNS),
      line("Gown, M, Blue", GOWNS),
      line("Gown, L, Blue", GOWNS),
      line("Gown, M, Red", GOWNS),
    ],
    ["Gown, M, Red", "Gown, M, Blue", "Gown, L, Red", "Gown, L, Blue"],
  ],
  [
    "two families",
    [line("Gown, L", GOWNS), line("Shirt, L", SHIRTS), line("Shirt, S", SHIRTS), line("Gown, S", GOWNS)],
    ["Gown, S", "Gown, L", "Shirt, S", "Shirt, L"],
  ],
  ["names without a common beginning", [line("Red gown", GOWNS), line("Blue gown", GOWNS)], ["Red gown", "Blue gown"]],
  ["fewer options", [line("Gown, L, Red", GOWNS), line("Gown, M", GOWNS)], ["Gown, M", "Gown, L, Red"]],
  ["the same name twice", [line("Gown", GOWNS), line("Gown", GOWNS)], ["Gown", "Gown"]],
])("%s", (_, lines, names) => {
  expect(inLineOrder(lines).map(({ name }) => name)).toEqual(names);
});

test("a family has its name once and the options of each line", () => {
  const [gowns, soap] = familiesOf([
    line("Ankara gown, L, Red", GOWNS),
    line("Ankara gown, M, Red", GOWNS),
    line("Soap"),
  ]);
  expect([gowns?.name, gowns?.lines.map(({ label }) => label)]).toEqual(["Ankara gown", ["M, Red", "L, Red"]]);
  expect([soap?.name, soap?.lines.map(({ label }) => label)]).toEqual(["Soap", [""]]);
});

const CART = familiesOf([
  { ...line("Ẹ̀wà beans, 50 kg"), total_kobo: 300 },
  { ...line("Ankara gown, M, Red", GOWNS), total_kobo: 200 },
  { ...line("Ankara gown, L, Blue", GOWNS), total_kobo: 200 },
  { ...line("Soap"), total_kobo: 100 },
]);

test.each([
  ["", "added", ["Ẹ̀wà beans, 50 kg", "Ankara gown, M, Red", "Ankara gown, L, Blue", "Soap"]],
  ["", "name", ["Ankara gown, M, Red", "Ankara gown, L, Blue", "Ẹ̀wà beans, 50 kg", "Soap"]],
  ["", "total", ["Ankara gown, M, Red", "Ankara gown, L, Blue", "Ẹ̀wà beans, 50 kg", "Soap"]],
  [" GOWN ankara ", "added", ["Ankara gown, M, Red", "Ankara gown, L, Blue"]],
  ["gown blue", "added", ["Ankara gown, L, Blue"]],
  ["ewa", "total", ["Ẹ̀wà beans, 50 kg"]],
  ["rice", "name", []],
] as const)("%j by %s finds %j", (search, sort, names) => {
  const found = findFamilies(CART, search, sort);
  expect(found.flatMap(({ lines }) => lines.map((one) => one.line.name))).toEqual(names);
});
