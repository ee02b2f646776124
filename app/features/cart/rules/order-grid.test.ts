import { describe, expect, test } from "vitest";
import { readQuantity } from "#app/ui/quantity.ts";
import { orderGrid, quantityField, readGrid, readGridQuantity } from "./order-grid.ts";

const variant = (option_values: Record<string, string>, stock_quantity = 40) => ({
  id: Object.values(option_values).join("-"),
  option_values,
  min_order: 6,
  order_multiple: 6,
  stock_quantity,
  unit: "pack of 6",
  pieces: 6,
  larger_units: [],
});

describe("tables", () => {
  test("one option is a list", () => {
    const grid = orderGrid(["Size"], [variant({ Size: "L" }), variant({ Size: "M" })]);
    expect(grid).toMatchObject({ rowName: "Size", columnName: "", tableName: "", columns: [""] });
    expect(grid.tables[0]?.rows.map(({ value, cells }) => [value, cells.map((one) => one?.id)])).toEqual([
      ["M", ["M"]],
      ["L", ["L"]],
    ]);
  });

  test("of two options the one with fewer values gives the columns, and missing variants are empty cells", () => {
    const variants = ["Red", "Blue", "Green"].flatMap((Colour) => [
      variant({ Size: "M", Colour }),
      variant({ Size: "L", Colour }),
    ]);
    const grid = orderGrid(["Size", "Colour"], variants.slice(1));
    expect(grid).toMatchObject({ rowName: "Colour", columnName: "Size", columns: ["M", "L"] });
    expect(grid.tables[0]?.rows[0]).toMatchObject({ value: "Red", cells: [null, { id: "L-Red" }] });
  });

  test("a third option gives one table per value", () => {
    const variants = ["Cotton", "Silk"].map((Cloth) => variant({ Size: "M", Colour: "Red", Cloth }));
    const grid = orderGrid(["Size", "Colour", "Cloth"], variants);
    expect(grid.tables.map(({ title, rows }) => [title, rows[0]?.cells[0]?.id])).toEqual([
      ["Cotton", "M-Red-Cotton"],
      ["Silk", "M-Red-Silk"],
    ]);
  });
});

test.each([
  ["", 0, { ok: true, quantity: 0 }],
  ["0", 0, { ok: true, quantity: 0 }],
  ["12", 0, { ok: true, quantity: 12 }],
  ["3", 0, { ok: false, reason: "Minimum order: 6" }],
  ["13", 0, { ok: false, reason: "This is sold in multiples of 6 packs: 12 or 18?" }],
  ["42", 0, { ok: false, reason: "Only 40 left" }],
  ["36", 6, { ok: false, reason: "Only 40 left, and 6 of them are in your cart" }],
  ["6", 6, { ok: true, quantity: 6 }],
  ["2.5", 0, { ok: false, reason: "“2.5” is not a quantity. Please type a number like 25." }],
])("the field %j with %i in the cart", (typed, held, expected) => {
  expect(readGridQuantity(typed, variant({ Size: "M" }), { readQuantity, held })).toEqual(expected);
});

test("three of 24 fields above the stock: each has its message, and no line is added", () => {
  const variants = Array.from({ length: 24 }, (_, at) => variant({ Size: String(at) }, at < 3 ? 6 : 600));
  const fields = { input: () => "12", held: () => 0, readQuantity };
  const read = readGrid(variants, fields);
  expect(read).toEqual({
    ok: false,
    errors: Object.fromEntries(variants.slice(0, 3).map(({ id }) => [quantityField(id), "Only 6 left"])),
  });
  expect(readGrid(variants.slice(3), fields)).toMatchObject({ ok: true, lines: { length: 21 } });
});
