import { expect, test } from "vitest";
import { NEW_PRODUCT, productValues, readProductForm, type ProductFormFields } from "./product-form.ts";

const GOWN: ProductFormFields = {
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
  expect(readProductForm(productValues(GOWN))).toEqual({ ok: true, fields: GOWN });
});

test("a name and a price make a product", () => {
  expect(readProductForm({ ...NEW_PRODUCT, name: " Rice  50 kg", price: "₦78,500" })).toMatchObject({
    ok: true,
    fields: { name: "Rice 50 kg", price_kobo: 7_850_000, min_order: 1, price_steps: [], images: [], sku: null },
  });
});

test.each<[Record<string, string>, Record<string, unknown>]>([
  [{ name: " " }, { name: "A product needs a name." }],
  [{ price: "" }, { price: "A product needs a price." }],
  [{ price: "cheap" }, { price: "An amount in naira, such as 7500 or 7500.50." }],
  [{ discount_price: "9000" }, { discount_price: "The discount price is above the price.", price_steps: undefined }],
  [
    { order_multiple: "7" },
    { order_multiple: "The minimum order 12 is no multiple of 7: make it 7 or 14, or change the multiple." },
  ],
  [{ price_steps: "24 = 8000" }, { price_steps: expect.any(String) }],
  [{ price_steps: "24 = 6500\n24 = 6000" }, { price_steps: expect.any(String) }],
  [{ price_steps: "lots" }, { price_steps: "Line 1 is no step. Write it as 24 = 9500." }],
  [{ larger_units: "pallet = 41" }, { larger_units: expect.any(String) }],
  [{ barcode: "4006381333932" }, { barcode: "The last digit of this barcode (GTIN) does not fit the others." }],
  [{ country_of_origin: "Nigeria" }, { country_of_origin: "Two letters, such as NG or CN." }],
  [{ best_before: "soon" }, { best_before: "A day, such as 2027-06-30." }],
  [{ attributes: "cotton" }, { attributes: "Line 1 is no fact. Write it as Material = cotton." }],
  [{ weight_grams: "-1" }, { weight_grams: "A whole number above 0." }],
  [{ images: '[{"address":"javascript:alert(1)"}]' }, { images: "The pictures could not be read. Add them again." }],
  [{ images: "{" }, { images: "The pictures could not be read. Add them again." }],
])("%j is refused at its field", (changes, errors) => {
  const read = readProductForm({ ...productValues(GOWN), ...changes });
  expect(read).toMatchObject({ ok: false });
  if (!read.ok)
    expect(read.errors).toMatchObject(
      JSON.parse(
        JSON.stringify(Object.fromEntries(Object.entries(errors).filter(([, value]) => typeof value === "string"))),
      ) as object,
    );
  if (!read.ok)
    for (const name of Object.keys(errors)) if (errors[name] !== undefined) expect(read.errors[name]).toBeTruthy();
});
