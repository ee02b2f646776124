import { expect, test } from "vitest";
import { columnsKey, proposeMapping } from "./column-names.ts";
import { fileRows } from "./file-rows.ts";
import { mappingErrors } from "./import-fields.ts";
import { cellsOf } from "./import-values.ts";
import { skipRule } from "./skipped-rows.ts";

test.each<[string, string[], Record<string, number>]>([
  ["a plain price list", ["S/N", "Item", "Pack Size", "Price (₦)", "Qty"], { name: 1, unit: 2, price: 3, stock: 4 }],
  [
    "another",
    ["PRODUCT NAME", "Code", "Carton Price", "PCS/CTN", "MOQ", "Supplier"],
    { name: 0, sku: 1, price: 2, pieces: 3, min_order: 4, distributor: 5 },
  ],
  [
    "Shopify",
    [
      "Handle",
      "Title",
      "Body (HTML)",
      "Vendor",
      "Type",
      "Variant SKU",
      "Variant Grams",
      "Variant Inventory Qty",
      "Variant Price",
      "Variant Compare At Price",
      "Variant Barcode",
      "Image Src",
    ],
    {
      slug: 0,
      name: 1,
      description: 2,
      distributor: 3,
      brand: 3,
      category: 4,
      sku: 5,
      weight_grams: 6,
      stock: 7,
      price: 8,
      compare_at: 9,
      barcode: 10,
      images: 11,
    },
  ],
  [
    "WooCommerce",
    [
      "ID",
      "Type",
      "SKU",
      "GTIN, UPC, EAN, or ISBN",
      "Name",
      "Description",
      "Stock",
      "Weight (kg)",
      "Sale price",
      "Regular price",
      "Categories",
      "Images",
      "Brands",
    ],
    {
      sku: 2,
      barcode: 3,
      name: 4,
      description: 5,
      stock: 6,
      weight_kg: 7,
      discount_price: 8,
      price: 9,
      category: 10,
      images: 11,
      brand: 12,
    },
  ],
  ["a price with more words", ["Name", "Price per bag today"], { name: 0, price: 1 }],
])("the columns of %s are understood", (_, columns, mapping) => {
  expect(proposeMapping(columns)).toEqual(mapping);
});

test("files with the same columns share a mapping, ignoring case and punctuation", () => {
  expect(columnsKey(["Name", "Price (₦)"])).toBe(columnsKey(["NAME ", "price"]));
  expect(columnsKey(["Name", "Price"])).not.toBe(columnsKey(["Price", "Name"]));
});

test.each([
  [{ price: 0 }, "all", { name: "Say which column names the product: its name, SKU, barcode or address." }],
  [
    { sku: 0, price: 1 },
    "all",
    { name: "New products need a name. Choose its column, or update known products only." },
  ],
  [{ sku: 0, stock: 1 }, "prices", { price: "Choose the column of the price." }],
  [{ sku: 0, price: 1 }, "stock", { stock: "Choose the column of the stock." }],
  [{ sku: 0, price: 1 }, "update", {}],
] as const)("%j for %s", (mapping, mode, errors) => {
  expect(mappingErrors(mapping, mode)).toEqual(errors);
});

test("variants inherit from their product's first row; rows with only a picture are dropped", () => {
  const columns = ["Handle", "Title", "Option1 Name", "Option1 Value", "Variant Price"];
  const rows = [
    ["top", "Varsity Top", "Size", "Small", "60"],
    ["top", "", "", "Large", "65"],
    ["top", "", "", "", ""],
    ["shirt", "Shirt", "Title", "Default Title", "50"],
  ];
  const unfold = (all: string[][]) => fileRows(columns, all, { name: 1, price: 4 });
  expect(unfold(rows).map(({ place, cells, group, named }) => [place, cells[1], cells[4], group, named])).toEqual([
    [
      0,
      "Varsity Top",
      "60",
      { key: "top", name: "Varsity Top", options: { Size: "Small" } },
      { name: "Varsity Top, Small", slug: "top-small" },
    ],
    [
      1,
      "Varsity Top",
      "65",
      { key: "top", name: "Varsity Top", options: { Size: "Large" } },
      { name: "Varsity Top, Large", slug: "top-large" },
    ],
    [3, "Shirt", "50", null, undefined],
  ]);
  expect(unfold([["top", "Top", "Size", "x".repeat(41), "1"]])[0]?.problems).toHaveLength(1);
  const unnamed = unfold([
    ["top", "Top", "", "S", "1"],
    ["top", "", "", "", "2"],
  ]);
  expect(unnamed.map(({ group, problems }) => [group?.options, problems])).toEqual([
    [{ "Option 1": "S" }, []],
    [undefined, []],
  ]);
  const empty = unfold([
    ["top", "Top", "Size", "S", "1"],
    ["top", "", "", "", "2"],
  ]);
  expect(empty[1]?.problems).toEqual(["The value of Size is empty."]);
  const inherited = unfold([["top", "Top", "constructor", "S", "1"]]);
  expect(inherited[0]?.problems).toEqual(["An option cannot be named constructor."]);
  expect(cellsOf(["a", "b"], { name: 1, price: 5 })).toEqual({ name: "b", price: "" });
});

test.each<[Record<string, string>, string | undefined]>([
  [{ Status: "active", Published: "TRUE", "Gift Card": "false" }, undefined],
  [{ Status: "In stock", Published: "" }, undefined],
  [{ Status: "Draft", Published: "true" }, "its status is draft"],
  [{ Published: "-1" }, "it is not published"],
  [{ "Published on online store": "false" }, "it is not published"],
  [{ Name: "Rice", "Visibility in catalog": "hidden" }, "it is hidden in its shop"],
  [{ Name: "Voucher", "Gift card": "true" }, "it is a gift card"],
])("the row %o is skipped: %s", (row, reason) => {
  expect(skipRule(Object.keys(row)).reasonOf(Object.values(row))).toBe(reason);
});
