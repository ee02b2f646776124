import { parse } from "csv-parse/sync";
import { UNSAFE_decodeViaTurboStream } from "react-router";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { MAX_SHEET_BYTES } from "#app/lib/sheet-table.ts";
import { product_groups } from "#db/schema/catalog.ts";
import type { RunningShop } from "#server/start.server.ts";
import { makeCategory, makeProduct } from "../../fixtures/catalog.ts";
import { textOf } from "../../fixtures/html.ts";
import { BEHIND_PROXY, makeCustomer, signedIn, type Visitor } from "../../fixtures/visitor.ts";
import { testShop } from "../../setup/shop.ts";

let shop: RunningShop;
let owner: Visitor;
let packer: Visitor;
let sales: Visitor;

beforeAll(async () => {
  shop = await testShop({ env: BEHIND_PROXY });
  owner = await signedIn(shop, await makeCustomer(shop, { role: "admin" }));
  packer = await signedIn(shop, await makeCustomer(shop, { role: "admin", staff: "packer" }));
  sales = await signedIn(shop, await makeCustomer(shop, { role: "admin", staff: "sales" }));
});
afterAll(() => shop.close());

beforeEach(async () => {
  for (const table of ["runs", "import_files", "import_mappings", "products", "product_groups", "categories"]) {
    await shop.shop.database.sql(`delete from ${table}`);
  }
});

/** What the page in the browser gets for a form: status and decoded data. */
async function answerOf(path: string, fields: Record<string, string>) {
  const { status, text } = await owner.form(`${path}.data`, fields);
  const { value } = await UNSAFE_decodeViaTurboStream(new Blob([text]).stream(), globalThis);
  return { status, ...(value as { data?: unknown }) };
}

async function upload(content: string | Uint8Array<ArrayBuffer>, name: string) {
  const form = new FormData();
  form.set("file", new File([content], name));
  return await owner.send("/admin/imports", { method: "POST", body: form, headers: { Origin: shop.url } });
}

const price = async (id: string) =>
  Number((await shop.shop.database.sql("select price_kobo from products where id = $1", [id])).rows[0]?.price_kobo);

test("a price list is sent, its columns are chosen, its changes seen; the original file stays", async () => {
  const rice = await makeProduct(shop.shop.db, { name: "Rice", sku: "R1", price_kobo: 100_000 });
  const sent = await upload("Code,What,Money\nR1,Rice,1100\n", "musa's list.csv");
  expect(sent.status).toBe(303);
  const path = sent.headers.get("Location") ?? "";
  // "Code" and "What" are recognised as SKU and nothing; each column shows what is in it.
  const { text } = await owner.get(path);
  expect(text).toMatch(/<select[^>]*name="column.0"[^>]*>.*?<option value="sku" selected="">SKU/);
  for (const shown of [">2 columns are not used<", ">What, Money<", ">Rice<", ">1100<"]) expect(text).toContain(shown);
  const chosen = { mode: "prices", "column.0": "sku" };
  expect(await answerOf(path, chosen)).toEqual({
    status: 422,
    data: { ok: false, errors: { price: "Choose the column of the price." }, values: chosen },
  });
  expect(await answerOf(path, { ...chosen, "column.1": "sku" })).toMatchObject({
    status: 422,
    data: { errors: { "column.1": "Another column is “SKU” already." } },
  });
  const refused = await owner.form(path, chosen);
  expect(refused.text.match(/>Choose the column of the price\.</g)).toHaveLength(1);
  const made = await owner.form(path, { ...chosen, "column.2": "price" });
  expect(made.status).toBe(303);
  expect((await owner.get(made.headers.get("Location") ?? "")).text).toContain("₦1,100.00");
  await owner.form(made.headers.get("Location") ?? "", { intent: "apply" });
  await expect.poll(() => price(rice.id)).toBe(110_000);
  const file = await owner.get(`${path}/file`);
  expect(file.text).toBe("Code,What,Money\nR1,Rice,1100\n");
  expect(file.headers.get("content-disposition")).toContain("attachment");
  expect((await owner.get("/admin/imports")).text).toContain("musa&#x27;s list.csv");
  const unread = await upload("x", "x.csv");
  expect([unread.status, unread.text.includes("The file has no rows")]).toEqual([422, true]);
  for (const who of [packer, sales]) {
    expect((await who.get(path)).headers.get("Location")).toBe("/admin/no-access");
    expect((await who.get(`${path}/file`)).headers.get("Location")).toBe("/admin/no-access");
  }
});

test("the export has what the list shows, without costs for those who may not see them", async () => {
  await makeProduct(shop.shop.db, { name: "=Rice", cost_kobo: 90_000, price_kobo: 100_050 });
  await makeProduct(shop.shop.db, { name: "Soap" });
  const read = async (who: Visitor) =>
    parse((await who.get("/admin/products/export?format=csv&q=rice")).text, { bom: true, columns: true });
  expect(await read(owner)).toMatchObject([{ Name: "'=Rice", Price: "1000.5", Cost: "900" }]);
  expect((await sales.get("/admin/products/export")).headers.get("Location")).toBe("/admin/no-access");
  const book = await owner.get("/admin/products/export?format=xlsx");
  expect(book.text.slice(0, 2)).toBe("PK");
});

test("an export of WooCommerce asks once for the stock that it does not count, and makes categories on request", async () => {
  const sent = await upload(
    [
      "ID,Type,SKU,Name,In stock?,Stock,Regular price,Categories,Tags,Parent,Attribute 1 name,Attribute 1 value(s)",
      '1,variable,tee,Tee,1,,,Clothing > Shirts,new,,Color,"Blue, Red"',
      "2,variation,tee-red,Tee - Red,1,,20,,,tee,Color,Red",
      "3,variation,tee-blue,Tee - Blue,1,,1500.5051,,,tee,Color,Blue",
    ].join("\n"),
    "woo.csv",
  );
  const path = sent.headers.get("Location") ?? "";
  const page = textOf((await owner.get(path)).text);
  for (const text of [">2 columns are not used<", ">ID, Tags<", "Make missing categories", "in stock without a number"])
    expect(page).toContain(text);
  const columns = { "column.2": "sku", "column.3": "name", "column.5": "stock", "column.6": "price" };
  const form = { mode: "all", ...columns, "column.7": "category", new_categories: "1" };
  expect(await answerOf(path, form)).toMatchObject({
    status: 422,
    data: { errors: { uncounted: "2 new products are in stock without a number. Type the one to use." } },
  });
  expect(await answerOf(path, { ...form, uncounted: "many" })).toMatchObject({
    status: 422,
    data: { errors: { uncounted: "A whole number from 0." } },
  });
  const made = await owner.form(path, { ...form, uncounted: "100" });
  const preview = textOf((await owner.get(made.headers.get("Location") ?? "")).text);
  for (const text of ["Tee, Red", ">Clothing &gt; Shirts<", ">100<", "Price 1500.5051 is rounded to ₦1,500.51."])
    expect(preview).toContain(text);
});

test("a file above the limit is answered with the limit, before it is read", async () => {
  const headers = {
    Cookie: owner.cookieFor(new URL("/admin", shop.url)),
    Origin: shop.url,
    "Content-Type": "multipart/form-data; boundary=x",
    "Content-Length": String(MAX_SHEET_BYTES + 2_000_000),
  };
  const unread = new Request(`${shop.url}/admin/imports`, { method: "POST", headers, body: "--x" });
  const answer = await shop.fetch(unread);
  expect(await answer.text()).toContain("The file is larger than 50 MB. Split it into parts.");
  expect(answer.status).toBe(413);
  expect((await shop.shop.database.sql("select 1 from import_files")).rows).toEqual([]);
});

/** What the form of a file proposes for its columns. */
async function proposed(path: string): Promise<Record<string, string>> {
  const { text } = await owner.get(path);
  const selects = [...text.matchAll(/name="(column\.\d+)">.*?<option value="([^"]*)" selected=""/gs)];
  return Object.fromEntries(selects.map(([, name = "", choice = ""]) => [name, choice]));
}

/** Every column of the products with the names of their group and category, without what a new row gets anew. */
async function catalogue() {
  const { rows } = await shop.shop.database.sql(`
    select to_jsonb(p) - '{id,created_at,updated_at,version,category_id,top_category_id,group_id,search}'::text[] as product,
      c.name as category, t.name as parent, g.name as "group", g.option_names, g.mixed_price_breaks
    from products p left join categories c on c.id = p.category_id left join categories t on t.id = c.parent_id
      left join product_groups g on g.id = p.group_id order by p.slug`);
  return rows;
}

test.each(["csv", "xlsx"])(
  "a products export (%s) brings back every field, and changes nothing where they are",
  async (format) => {
    const { db, database } = shop.shop;
    const food = await makeCategory(db, { name: "Food, dry", slug: "food" });
    const rice = await makeCategory(db, { name: "Rice > Grains", slug: "rice", parent_id: food.id });
    const [group] = await db
      .insert(product_groups)
      .values({ name: "Ankara gown", option_names: ["Size", "Colour: cloth"], mixed_price_breaks: true })
      .returning();
    const variant = (size: string) => ({
      name: `Ankara gown, ${size}, Blue`,
      slug: `ankara-${size}`,
      group_id: group!.id,
      option_values: { Size: size, "Colour: cloth": "Blue" },
    });
    await makeProduct(db, variant("m"));
    await makeProduct(db, { ...variant("l"), stock_quantity: 0 });
    await makeProduct(db, {
      name: "=Ofada rice, 50 kg",
      slug: "ofada-of-abakaliki",
      sku: "0012",
      barcode: "4006381333931",
      category_id: rice.id,
      price_kobo: 7_850_050,
      discount_price_kobo: 7_000_000,
      cost_kobo: 6_000_001,
      price_steps: [
        { from: 24, unit_kobo: 6_900_000 },
        { from: 48, unit_kobo: 6_800_050 },
      ],
      unit: "carton",
      pieces: 12,
      larger_units: [{ unit: "pallet", pieces: 960 }],
      min_order: 6,
      order_multiple: 3,
      stock_quantity: 40,
      distributor: "Kano Grain Union",
      brand: "Mama’s",
      weight_grams: 50_000,
      length_mm: 600,
      width_mm: 400,
      height_mm: 120,
      country_of_origin: "NG",
      nafdac_number: "A1-2345",
      best_before: "2027-06-30",
      featured: true,
      best_seller: true,
      attributes: [
        { name: "Material", value: "5 < 6 = so" },
        { name: "Grade", value: "A" },
      ],
      new_arrival: false,
      description: "Short grain.\n\nA <b>bag</b> of 50 kg & more; “clean”,  twice sieved.",
      images: ["/files/products/aa/one.webp", "/files/products/aa/two.webp"],
      image_alts: { "/files/products/aa/two.webp": "The back, from below" },
    });
    const before = await catalogue();
    const address = new URL(`/admin/products/export?format=${format}`, shop.url);
    const file = await fetch(address, { headers: { Cookie: owner.cookieFor(address) } });
    const bytes = new Uint8Array(await file.arrayBuffer());
    const bring = async () => {
      const sent = await upload(bytes, `products.${format}`);
      const path = sent.headers.get("Location") ?? "";
      const made = await owner.form(path, { mode: "all", new_categories: "1", ...(await proposed(path)) });
      return made.headers.get("Location") ?? "";
    };
    const states = async () =>
      (await database.sql("select label, state, reason, after from run_rows where state <> 'applied'")).rows;
    await bring();
    expect((await states()).map(({ state, reason, after }) => [state, reason, after])).toEqual(
      Array.from({ length: 3 }, () => ["unchanged", "", {}]),
    );
    for (const table of ["runs", "import_files", "products", "product_groups", "categories"])
      await database.sql(`delete from ${table}`);
    const run = await bring();
    await owner.form(run, { intent: "apply" });
    await expect.poll(async () => (await database.sql("select state from runs")).rows).toEqual([{ state: "done" }]);
    expect(await states()).toEqual([]);
    expect(await catalogue()).toEqual(before);
  },
);
