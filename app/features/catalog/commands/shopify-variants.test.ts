import { expect, test } from "vitest";
import { readColumns, type ShopifyField, type ShopifyRow } from "./shopify-columns.server.ts";
import { mapProduct } from "./shopify-rows.server.ts";

type Cells = Partial<Record<ShopifyField, string>>;

const EMPTY = readColumns(["Handle", "Title", "Variant Price"]).pick(["", "", ""]) as Record<ShopifyField, string>;
const RICE: Cells = { handle: "ofada-rice", title: "Ofada Rice", price: "1200", quantity: "4" };

function rows(...all: Cells[]): ShopifyRow[] {
  return all.map((cells, index) => ({ line: index + 2, lastLine: index + 2, cells: { ...EMPTY, ...cells } }));
}

function variants(...all: Cells[]) {
  const mapped = mapProduct(rows(...all));
  if (mapped.kind !== "product") throw new Error(`not a product: ${JSON.stringify(mapped)}`);
  return { ...mapped.group, notes: mapped.notes };
}

test("SKU, weight, brand and a valid barcode are taken over, a wrong barcode is reported", () => {
  const codes = { sku: "R-1", barcode: "4006381333931", grams: "1500.0", brand: "Ofada Gold", vendor: "Kano Mills" };
  expect(variants({ ...RICE, ...codes }).products[0]).toMatchObject({
    sku: "R-1",
    barcode: "4006381333931",
    weight_grams: 1500,
    brand: "Ofada Gold",
    distributor: "Kano Mills",
  });
  expect(variants({ ...RICE, grams: "0" }).products[0]?.weight_grams).toBeNull();
  const wrong = variants({ ...RICE, barcode: "4006381333932" });
  expect(wrong.products[0]?.barcode).toBeNull();
  expect(wrong.notes).toEqual([
    "the barcode 4006381333932 is left out: The last digit of this barcode (GTIN) does not fit the others.",
  ]);
});

test("variants become products of one group with price, stock and picture of their own", () => {
  const group = variants(
    {
      ...RICE,
      option1_name: "Size",
      option1_value: "Small",
      price: "900",
      compare_at: "1000",
      image: "https://x.example/1.jpg",
    },
    {
      handle: "ofada-rice",
      option1_value: "Large",
      price: "1500",
      quantity: "3",
      variant_image: "https://x.example/2.jpg",
    },
    { handle: "ofada-rice", option1_value: "Huge", price: "1200", quantity: "-2", image: "https://x.example/2.jpg" },
    { handle: "ofada-rice", image: "https://x.example/3.jpg", image_position: "3" },
  );
  expect(group).toMatchObject({ name: "Ofada Rice", option_names: ["Size"] });
  expect(
    group.products.map(({ slug, name, price_kobo, discount_price_kobo, stock_quantity, option_values, images }) => [
      slug,
      name,
      price_kobo,
      discount_price_kobo,
      stock_quantity,
      option_values,
      images[0],
    ]),
  ).toEqual([
    ["ofada-rice", "Ofada Rice, Small", 100_000, 90_000, 4, { Size: "Small" }, "https://x.example/3.jpg"],
    ["ofada-rice-large", "Ofada Rice, Large", 150_000, null, 3, { Size: "Large" }, "https://x.example/2.jpg"],
    ["ofada-rice-huge", "Ofada Rice, Huge", 120_000, null, 0, { Size: "Huge" }, "https://x.example/3.jpg"],
  ]);
  expect(group.notes).toEqual(["the stock -2 of Huge counts as 0", "3 variants: Small, Large, Huge"]);
});

const OPTIONS = { ...RICE, option1_name: "Size", option2_name: "Colour" };

test.each<[string, Cells[], string[]]>([
  [
    "two variants with the same options",
    [
      { ...OPTIONS, option1_value: "M", option2_value: "Blue" },
      { price: "10", option1_value: "m", option2_value: "blue " },
    ],
    ["3: the options m / blue  are those of line 2"],
  ],
  [
    "a value beyond 40 characters",
    [
      { ...OPTIONS, option1_value: "M", option2_value: "x".repeat(41) },
      { price: "10", option1_value: "L", option2_value: "Blue" },
    ],
    ["2: the value of Colour has 41 characters, at most 40 fit"],
  ],
  [
    "a name beyond 40 characters",
    [
      { ...OPTIONS, option1_name: "n".repeat(41), option1_value: "M" },
      { price: "10", option1_value: "L" },
    ],
    [`2: the option name "${"n".repeat(41)}" has 41 characters, at most 40 fit`],
  ],
  [
    "a value that is missing",
    [
      { ...OPTIONS, option1_value: "M", option2_value: "Blue" },
      { price: "10", option1_value: "L" },
    ],
    ["3: the value of Colour is empty"],
  ],
  [
    "variants without options",
    [{ ...RICE }, { price: "10" }],
    ["3: this variant has no options: Option1 Value is empty"],
  ],
  [
    "two options of one name",
    [
      { ...OPTIONS, option2_name: "size", option1_value: "M", option2_value: "Blue" },
      { price: "10", option1_value: "L", option2_value: "Red" },
    ],
    ['2: two options are named "size"'],
  ],
  [
    "a SKU that is too long",
    [{ ...RICE, sku: "s".repeat(101) }],
    ["2: Variant SKU has 101 characters, at most 100 fit"],
  ],
])("%s is bad", (_, all, expected) => {
  const mapped = mapProduct(rows(...all));
  expect(mapped.kind === "bad" ? mapped.problems.map(({ line, reason }) => `${line}: ${reason}`) : []).toEqual(
    expected,
  );
});
