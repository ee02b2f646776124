import { expect, test } from "vitest";
import { WrongFileError } from "./csv-records.server.ts";
import { readColumns, type ShopifyField, type ShopifyRow } from "./shopify-columns.server.ts";
import { type ImportedProduct, mapProduct, rowSlug, toSlug } from "./shopify-rows.server.ts";

type Cells = Partial<Record<ShopifyField, string>>;

const EMPTY = readColumns(["Handle", "Title", "Variant Price"]).pick(["", "", ""]) as Record<ShopifyField, string>;

function rows(...all: Cells[]): ShopifyRow[] {
  return all.map((cells, index) => ({
    line: index + 2,
    lastLine: index + 2,
    cells: { ...EMPTY, ...cells },
  }));
}

const RICE: Cells = { handle: "ofada-rice", title: "Ofada Rice", price: "1200", quantity: "4" };

function product(...all: Cells[]): ImportedProduct {
  const mapped = mapProduct(rows({ ...RICE, ...all[0] }, ...all.slice(1)));
  if (mapped.kind !== "product") throw new Error(`not a product: ${JSON.stringify(mapped)}`);
  const [only, ...others] = mapped.group.products;
  if (!only || others.length > 0) throw new Error(`${others.length + 1} products`);
  return only;
}

function problems(...all: Cells[]): string[] {
  const mapped = mapProduct(rows({ ...RICE, ...all[0] }, ...all.slice(1)));
  return mapped.kind === "bad" ? mapped.problems.map((problem) => `${problem.line}: ${problem.reason}`) : [];
}

test("a row becomes a product", () => {
  const cells = {
    body: "<p>Local &amp; brown</p>",
    vendor: " Kano  Mills ",
    type: "Grains",
    image: "https://x.example/a.jpg",
  };
  expect(product(cells)).toEqual({
    slug: "ofada-rice",
    name: "Ofada Rice",
    description: "Local & brown",
    distributor: "Kano Mills",
    type: "Grains",
    price_kobo: 120_000,
    discount_price_kobo: null,
    stock_quantity: 4,
    unit: "",
    images: ["https://x.example/a.jpg"],
    image_alts: {},
    brand: "Kano Mills",
    sku: null,
    barcode: null,
    weight_grams: null,
    option_values: {},
  });
});

test.each<[string, string, number, number | null]>([
  ["9.99", "", 999, null],
  ["500", "750", 75_000, 50_000],
  ["500", "500", 50_000, null],
  ["500", "400", 50_000, null],
  ["500", "0", 50_000, null],
  ["1,250,000.50", "", 125_000_050, null],
  ["₦1,200", "NGN 1,500", 150_000, 120_000],
])("price %j, compare at %j -> %d kobo, discount %j", (price, compare_at, price_kobo, discount_price_kobo) => {
  expect(product({ price, compare_at })).toMatchObject({ price_kobo, discount_price_kobo });
});

test.each<[Cells, string]>([
  [{ price: "" }, "2: Variant Price is empty"],
  [{ price: "-5" }, '2: Variant Price "-5" is negative'],
  [{ price: "9,99" }, "is not clear"],
  [{ price: "1.000" }, "is not an amount"],
  [{ price: "free" }, "is not an amount"],
  [{ price: "0" }, "Variant Price is 0"],
  [{ compare_at: "x" }, 'Variant Compare At Price "x"'],
  [{ quantity: "many" }, 'Variant Inventory Qty "many" is not a whole number'],
  [{ quantity: "1.5" }, "is not a whole number"],
  [{ quantity: "9999999999" }, "at most 1000000000"],
  [{ title: "" }, "2: Title is empty in the first row"],
  [{ title: "", handle: "" }, "2: Handle and Title are empty"],
  [{ title: "食品", handle: "" }, "no address can be made"],
  [{ title: "x".repeat(256) }, "Title has 256 characters, at most 255"],
  [{ handle: "x".repeat(256) }, "Handle has 256"],
  [{ vendor: "x".repeat(256) }, "Vendor has 256"],
  [{ type: "x".repeat(101) }, "Type has 101"],
  [{ body: "x".repeat(20_001) }, "Body has 20001"],
  [{ title: "Caf\uFFFD" }, "not UTF-8"],
])("%j is bad", (cells, reason) => {
  const found = problems(cells);
  expect(found).toHaveLength(1);
  expect(found[0]).toContain(reason);
});

test("every bad row of a product is named, and the product is bad as a whole", () => {
  const variant = { handle: "ofada-rice", option1_value: "L", price: "-1" };
  expect(problems({ option1_value: "M" }, variant, { handle: "ofada-rice", option1_value: "XL" })).toEqual([
    '3: Variant Price "-1" is negative',
    "4: Variant Price is empty",
  ]);
});

test.each<[Cells, string]>([
  [{ published: "FALSE" }, "not published"],
  [{ status: "draft", price: "" }, "Status is draft"],
  [{ status: "Archived" }, "Status is archived"],
  [{ gift_card: "true" }, "a gift card"],
])("%j is skipped", (cells, reason) => {
  expect(mapProduct(rows({ ...RICE, ...cells }))).toEqual({ kind: "skipped", reason });
});

test("active and published products are not skipped", () => {
  expect(product({ status: "active", published: "TRUE", gift_card: "false" }).name).toBe("Ofada Rice");
});

test("stock that the file does not state is null", () => {
  expect(product({ quantity: "" }).stock_quantity).toBeNull();
  expect(product({ quantity: "0" }).stock_quantity).toBe(0);
});

test("pictures come in order, once each, from https addresses and JSON lists", () => {
  const picture = (image: string, image_position: string) => ({
    handle: "ofada-rice",
    image,
    image_position,
  });
  const group = rows(
    { ...RICE, ...picture("https://x.example/3.jpg", "3") },
    picture("https://x.example/last.jpg", ""),
    picture("https://x.example/1.jpg", "1"),
    picture('["https://x.example/10.jpg", "https://x.example/10b.jpg", 5]', "10"),
    picture("https://x.example/1.jpg", "4"),
    picture("http://x.example/plain.jpg", "2"),
    picture("javascript:alert(1)", "2"),
    picture("[broken", "2"),
  );
  const mapped = mapProduct(group);
  expect(mapped).toMatchObject({ kind: "product" });
  if (mapped.kind !== "product") return;
  const names = ["1", "3", "10", "10b", "last"];
  expect(mapped.group.products[0]?.images).toEqual(names.map((name) => `https://x.example/${name}.jpg`));
  expect(mapped.notes.filter((note) => note.startsWith("a picture is left out"))).toHaveLength(3);
});

test.each<[Cells, string]>([
  [{ option1_name: "Title", option1_value: "Default Title" }, ""],
  [{ option1_name: "Size", option1_value: "50 kg bag" }, "50 kg bag"],
  [{ option1_name: "Colour", option1_value: "Red" }, "Colour: Red"],
  [{ option1_name: "Size", option1_value: "L", option2_name: "Colour", option2_value: "Red" }, ""],
  [{ option1_name: "Size", option1_value: "x".repeat(101) }, ""],
])("unit of %j", (cells, unit) => {
  expect(product(cells).unit).toBe(unit);
});

test.each<[Cells, string]>([
  [{ handle: "ofada-rice_2" }, "ofada-rice_2"],
  [{ handle: "Ofada Rice!" }, "ofada-rice"],
  [{ handle: "", title: "Ẹ̀wà Olóyin 50kg" }, "ewa-oloyin-50kg"],
  [{ handle: "", title: "Mama's Best" }, "mamas-best"],
  [{}, ""],
])("address of %j", (cells, slug) => {
  expect(rowSlug(rows(cells)[0] as ShopifyRow)).toBe(slug);
  expect(toSlug(slug.replace("_", "-"))).toBe(slug.replace("_", "-"));
});

test("a Type without Latin letters makes no category", () => {
  const mapped = mapProduct(rows({ ...RICE, type: "食品" }));
  expect(mapped).toMatchObject({
    group: { products: [{ type: "" }] },
    notes: ['no category can be made from Type "食品"'],
  });
});

test.each([
  ["old names, any case", "HANDLE,Title,Variant Price,Variant Inventory Qty", true],
  ["today's names", "Title,URL handle,Description,Price,Inventory quantity", true],
  ["no stock column", "Handle,Title,Variant Price", false],
])("header with %s", (_name, header, hasQuantity) => {
  expect(readColumns(header.split(",")).hasQuantity).toBe(hasQuantity);
});

test.each([
  ["Name,Price", "no Handle column"],
  ["Handle;Title;Variant Price", "separated by semicolons"],
  ["Handle\tTitle\tVariant Price", "separated by tabs"],
  ["Handle,Title,Available", "no column Variant Price"],
])("header %j is refused", (header, message) => {
  expect(() => readColumns(header.split(","))).toThrow(WrongFileError);
  expect(() => readColumns(header.split(","))).toThrow(message);
});

test("a row that ends at its price is not trusted, one that misses later cells is", () => {
  const columns = readColumns(["Handle", "Title", "Variant Price", "Variant Taxable", "Image Src"]);
  expect(columns.pick(["a", "A", "12"])).toBe("the row has only 3 of 5 cells");
  expect(columns.pick(["a", "A", "1200", "true"])).toMatchObject({ price: "1200", image: "" });
});
