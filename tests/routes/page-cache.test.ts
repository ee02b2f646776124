import { eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { products } from "#db/schema/catalog.ts";
import type { RunningShop } from "#server/start.server.ts";
import { makeGoods } from "../fixtures/checkout.ts";
import { testShop } from "../setup/shop.ts";

let shop: RunningShop;
let rice: string;

beforeAll(async () => {
  shop = await testShop();
  rice = await makeGoods(shop.shop.database, { stock: 50 });
});
afterAll(() => shop.close());

const get = (path: string, headers: Record<string, string> = {}) =>
  fetch(`${shop.url}${path}`, { headers: { "Accept-Encoding": "br", ...headers }, redirect: "manual" });

test("answers a repeat from memory, also as 304, and knows HEAD", async () => {
  const first = await get(`/product/${rice}`);
  const etag = first.headers.get("ETag") ?? "";
  const body = await first.text();
  const entries = shop.cache.size.entries;
  const second = await get(`/product/${rice}`);
  expect(second.headers.get("Content-Encoding")).toBe("br");
  expect(await second.text()).toBe(body);
  expect((await get(`/product/${rice}`, { "If-None-Match": `"x", ${etag}` })).status).toBe(304);
  const head = await fetch(`${shop.url}/product/${rice}`, { method: "HEAD" });
  expect([head.status, await head.text()]).toEqual([200, ""]);
  expect(shop.cache.size.entries).toBe(entries);
});

test("serves clients that accept no compression", async () => {
  const response = await fetch(`${shop.url}/wishlist`, { headers: { "Accept-Encoding": "identity" } });
  expect(response.headers.get("Content-Encoding")).toBeNull();
  expect(await response.text()).toContain("</html>");
});

test("unknown parameters and a foreign Host create no entries", async () => {
  await get("/products");
  const { entries } = shop.cache.size;
  await Promise.all([get("/products?utm_source=x"), get("/products?fbclid=1&y=2")]);
  expect(shop.cache.size.entries).toBe(entries);
  const page = await get("/products?search=zzz", { Host: "evil.example" });
  expect(await page.text()).not.toContain("evil.example");
});

test.each(["sort=junk7", "minPrice=abc", "page=zz", "category=__junk", "page=01&exact=zz"])(
  "%s makes no entry, and the page still says what it could not use",
  async (query) => {
    await get("/products");
    const { entries } = shop.cache.size;
    const page = await get(`/products?${query}`);
    expect(page.status).toBe(200);
    const said = /We do not know that|is not an amount|makes no sense/.test(await page.text());
    expect(said).toBe(!query.startsWith("page=01"));
    expect(shop.cache.size.entries).toBe(entries);
  },
);

test("the ways to write a category's address share its entry", async () => {
  const { rows } = await shop.shop.database.sql("select slug from categories limit 1");
  const slug = String(rows[0]?.["slug"]);
  const page = await (await get(`/category/${slug}`)).text();
  const { entries } = shop.cache.size;
  const encoded = `%${slug.charCodeAt(0).toString(16)}${slug.slice(1)}`;
  expect(await (await get(`/category/${encoded}?page=1`)).text()).toBe(page);
  expect(shop.cache.size.entries).toBe(entries);
});

test("a part of a page that no browser asks for is answered with the whole page's data", async () => {
  const data = async (query: string) => await (await get(`/products.data${query}`)).text();
  const [all, part] = [await data(""), await data("?_routes=routes/storefront/products")];
  expect(all).toContain("categories");
  expect(all).toContain("routes/storefront/products");
  expect(part).toContain("routes/storefront/products");
  expect(part.length).toBeLessThan(all.length);
  const { entries } = shop.cache.size;
  for (const junk of ["junk", "root", "routes/storefront/cart", "routes/storefront/products,junk"])
    expect(await data(`?_routes=${junk}`)).toBe(all);
  expect(shop.cache.size.entries).toBe(entries);
});

test("a changed product drops the pages that show it, a changed category drops all", async () => {
  const other = await makeGoods(shop.shop.database, { stock: 7 });
  await get("/cart");
  await get(`/product/${other}`);
  const page = async () => await (await get(`/product/${rice}`)).text();
  expect(await page()).toContain("In Stock");
  const before = shop.cache.size.entries;
  await shop.shop.db.update(products).set({ stock_quantity: 3 }).where(eq(products.id, rice));
  await expect.poll(page).toContain("Low Stock");
  expect(shop.cache.size.entries).toBeGreaterThanOrEqual(Math.min(before - 1, 3));
  await shop.shop.db.update(products).set({ name: "Renamed rice" }).where(eq(products.id, rice));
  await expect.poll(page).toContain("Renamed rice");
  // Still cached: the other product's page and the cart.
  expect(shop.cache.size.entries).toBeGreaterThanOrEqual(3);
  await shop.shop.database.sql("update categories set description = 'Changed'");
  await expect.poll(() => shop.cache.size.entries).toBe(0);
});

test("does not cache an error", async () => {
  const { entries } = shop.cache.size;
  expect((await get("/product/unknown-thing")).status).toBe(404);
  expect((await get("/category/unknown")).status).toBe(404);
  expect(shop.cache.size.entries).toBe(entries);
});
