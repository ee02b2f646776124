import { afterAll, beforeAll, expect, test } from "vitest";
import type { RunningShop } from "#server/start.server.ts";
import { makeGroup, makeProduct, makeProducts } from "../../fixtures/catalog.ts";
import { textOf } from "../../fixtures/html.ts";
import { makeOrder } from "../../fixtures/orders.ts";
import { Visitor } from "../../fixtures/visitor.ts";
import { testShop } from "../../setup/shop.ts";

let shop: RunningShop;

beforeAll(async () => {
  shop = await testShop();
});
afterAll(() => shop.close());

const sql = (text: string, values: unknown[] = []) => shop.shop.database.sql(text, values);
const pageText = async (path: string) => {
  const { text } = await new Visitor(shop.url).get(path);
  const body = text.slice(text.indexOf("<body")).replaceAll(/<script.*?<\/script>/gs, "");
  return textOf(body.replaceAll(/<[^>]*>/g, " ")).replaceAll(/\s+/g, " ");
};

test("numbers of the home page and of About are what the next click lists", async () => {
  expect(await pageText("/")).toMatch(/50,000\+.*1,000\+/s);
  const { db } = shop.shop;
  await makeGroup(db, { name: "Polo", option_names: ["Size"] }, [{ Size: "S" }, { Size: "M" }, { Size: "L" }]);
  await makeProducts(db, 122);
  await sql(`insert into suppliers (name, address, whatsapp_contact, email, status)
    select 'S' || i, 'Kano', '+2348000000000', 's@x.test', case when i > 7 then 'pending' else 'approved' end from generate_series(1, 9) i`);
  await expect.poll(() => pageText("/products")).toContain("123 products");
  expect(await pageText("/suppliers")).not.toContain("S8");
  for (const path of ["/", "/about"]) {
    await expect.poll(() => pageText(path)).toMatch(/120\+ products 7 suppliers|products 120\+ suppliers 7/);
    expect(await pageText(path)).not.toMatch(/50,000|1,000\+/);
  }
});

test("hours of the owner are those of home, contact, FAQ and footer", async () => {
  const hours = "Monday to Saturday, 8am to 6pm";
  await sql("insert into admin_settings (category, settings) values ('general', $1)", [
    JSON.stringify({ businessHours: hours, satisfaction: "" }),
  ]);
  for (const path of ["/", "/contact", "/faq"]) {
    await expect.poll(() => pageText(path)).toContain(`Business hours: ${hours}`);
    expect(await pageText(path)).not.toMatch(/24\/7|9am to 5pm|98%/);
  }
  expect(await pageText("/faq")).toContain(`A person answers, ${hours}`);
});

test("a distributor's page says since when, how many products and how many orders", async () => {
  const { database, db } = shop.shop;
  const kano = { distributor: "Kano Grain" };
  const { id, name, price_kobo } = await makeProduct(db, { ...kano, created_at: new Date(2024, 5, 1) });
  await makeProduct(db, { ...kano, created_at: new Date(2025, 5, 1) });
  await expect.poll(() => pageText("/distributor/kano-grain")).toContain("Here since 2024 · 2 products");
  const items = [{ name, price_kobo, quantity: 2, product_id: id }];
  await makeOrder(database, null, { items });
  await makeOrder(database, null, { items });
  await makeOrder(database, null, { items, order_status: "cancelled" });
  await sql("select pg_notify('catalogue', 'all')");
  await expect.poll(() => pageText("/distributor/kano-grain")).toContain("Here since 2024 · 2 products · 2 orders");
});
