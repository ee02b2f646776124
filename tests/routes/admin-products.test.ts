import { UNSAFE_decodeViaTurboStream } from "react-router";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { RunningShop } from "#server/start.server.ts";
import { makeCategory, makeProduct, makeProducts } from "../fixtures/catalog.ts";
import { filledIn, textOf } from "../fixtures/html.ts";
import { BEHIND_PROXY, makeCustomer, signedIn, type Visitor } from "../fixtures/visitor.ts";
import { testShop } from "../setup/shop.ts";

let shop: RunningShop;
let owner: Visitor;
let packer: Visitor;
let sales: Visitor;
let customer: Visitor;

beforeAll(async () => {
  shop = await testShop({ env: BEHIND_PROXY });
  owner = await signedIn(shop, await makeCustomer(shop, { role: "admin" }));
  packer = await signedIn(shop, await makeCustomer(shop, { role: "admin", staff: "packer" }));
  sales = await signedIn(shop, await makeCustomer(shop, { role: "admin", staff: "sales" }));
  customer = await signedIn(shop, await makeCustomer(shop));
});
afterAll(() => shop.close());

beforeEach(async () => {
  for (const table of ["runs", "import_files", "import_mappings", "products", "categories"]) {
    await shop.shop.database.sql(`delete from ${table}`);
  }
});

/** What the page in the browser gets for a form: status and decoded data. */
async function answerOf(path: string, fields: Record<string, string>) {
  const { status, text } = await owner.form(`${path}.data`, fields);
  const { value } = await UNSAFE_decodeViaTurboStream(new Blob([text]).stream(), globalThis);
  return { status, ...(value as { data?: unknown }) };
}

const rowsOf = (html: string) => (html.match(/data-list-row="/g) ?? []).length;
const price = async (id: string) =>
  Number((await shop.shop.database.sql("select price_kobo from products where id = $1", [id])).rows[0]?.price_kobo);
const stock = async (id: string) =>
  Number(
    (await shop.shop.database.sql("select stock_quantity from products where id = $1", [id])).rows[0]?.stock_quantity,
  );

test("the list finds by name, category, SKU, barcode and number, filters and pages", async () => {
  const grains = await makeCategory(shop.shop.db, { name: "Grains", slug: "grains" });
  const rice = await makeProduct(shop.shop.db, {
    name: "Ofada rice",
    sku: "OF-1",
    barcode: "4006381333931",
    category_id: grains.id,
    stock_quantity: 0,
  });
  await makeProducts(shop.shop.db, 24, (index) => ({
    name: `Soap ${index}`,
    stock_quantity: 50,
    distributor: "Soap & Co",
  }));
  const count = async (query: string) => rowsOf((await owner.get(`/admin/products${query}`)).text);
  expect(await count("")).toBe(10);
  for (const q of ["ofada", "OFADA RICE", "of-1", "4006381333931", "grain", rice.id.slice(0, 8)]) {
    expect([q, await count(`?q=${encodeURIComponent(q)}`)]).toEqual([q, 1]);
  }
  // The beginnings of words; a short one is a whole word unless it is the last.
  for (const [q, found] of [
    ["soa 7", 1],
    ["soap 1", 10],
    ["1 soap", 1],
    ["of ofad", 1],
    ["ofa ri", 1],
  ] as const) {
    expect([q, await count(`?q=${encodeURIComponent(q)}`)]).toEqual([q, found]);
  }
  expect(await count("?q=nothing%25_")).toBe(0);
  expect(await count("?stock=out")).toBe(1);
  expect(await count(`?category=${grains.id}&stock=in`)).toBe(0);
  expect(await count("?page=3")).toBe(5);
  const { text } = await owner.get("/admin/products?q=ofada");
  expect(text).toContain(`${rice.id.slice(0, 8)}…`);
  expect((await owner.get("/admin/products?q=zzz")).text).toContain("No products found");
});

test("a price beyond half or below cost is taken in the row when the same one is sent again", async () => {
  const { id } = await makeProduct(shop.shop.db, { price_kobo: 1_540_000, cost_kobo: 1_058_000 });
  const sent = { id, intent: "price", expected: "1540000" };
  const again = "Save again if you mean it.";
  for (const [value, confirm, message] of [
    ["15", 1500, `₦15,400.00 to ₦15.00 changes it by more than half. ₦15.00 is below its cost of ₦10,580.00. ${again}`],
    ["10,000", 1_000_000, `₦10,000.00 is below its cost of ₦10,580.00. ${again}`],
    ["40000", 4_000_000, `₦15,400.00 to ₦40,000.00 changes it by more than half. ${again}`],
  ] as const) {
    const refused = { status: 422, data: { ok: false, confirm, message } };
    expect(await answerOf("/admin/products", { ...sent, value })).toMatchObject(refused);
    expect(await answerOf("/admin/products", { ...sent, value, confirmed: "1400000" })).toMatchObject(refused);
  }
  expect(await price(id)).toBe(1_540_000);
  expect((await answerOf("/admin/products", { ...sent, value: "40000", confirmed: "4000000" })).status).toBe(200);
  expect(await price(id)).toBe(4_000_000);
});

test("price and stock can be changed in the row, by roles with the right, if nobody else changed them", async () => {
  const rice = await makeProduct(shop.shop.db, { price_kobo: 100_000, stock_quantity: 40 });
  const send = (who: Visitor, fields: Record<string, string>) =>
    who.form("/admin/products", { id: rice.id, ...fields });
  expect((await send(owner, { intent: "price", expected: "100000", value: "1,200" })).status).toBe(200);
  expect(await price(rice.id)).toBe(120_000);
  expect((await send(owner, { intent: "price", expected: "100000", value: "1300" })).status).toBe(409);
  const wrong = { id: rice.id, intent: "price", expected: "120000", value: "free" };
  expect(await answerOf("/admin/products", wrong)).toEqual({
    status: 422,
    data: { ok: false, errors: { value: "An amount in naira, such as 7500 or 7500.50." }, values: wrong },
  });
  const most = { ...wrong, value: "10,000,000,001" };
  expect(await answerOf("/admin/products", most)).toMatchObject({
    status: 422,
    data: { errors: { value: "The price would be ₦10,000,000,001.00, which is more than the shop takes." } },
  });
  expect(await answerOf("/admin/products", { ...wrong, expected: "100000", value: "1300" })).toMatchObject({
    status: 409,
    data: {
      ok: false,
      errors: {},
      values: { value: "1300" },
      now: 120_000,
      message: expect.stringContaining("₦1,200.00"),
    },
  });
  expect((await send(owner, { intent: "nothing", expected: "1", value: "1" })).status).toBe(400);
  // Three were sold after the form was loaded: a count of 50 against 40 adds ten.
  await shop.shop.database.sql("update products set stock_quantity = 37 where id = $1", [rice.id]);
  const count = { intent: "stock", id: rice.id, expected: "40", value: "50" };
  expect(await answerOf("/admin/products", count)).toMatchObject({
    data: { message: "3 were sold since, so there are 47 now." },
  });
  expect(await answerOf("/admin/products", { ...count, expected: "46", value: "46" })).toMatchObject({ status: 200 });
  expect(await answerOf("/admin/products", { ...count, expected: "20", value: "21" })).toMatchObject({
    data: { message: "27 came in since, so there are 48 now." },
  });
  expect((await send(packer, { intent: "stock", expected: "48", value: "47" })).status).toBe(200);
  expect(await stock(rice.id)).toBe(47);
  expect((await send(packer, { intent: "stock", expected: "47", value: "+24" })).status).toBe(200);
  expect(await stock(rice.id)).toBe(71);
  const far: [expected: string, value: string, status: number][] = [
    ["-2147483648", "9999999", 400],
    ["99999999999999999999", "1", 400],
    ["0x47", "1", 400],
    ["999999999999999", "1", 409],
    ["71", "9999999999", 422],
  ];
  for (const [expected, value, status] of far)
    expect((await send(packer, { intent: "stock", expected, value })).status, `${expected} ${value}`).toBe(status);
  await shop.shop.database.sql("update products set stock_quantity = 999999999 where id = $1", [rice.id]);
  expect(await answerOf("/admin/products", { intent: "stock", id: rice.id, expected: "1", value: "+2" })).toMatchObject(
    {
      status: 422,
      data: { errors: { value: "There would be more than 1,000,000,000 in stock." } },
    },
  );
  await shop.shop.database.sql("update products set stock_quantity = 71 where id = $1", [rice.id]);
  expect((await send(packer, { intent: "stock", expected: "71", value: "1,000,000,001" })).status).toBe(422);
  expect((await send(packer, { intent: "stock", expected: "71", value: "+1000000000" })).status).toBe(422);
  expect((await send(packer, { intent: "price", expected: "120000", value: "1" })).status).toBe(403);
  expect((await send(sales, { intent: "stock", expected: "71", value: "1" })).status).toBe(403);
  expect((await send(customer, { intent: "stock", expected: "71", value: "1" })).status).toBe(302);
  expect([await price(rice.id), await stock(rice.id)]).toEqual([120_000, 71]);
  const { rows } = await shop.shop.database.sql("select action from audit_log where subject = $1 order by id", [
    rice.id,
  ]);
  expect(rows.map(({ action }) => action)).toEqual(["product.update", ...Array<string>(4).fill("product.stock")]);
});

test("a product is added, edited by its changed fields, in conflict with another admin's edit, copied and deleted", async () => {
  const fields = { name: "Ofada rice", price: "78,500", stock_quantity: "40", price_steps: "24 = 75000" };
  const wrong = await owner.form("/admin/products/new", { ...fields, name: "", price_steps: "24 = 99000" });
  expect(wrong.status).toBe(422);
  expect(wrong.text).toContain("A product needs a name.");
  expect(wrong.text).toContain("24 = 99000");
  for (const who of [packer, sales]) {
    expect((await who.form("/admin/products/new", fields)).headers.get("Location")).toBe("/admin/no-access");
  }
  expect((await owner.form("/admin/products/new", fields)).status).toBe(200);
  expect((await owner.form("/admin/products/new", fields)).status).toBe(200);
  const { rows } = await shop.shop.database.sql("select id, slug, stock_quantity, version from products order by slug");
  expect(rows).toMatchObject([{ slug: "ofada-rice", stock_quantity: 40, version: 1 }, { slug: "ofada-rice-2" }]);
  const id = String(rows[0]?.id);
  const path = `/admin/products/${id}`;
  expect((await owner.get(path)).text).toContain("24 = 75000");
  await shop.shop.database.sql("update products set stock_quantity = 37 where id = $1", [id]);
  expect((await owner.form(path, { version: "1", "was.brand": "", brand: "Abakaliki" })).status).toBe(200);
  // Another field of an outdated form is merged, the same field is a conflict, and stock is not part of this form.
  expect((await owner.form(path, { version: "1", "was.unit": "", unit: "bag" })).status).toBe(200);
  const conflict = await owner.form(path, { version: "1", "was.brand": "", brand: "Kebbi" });
  expect(conflict.status).toBe(409);
  expect(conflict.text).toContain("Abakaliki");
  const after = await shop.shop.database.sql(
    "select brand, unit, stock_quantity, version from products where id = $1",
    [id],
  );
  expect(after.rows).toEqual([{ brand: "Abakaliki", unit: "bag", stock_quantity: 37, version: 3 }]);
  expect((await owner.form("/admin/products/not-there", { version: "1" })).status).toBe(409);
  expect((await owner.get(`/admin/products/new?copy=${id}`)).text).toContain("Ofada rice (copy)");
  expect((await packer.form("/admin/products", { intent: "delete", id })).status).toBe(403);
  expect((await owner.form("/admin/products", { intent: "delete", id })).status).toBe(200);
  expect((await owner.form("/admin/products", { intent: "delete", id })).status).toBe(404);
  const { rows: binned } = await shop.shop.database.sql("select id from trash where subject = $1", [id]);
  expect((await sales.get("/admin/trash")).headers.get("Location")).toBe("/admin/no-access");
  expect((await owner.form("/admin/trash", { id: String(binned[0]?.id) })).status).toBeLessThan(400);
  expect((await owner.get(path)).text).toContain("Abakaliki");
  const audit = await shop.shop.database.sql("select action from audit_log where subject = $1 order by id", [id]);
  expect(audit.rows.map(({ action }) => action)).toEqual([
    "product.create",
    "product.update",
    "product.update",
    "product.delete",
    "product.restore",
  ]);
});

test("a product becomes a group: variants are added, joined and removed, options renamed, added and removed, each by a form", async () => {
  const named = (name: string, slug: string) => makeProduct(shop.shop.db, { name, slug, price_kobo: 900_000 });
  const [garri] = [await named("Ijebu garri", "ijebu-garri"), await named("Ofada rice", "ofada-3")];
  const path = `/admin/products/${garri.id}/variants`;
  const submit = async (intent: string, values: Record<string, string>, about = "", unticked = "") => {
    const { fields } = filledIn((await owner.get(path)).text, intent, values, about);
    delete fields[unticked];
    const { status, text } = await owner.form(path, fields);
    return { status, text: textOf(text) };
  };
  const names = async () =>
    (await shop.shop.database.sql("select name from products where group_id is not null order by name")).rows.map(
      ({ name }) => name,
    );
  const isMixed = async () =>
    (
      await shop.shop.database.sql("select mixed_price_breaks as mixed from product_groups where name = $1", [
        garri.name,
      ])
    ).rows[0]?.mixed;
  const refused = (text: string) => ({ status: 422, text: expect.stringContaining(text) as string });

  const first = { "option_names.0": "Weight", "values.0": "50 kg" };
  const long = await submit("make", { ...first, "values.0": "x".repeat(41) });
  expect(long).toEqual(refused("The weight has at most 40 characters."));
  expect([(await submit("make", first)).status, await isMixed()]).toEqual([200, true]);
  const more = { "values.0": "50 KG", stock_quantity: "12", price: "17500" };
  expect(await submit("create", more)).toEqual(refused("Another variant has these options."));
  expect((await submit("create", { ...more, "values.0": "100 kg" })).text).toContain("₦17,500.00 · 12 in stock");
  expect((await submit("join", { product: "ofada-3", "values.0": "25 kg" })).status).toBe(200);
  expect(await names()).toEqual(["Ijebu garri, 100 kg", "Ijebu garri, 25 kg", "Ijebu garri, 50 kg"]);
  expect((await submit("remove", {}, "25 kg")).status).toBe(200);
  expect(await names()).toEqual(["Ijebu garri, 100 kg", "Ijebu garri, 50 kg"]);

  const sack = { "option_names.0": "Sack" };
  expect((await submit("update", sack, "", "mixed_price_breaks")).text).toContain(">Sack");
  expect(await isMixed()).toBe(false);
  expect(await submit("add-option", { option: "Colour" })).toEqual(
    refused("Please give the colour, for all variants or for each."),
  );
  expect((await submit("add-option", { option: "Colour", value: "White" })).status).toBe(200);
  expect(await submit("remove-option", {}, "Sack")).toEqual(
    refused("Without Sack, “Ijebu garri, 50 kg, White” and “Ijebu garri, 100 kg, White” would be alike."),
  );
  expect((await submit("remove-option", {}, "Colour")).status).toBe(200);
  const page = (await customer.get(`/product/${garri.slug}`)).text;
  expect(page).toMatch(/aria-label="Sack".*href="\/product\/[\w-]+"[^>]*>100 kg/s);
});
