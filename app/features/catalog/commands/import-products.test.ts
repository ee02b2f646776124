import { asc, eq, sql } from "drizzle-orm";
import pg from "pg";
import { expect, test, vi } from "vitest";
import type { Db } from "#db/client.server.ts";
import { categories, products, search_words } from "#db/schema/catalog.ts";
import { payment_attempt_items, payment_attempts, stock_movements } from "#db/schema/payments.ts";
import { sharedDatabase } from "../../../../tests/setup/database.ts";
import type { ImportResult } from "./import-batch.server.ts";
import { type ImportOptions, importProducts } from "./import-products.server.ts";

const database = sharedDatabase();
const HEADER =
  "Handle,Title,Body (HTML),Vendor,Type,Published,Variant Inventory Qty,Variant Price,Variant Compare At Price,Image Src";
const GARRI = "garri,Garri,<p>White</p>,Ijebu Mills,Grains,true,10,1200,1500,https://x.example/g.jpg";
const BEANS = "beans,Beans,,Kano Farms,Grains,true,5,900,,";

type Run = { totals: Record<string, unknown>; results: ImportResult[] };

async function run(
  db: Db,
  text: string | AsyncIterable<Uint8Array>,
  options: Partial<ImportOptions> = {},
): Promise<Run> {
  async function* bytes() {
    if (typeof text === "string") yield new TextEncoder().encode(text);
    else yield* text;
  }
  const results: ImportResult[] = [];
  const outcome = await importProducts(db, {
    source: bytes(),
    apply: true,
    onResult: (result) => results.push(result),
    ...options,
  });
  if (!outcome.ok) throw new Error(outcome.reason);
  return { totals: outcome.totals, results };
}

function csv(...rows: string[]): string {
  return `${[HEADER, ...rows].join("\n")}\n`;
}

function productBy(db: Db, slug: string) {
  return db.query.products.findFirst({ where: eq(products.slug, slug) });
}

/** What moved, in no order: two movements can be of one moment. */
async function movements(db: Db): Promise<number[]> {
  const rows = await db
    .select({ quantity: stock_movements.quantity, reason: stock_movements.reason })
    .from(stock_movements);
  expect(rows.every((row) => row.reason === "import")).toBe(true);
  return rows.map((row) => row.quantity);
}

test("a dry run reports and writes nothing", async () => {
  const { db } = database();
  const { totals, results } = await run(db, csv(GARRI, BEANS), { apply: false });
  expect(totals).toMatchObject({ rows: 2, created: 2, bad: 0, categories: ["Grains"] });
  expect(results.map((result) => result.notes)).toEqual([
    ["price ₦1,200.00 (before ₦1,500.00), stock 10", 'new category "Grains"'],
    ["price ₦900.00, stock 5"],
  ]);
  expect(await db.$count(products)).toBe(0);
  expect(await db.$count(categories)).toBe(0);
});

test("products are created, a second run changes nothing, a third only what differs", async () => {
  const { db } = database();
  expect((await run(db, csv(GARRI, BEANS))).totals).toMatchObject({
    created: 2,
    categories: ["Grains"],
  });
  const [category] = await db.select().from(categories);
  expect(category).toMatchObject({ name: "Grains", slug: "grains", parent_id: null });
  const garri = await productBy(db, "garri");
  expect(garri).toMatchObject({
    name: "Garri",
    description: "White",
    distributor: "Ijebu Mills",
    category_id: category?.id,
    min_order: 1,
    price_kobo: 150_000,
    discount_price_kobo: 120_000,
    stock_quantity: 10,
    images: ["https://x.example/g.jpg"],
  });
  expect(await movements(db)).toHaveLength(2);
  expect(await db.$count(search_words, eq(search_words.word, "garri"))).toBe(1);

  await db.update(products).set({ min_order: 5, featured: true }).where(eq(products.slug, "garri"));
  expect((await run(db, csv(GARRI, BEANS))).totals).toMatchObject({
    created: 0,
    updated: 0,
    unchanged: 2,
    categories: [],
  });
  expect((await productBy(db, "beans"))?.updated_at).toEqual((await productBy(db, "beans"))?.created_at);
  expect((await productBy(db, "garri"))?.version).toBe(1);
  expect(await movements(db)).toHaveLength(2);

  const { results } = await run(db, csv(GARRI.replace(",10,1200", ",4,1100"), BEANS));
  expect(results.map(({ action, notes }) => [action, ...notes])).toEqual([
    ["updated", "price ₦1,200.00 (before ₦1,500.00) -> ₦1,100.00 (before ₦1,500.00), stock 10 -> 4"],
    ["unchanged"],
  ]);
  expect([(await productBy(db, "garri"))?.version, (await productBy(db, "beans"))?.version]).toEqual([2, 1]);
  expect(await productBy(db, "garri")).toMatchObject({
    id: garri?.id,
    stock_quantity: 4,
    min_order: 5,
    featured: true,
  });
  expect((await movements(db)).toSorted((a, b) => a - b)).toEqual([-6, 5, 10]);
});

test("what the file leaves empty stays as the shop has it", async () => {
  const { db } = database();
  await run(db, csv(GARRI));
  expect((await run(db, csv("garri,Garri,,,,,,1200,1500,"))).totals).toMatchObject({
    unchanged: 1,
  });
  const { totals } = await run(db, "Handle,Title,Variant Price,Vendor\ngarri,Garri,1500,\nmaize,Maize,100,\n");
  expect(totals).toMatchObject({ updated: 1, created: 1, hasQuantity: false });
  expect(await productBy(db, "garri")).toMatchObject({
    stock_quantity: 10,
    discount_price_kobo: null,
    description: "White",
  });
  expect(await productBy(db, "maize")).toMatchObject({ stock_quantity: 0 });
});

test("pieces that payments under way hold are not for sale", async () => {
  const { db } = database();
  await run(db, csv(GARRI));
  const garri = await productBy(db, "garri");
  const contact = {
    customer_name: "A",
    customer_email: "a@x.example",
    customer_phone: "1",
    address: "A",
    city: "A",
    state: "Lagos",
  };
  const [attempt] = await db
    .insert(payment_attempts)
    .values({
      ...contact,
      reference: "WH1",
      checkout_id: crypto.randomUUID(),
      access_token: "t",
      hold_expires_at: new Date(),

      amount_kobo: 360_000,
      currency: "NGN",
      fingerprint: "f",
    })
    .returning();
  const line = { product_name: "Garri", product_price_kobo: 120_000, quantity: 3 };
  await db.insert(payment_attempt_items).values({ ...line, attempt_id: attempt?.id ?? "", product_id: garri?.id });
  await db.update(products).set({ stock_quantity: 7 });

  expect((await run(db, csv(GARRI))).totals).toMatchObject({ unchanged: 1 });
  const { results } = await run(db, csv(GARRI.replace(",10,", ",2,")));
  expect(results[0]?.notes).toEqual(["stock 7 -> 0, 3 held for payments under way"]);
  await db.update(payment_attempts).set({ hold: "sold" });
  await run(db, csv(GARRI));
  expect((await productBy(db, "garri"))?.stock_quantity).toBe(10);
});

test("Type finds categories by name or slug in any case, a top-level one before a sub-category", async () => {
  const { db } = database();
  const [food] = await db
    .insert(categories)
    .values({ name: "Grocery & Gourmet Food", slug: "grocery-gourmet-food" })
    .returning();
  const [sub] = await db.insert(categories).values({ name: "Rice", slug: "all-rice", parent_id: food?.id }).returning();
  await db.insert(categories).values({ name: "Drinks", slug: "z-drinks", parent_id: food?.id });
  const [top] = await db.insert(categories).values({ name: "Drinks", slug: "drinks" }).returning();
  const types = ["GROCERY & gourmet food", "grocery-gourmet-food", "rice", "ALL-RICE", "drinks", "Soap", "soap", ""];
  const { totals } = await run(db, csv(...types.map((type, index) => `p${index},P,,,${type},,,10,,`)));
  expect(totals).toMatchObject({ created: 8, categories: ["Soap"] });
  const rows = await db.select().from(products).orderBy(asc(products.slug));
  const soap = await db.query.categories.findFirst({ where: eq(categories.name, "Soap") });
  expect(rows.map((row) => row.category_id)).toEqual(
    [food, food, sub, sub, top, soap, soap, null].map((one) => one?.id ?? null),
  );
  expect(rows[2]?.top_category_id).toBe(food?.id);
});

test("bad rows are named by line and reason and the rest is imported", async () => {
  const { db } = database();
  const { totals, results } = await run(
    db,
    csv(
      'yam,Yam,"one\ntwo",,,,1,100,,',
      "palm-oil,Palm Oil,,,,,1,minus,,",
      'salt,Salt,"open,,,,1,100,,',
      GARRI,
      "soap,Soap,,,,,1,100,,",
      'soap,"Large,,,,,1,100,,',
      "garri,Again,,,,,1,100,,",
      ",,,,,,,,,https://x.example/lost.jpg",
      "draft,Draft,,,,false,1,100,,",
      ",No Handle,,,,,1,100,,",
      "short,Short,,,,,1,1",
    ),
  );
  const told = results.map(({ action, line, lastLine, slug, problems }) => [
    action,
    line,
    lastLine,
    slug,
    ...problems.map((p) => p.line),
  ]);
  expect(told).toEqual([
    ["created", 2, 3, "yam"],
    ["bad", 4, 4, "palm-oil", 4],
    ["bad", 5, 5, "salt", 5],
    ["created", 6, 6, "garri"],
    ["bad", 7, 8, "soap", 8],
    ["bad", 9, 9, "garri", 9],
    ["bad", 10, 10, "", 10, 10],
    ["skipped", 11, 11, "draft"],
    ["created", 12, 12, "no-handle"],
    ["bad", 13, 13, "short", 13],
  ]);
  expect(results[5]?.problems[0]?.reason).toBe("the handle garri was used before, from line 6 on");
  expect(totals).toMatchObject({ rows: 11, created: 3, skipped: 1, bad: 6 });
  expect(await db.$count(products)).toBe(3);
});

test("a product that the database refuses is bad alone", async () => {
  const { db } = database();
  await db.execute(sql`alter table products add constraint no_yam check (name <> 'Yam')`);
  const { totals, results } = await run(db, csv(BEANS, "yam,Yam,,,Tubers,,1,100,,", GARRI));
  expect(totals).toMatchObject({ created: 2, bad: 1, categories: ["Grains"] });
  expect(results[1]?.problems).toEqual([{ line: 3, reason: "A value of it is none that a product can have." }]);
  expect(await db.$count(categories)).toBe(1);
  expect(await movements(db)).toHaveLength(2);
  const price_steps = [{ from: 10, unit_kobo: 100 }];
  await db.update(products).set({ price_steps }).where(eq(products.slug, "beans"));
  const again = await run(db, csv(BEANS.replace(/(?<=,)\d+(?=,,?$)/, "0.5"), GARRI));
  expect(again.results[0]?.problems[0]?.reason ?? again.results).toContain("not above the product’s price steps");
});

test.each([
  ["", "The file is empty."],
  ["Name,Price\nx,1\n", "no Handle column"],
  ["Handle;Title;Variant Price\nx;X;1\n", "separated by semicolons"],
])("the file %j is refused as a whole", async (text, reason) => {
  const { db } = database();
  await expect(run(db, text)).rejects.toThrow(reason);
});

test("10,000 rows take a few statements for every 500, whatever stands in them", async () => {
  const { db } = database();
  async function* rows() {
    yield Buffer.from(`${HEADER}\n`);
    for (let n = 0; n < 10_000; n += 1) {
      const body = `"<p>Bag number ${n} from the mill, sorted and dry.</p>\n<ul><li>Keeps for a year</li><li>Sealed twice</li></ul>"`;
      const price = n % 1000 === 7 ? "oops" : String(1000 + n);
      yield Buffer.from(
        `bag-${n},Bag of Rice ${n},${body},Mill ${n % 100},Type ${n % 20},true,${n % 50},${price},,https://x.example/${n}.jpg\n`,
      );
    }
  }
  const statements = vi.spyOn(pg.Client.prototype, "query");
  expect((await run(db, rows())).totals).toMatchObject({ rows: 10_000, created: 9990, bad: 10 });
  expect(statements.mock.calls.length).toBeGreaterThan(20);
  expect(statements.mock.calls.length).toBeLessThan(20 * 10);
  expect(await db.$count(products)).toBe(9990);
  expect((await run(db, rows())).totals).toMatchObject({
    created: 0,
    updated: 0,
    unchanged: 9990,
    bad: 10,
  });
});
