import { expect, test } from "vitest";
import { NEW_PRODUCT, productTexts, readNewProduct, readProduct, type ProductColumns } from "./schema.ts";

const GOWN: ProductColumns = {
  name: "Ankara gown",
  category_id: "0badcafe-1111-4222-8333-000000000001",
  description: "Bright.\n\nWashable.",
  price_kobo: 750_050,
  discount_price_kobo: 700_000,
  cost_kobo: 500_000,
  min_order: 12,
  order_multiple: 6,
  unit: "bale",
  pieces: 40,
  price_steps: [
    { from: 24, unit_kobo: 650_000 },
    { from: 48, unit_kobo: 600_000 },
  ],
  larger_units: [{ unit: "pallet", pieces: 960 }],
  images: ["/files/uploads/a.webp", "https://a.example/b.jpg"],
  image_alts: { "https://a.example/b.jpg": "The gown from behind" },
  distributor: "Aba Textiles",
  brand: "Balogun",
  sku: "G-1",
  barcode: "4006381333931",
  weight_grams: 900,
  length_mm: 300,
  width_mm: 200,
  height_mm: 40,
  country_of_origin: "NG",
  nafdac_number: null,
  best_before: "2027-06-30",
  attributes: [{ name: "Material", value: "cotton" }],
  featured: true,
  best_seller: false,
  new_arrival: true,
};

test("what the form shows is what it reads", () => {
  expect(readProduct(productTexts(GOWN))).toEqual({ ok: true, columns: GOWN });
});

test("a name and a price make a product", () => {
  expect(readProduct({ ...NEW_PRODUCT, name: " Rice  50 kg", price: "₦78,500" })).toMatchObject({
    ok: true,
    columns: { name: "Rice 50 kg", price_kobo: 7_850_000, min_order: 1, price_steps: [], images: [], sku: null },
  });
});

/** Changes to the texts of a valid product, and the expected errors by field. */
const REFUSED: [Record<string, string>, Record<string, string>][] = [
  [{ name: " " }, { name: "A product needs a name." }],
  [{ name: "x".repeat(201) }, { name: "At most 200 characters." }],
  [{ description: "x".repeat(20_001) }, { description: "At most 20,000 characters." }],
  [{ price: "" }, { price: "A product needs a price." }],
  [{ price: "cheap" }, { price: "An amount in naira, such as 7500 or 7500.50." }],
  [{ cost: "10000000000.01" }, { cost: "An amount in naira, such as 7500 or 7500.50." }],
  [{ discount_price: "9000" }, { discount_price: "The discount price is above the price." }],
  [
    { order_multiple: "7" },
    { order_multiple: "The minimum order 12 is no multiple of 7: make it 7 or 14, or change the multiple." },
  ],
  [
    { price_steps: "24 = 8000" },
    {
      price_steps: "Price step 1 costs ₦8,000.00: it must be less than the price at the minimum order, ₦7,000.00.",
    },
  ],
  [
    { price_steps: "24 = 6500\n24 = 6000" },
    { price_steps: "Price steps 1 and 2 overlap: step 2 must start above 24." },
  ],
  [{ price_steps: "24 = 6500\n\nlots" }, { price_steps: "Line 3 is no step. Write it as 24 = 9500." }],
  [{ larger_units: "pallet: many" }, { larger_units: "Line 1 is no unit. Write it as pallet = 960." }],
  [
    { larger_units: "pallet = 41" },
    {
      larger_units: "The larger unit “pallet” has 41 pieces: that is no multiple of the 40 in the unit that is sold.",
    },
  ],
  [{ barcode: "4006381333932" }, { barcode: "The last digit of this barcode (GTIN) does not fit the others." }],
  [{ country_of_origin: "Nigeria" }, { country_of_origin: "Two letters, such as NG or CN." }],
  [{ best_before: "soon" }, { best_before: "A day, such as 2027-06-30." }],
  [{ attributes: "cotton" }, { attributes: "Line 1 is no fact. Write it as Material = cotton." }],
  [{ attributes: "a = b\n".repeat(31) }, { attributes: "At most 30 facts." }],
  [{ weight_grams: "-1" }, { weight_grams: "A whole number above 0." }],
  [{ images: '[{"address":"javascript:alert(1)"}]' }, { images: "The pictures could not be read. Add them again." }],
  [{ images: "{" }, { images: "The pictures could not be read. Add them again." }],
  [
    { images: JSON.stringify(Array.from({ length: 13 }, (_, at) => ({ address: `/files/${at}` }))) },
    { images: "At most 12 pictures." },
  ],
  [
    { name: "", cost: "dear", order_multiple: "5" },
    {
      name: "A product needs a name.",
      cost: "An amount in naira, such as 7500 or 7500.50.",
      order_multiple: "The minimum order 12 is no multiple of 5: make it 10 or 15, or change the multiple.",
    },
  ],
];

test.each(REFUSED)("%j is refused at its field", (changes, errors) => {
  expect(readProduct({ ...productTexts(GOWN), ...changes })).toEqual({ ok: false, errors });
});

test.each<[Record<string, string>, Partial<ProductColumns>]>([
  [
    { price: "N78,500/=", discount_price: "₦ 70 000" },
    { price_kobo: 7_850_000, discount_price_kobo: 7_000_000 },
  ],
  [
    { min_order: "1,200", order_multiple: "", price_steps: "" },
    { min_order: 1_200, order_multiple: 1, price_steps: [] },
  ],
  [{ price_steps: "24+ : 6,500\n\n48=6000" }, { price_steps: GOWN.price_steps }],
  [
    { barcode: "4006-3813 33931", country_of_origin: "ng" },
    { barcode: "4006381333931", country_of_origin: "NG" },
  ],
  [
    { featured: "", sku: " ", weight_grams: "" },
    { featured: false, sku: null, weight_grams: null },
  ],
])("%j is read as %j", (changes, columns) => {
  expect(readProduct({ ...productTexts(GOWN), ...changes })).toMatchObject({ ok: true, columns });
});

test.each([
  ["1,200", { ok: true, columns: { stock_quantity: 1_200 } }],
  ["", { ok: false, errors: { stock_quantity: "A whole number from 0." } }],
  ["-1", { ok: false, errors: { stock_quantity: "A whole number from 0." } }],
])("a new product has a stock: %j", (stock_quantity, read) => {
  expect(readNewProduct({ ...productTexts(GOWN), stock_quantity })).toMatchObject(read);
});

test("a stored value that a form would refuse is shown", () => {
  const images = ["http://a.example/old.jpg"];
  expect(productTexts({ images, price_kobo: 5 }, { image_alts: { "http://a.example/old.jpg": "Old" } })).toEqual({
    images: '[{"address":"http://a.example/old.jpg","alt":"Old"}]',
    price: "0.05",
  });
});
