import { UNSAFE_decodeViaTurboStream } from "react-router";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { RunningShop } from "#server/start.server.ts";
import { makeCategory, makeProduct, makeProducts } from "../fixtures/catalog.ts";
import { textOf, wordsOf } from "../fixtures/html.ts";
import { BEHIND_PROXY, makeCustomer, signedIn, type Visitor } from "../fixtures/visitor.ts";
import { testShop } from "../setup/shop.ts";

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
  for (const table of ["runs", "products", "categories"]) await shop.shop.database.sql(`delete from ${table}`);
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

test("selected products, or all that match, become a preview; applying and undoing it restores them", async () => {
  const made = await makeProducts(shop.shop.db, 12, (index) => ({ name: `Soap ${index}`, price_kobo: 100_000 }));
  const rice = await makeProduct(shop.shop.db, { name: "Rice", price_kobo: 100_000 });
  const change = { kind: "price-percent", value: "5", round: "1" };
  const ticked = await owner.form("/admin/products/bulk", { ...change, id: rice.id });
  expect([ticked.status, ticked.headers.get("Location")?.slice(0, 12)]).toEqual([303, "/admin/runs/"]);
  const all = await owner.form("/admin/products/bulk", { ...change, all: "1", query: "q=soap" });
  const path = all.headers.get("Location") ?? "";
  const preview = await owner.get(path);
  expect(preview.text).toContain("Price +5%");
  expect(preview.text).toContain("₦1,050.00");
  expect(textOf(preview.text)).toContain("Apply to 12 products");
  expect(await price(made[0]!.id)).toBe(100_000);
  for (const [fields, errors] of [
    [{ ...change, value: "x", id: rice.id }, { value: "Type a number of per cent, such as 5 or -2.5." }],
    [change, { id: "Select the products to change." }],
    [{ kind: "category", category: rice.id, id: rice.id }, { category: "This category is gone. Choose another one." }],
  ] as const) {
    // Up to 2 MB of ids are not sent back.
    const refused = { status: 422, data: { ok: false, errors, values: {} } };
    expect(await answerOf("/admin/products/bulk", fields)).toEqual(refused);
  }
  for (const who of [packer, sales]) {
    expect((await who.get(path)).headers.get("Location")).toBe("/admin/no-access");
    expect((await who.form(path, { intent: "apply" })).headers.get("Location")).toBe("/admin/no-access");
    expect((await who.form("/admin/products/bulk", { ...change, id: rice.id })).headers.get("Location")).toBe(
      "/admin/no-access",
    );
  }
  expect((await owner.form(path, { intent: "apply" })).status).toBe(303);
  expect((await owner.form(path, { intent: "apply" })).status).toBe(409);
  await expect.poll(() => price(made[11]!.id)).toBe(105_000);
  expect(await price(rice.id)).toBe(100_000);
  await expect.poll(async () => (await owner.get(path)).text).toContain("Undo");
  const undone = await owner.form(path, { intent: "undo" });
  expect(undone.status).toBe(303);
  await expect.poll(() => price(made[11]!.id)).toBe(100_000);
  expect((await owner.get("/admin/runs")).text).toContain("Undo: Price +5%");
  expect((await owner.get("/admin/runs/not-a-run")).status).toBe(404);
  // As after a process was killed: no job applies it.
  const id = path.split("/").at(-1) ?? "";
  const setRun = (resumed: string) =>
    shop.shop.database.sql(
      `update runs set state = 'applying', finished_at = null, resumed_at = ${resumed} where id = $1`,
      [id],
    );
  await setRun("null");
  expect((await owner.get(path)).text).not.toContain("The process was restarted");
  await setRun("now()");
  expect(textOf((await owner.get(path)).text)).toContain("The process was restarted; going on. 12 of 12 rows.");
});

test("today's prices of a supplier are typed beside the old ones; what is no price is said", async () => {
  const rice = await makeProduct(shop.shop.db, { name: "Rice", distributor: "Kano Grain Union", price_kobo: 100_000 });
  await shop.shop.database.sql("select refresh_search_words()");
  const page = await owner.get("/admin/prices?supplier=kano-grain-union");
  expect(page.text).toContain(`price.${rice.id}`);
  expect(page.text).not.toContain("changed today");
  await owner.form("/admin/products", { id: rice.id, intent: "price", expected: "100000", value: "N1,200/=" });
  expect((await owner.get("/admin/prices?supplier=kano-grain-union&page=9")).text).toContain("changed today");
  expect(await answerOf("/admin/prices", { [`price.${rice.id}`]: "dear" })).toEqual({
    status: 422,
    data: { ok: false, errors: { [`price.${rice.id}`]: "“dear” is no price of Rice." }, values: {} },
  });
  expect(await answerOf("/admin/prices", {})).toMatchObject({
    status: 422,
    data: { message: "Type a new price first." },
  });
  await shop.shop.database.sql("update products set discount_price_kobo = 110000 where id = $1", [rice.id]);
  expect(textOf((await owner.get("/admin/prices?supplier=kano-grain-union")).text)).toContain("buyers pay ₦1,100.00");
  expect(await answerOf("/admin/prices", { [`price.${rice.id}`]: "1,500" })).toMatchObject({
    data: { errors: { discounts: "1 product has a discount. Choose what happens to it." } },
  });
  const made = await owner.form("/admin/prices", { [`price.${rice.id}`]: "1,500", discounts: "end", round: "5000" });
  const preview = (await owner.get(made.headers.get("Location") ?? "")).text;
  expect([preview.includes("₦1,500.00"), preview.includes("Today’s prices, discounts end")]).toEqual([true, true]);
});

test("a raise asks about discounts, counted; its preview shows both prices, names that tell apart, and asks before it is applied", async () => {
  const grains = await makeCategory(shop.shop.db, { name: "Grains", slug: "grains" });
  const rice = await makeProduct(shop.shop.db, {
    name: "Ofada rice, 10 kg",
    sku: "OF-10",
    unit: "bag",
    distributor: "Kano Grain Union",
    price_kobo: 2_220_000,
    discount_price_kobo: 1_800_000,
    cost_kobo: 2_000_000,
  });
  const raise = { kind: "price-percent", value: "7", round: "5000", id: rice.id };
  expect(await answerOf("/admin/products/bulk", raise)).toMatchObject({
    status: 422,
    data: { errors: { discounts: "1 product has a discount. Choose what happens to it." } },
  });
  const made = await owner.form("/admin/products/bulk", { ...raise, discounts: "move" });
  const path = made.headers.get("Location") ?? "";
  const { text } = await owner.get(path);
  for (const part of [
    "Price +7%, rounded to ₦50.00, discounts move along",
    "₦22,200.00 → ₦23,750.00",
    "₦18,000.00 → ₦19,250.00",
    "+6.9%",
    "bag · SKU OF-10 · Kano Grain Union",
    "Below cost 1",
    "With a discount 1",
    "The price that changes by more than 50% or is below cost is right",
  ])
    expect(wordsOf(text)).toContain(part);
  expect(text).toContain(`href="/admin/products/${rice.id}"`);
  expect(rowsOf((await owner.get(`${path}?price=below_cost&q=kano`)).text)).toBe(1);
  expect(rowsOf((await owner.get(`${path}?price=large`)).text)).toBe(0);
  const refused = await owner.form(path, { intent: "apply" });
  expect([refused.status, textOf(refused.text)]).toEqual([
    422,
    expect.stringContaining("Look at these prices, then tick that they are right."),
  ]);
  expect((await owner.form(path, { intent: "apply", checked: "1" })).status).toBe(303);
  await expect.poll(() => price(rice.id)).toBe(2_375_000);
  const moved = await owner.form("/admin/products/bulk", { kind: "category", category: grains.id, id: rice.id });
  const named = await owner.get(moved.headers.get("Location") ?? "");
  expect(wordsOf(named.text)).toContain("Category: none → Grains");
});
