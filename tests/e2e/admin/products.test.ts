import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import sharp from "sharp";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import type { RunningShop } from "#server/start.server.ts";
import {
  adminReady,
  expectFitAtBothWidths,
  expectFitFromPhone,
  person,
  REFUSED,
} from "#tests/fixtures/browser-admin.ts";
import { makeCategory, makeProducts } from "#tests/fixtures/catalog.ts";
import { signInPage } from "#tests/fixtures/customers.ts";
import { makeOrder } from "#tests/fixtures/orders.ts";
import { newPage } from "#tests/setup/browser.ts";
import { expectMessage } from "#tests/setup/messages.ts";
import { testShop } from "#tests/setup/shop.ts";
import { dragOnto, expectTypedPricesKept, flagged, frequentJobs } from "./steps.ts";

let shop: RunningShop;
let grains: string;
let boss: { email: string; password: string };

beforeAll(async () => {
  shop = await testShop();
  boss = await person(shop, "admin");
  const category = await makeCategory(shop.shop.db, { name: "Grains", slug: "grains" });
  grains = category.id;
  await makeProducts(shop.shop.db, 12, (index) => ({
    name: `Ofada rice ${index}, a sack with a name as long as traders write them on their lists`,
    slug: `ofada-${index}`,
    created_at: new Date(2026, 0, 1 + index),
    price_kobo: 7_850_000 + index,
    stock_quantity: index,
    category_id: index === 0 ? null : category.id,
    images: ["/files/not-there.webp"],
  }));
});
afterAll(() => shop.close());

async function openAdmin(path: string, width = 1280) {
  const page = await newPage({ width, allow: [...REFUSED, /not-there/, /404/, /status of 503/] });
  await signInPage(page, shop, boss);
  await page.goto(shop.url + path);
  await adminReady(page);
  return page;
}

/** Image files of one colour each. */
async function pictures(...colours: string[]): Promise<string[]> {
  const folder = mkdtempSync(join(tmpdir(), "oja-"));
  const made = colours.map(async (background) => {
    const file = join(folder, `${background.slice(1)}.png`);
    await sharp({ create: { width: 900, height: 700, channels: 3, background } })
      .png()
      .toFile(file);
    return file;
  });
  return await Promise.all(made);
}

test("list, form, prices, imports, runs and categories are accessible and fit at both widths", async () => {
  const page = await openAdmin("/admin/products?q=ofada+rice+11", 360);
  await expectFitAtBothWidths(page);
  for (const path of [
    "/admin/products/new?q=ofada+rice+11",
    "/admin/imports",
    "/admin/runs",
    "/admin/prices",
    "/admin/categories",
    `/admin/categories/${grains}`,
  ]) {
    await page.goto(shop.url + path);
    await adminReady(page);
    await expectFitFromPhone(page);
  }
});

test("a product is added with a picture, found, changed in the list and deleted", async () => {
  await shop.shop.database.sql("delete from products where name = 'Honey beans'");
  const page = await openAdmin("/admin/products?page=2");
  await page.getByText("Uncategorized").waitFor();

  await page.getByRole("link", { name: "Add Product" }).click();
  const form = page.getByRole("dialog");
  await form.getByLabel("Name").fill("Honey beans");
  await form.getByLabel("Price in naira").fill("82,000");
  await form.getByLabel(/^Stock/).fill("40");
  let isFailing = true;
  await page.route("**/api/uploads", async (route) => {
    if (!isFailing) return await route.continue();
    isFailing = false;
    await route.fulfill({ status: 503, json: { message: "Image upload failed. Please try again." } });
  });
  await form.locator('input[type="file"]').setInputFiles(await pictures("#7a4", "#47a", "#a47"));
  await expectMessage(page, "Upload Failed", "Failed to upload image. Please try again.");
  await form.getByRole("button", { name: /^Try again to upload Picture/ }).click();
  const stored = async () => {
    const value = await form.locator('input[name="images"]').inputValue();
    return (JSON.parse(value) as { address: string; alt: string }[]).map(({ address }) => address);
  };
  await expect.poll(async () => (await stored()).length).toBe(3);
  const [first, second, third] = await stored();
  const cards = form.locator('li[draggable="true"]');
  await cards.nth(2).waitFor();
  await dragOnto(page, cards.nth(2), cards.first());
  await expect.poll(stored).toEqual([third, first, second]);
  await form.getByLabel("Text for those who do not see it").first().pressSequentially("A sack");
  await form.getByRole("img", { name: "A sack" }).waitFor();
  await form.getByRole("button", { name: "Add Product" }).click();
  await expectMessage(page, "Product created");
  // Behind the open form nothing takes text.
  await form.waitFor({ state: "hidden" });
  const { rows } = await shop.shop.database.sql(
    "select images from products where name = 'Honey beans' order by created_at desc limit 1",
  );
  expect(rows).toEqual([{ images: [third, first, second] }]);

  await page.getByRole("searchbox").fill("honey");
  const price = page.getByLabel("Price of Honey beans in naira", { exact: true });
  await expect.poll(() => price.inputValue()).toBe("82000");
  const save = page.getByRole("button", { name: "Save Price of Honey beans in naira" });
  await price.fill("83000");
  await shop.shop.database.sql("update products set price_kobo = 8250000 where name = 'Honey beans'");
  await save.click();
  await expectMessage(page, "Error", "It was changed in the meantime to ₦82,500.00. Look at it and save again.");
  await save.click();
  await expectMessage(page, "Product updated");
  await page.getByRole("button", { name: "Delete Honey beans" }).click();
  const asking = page.getByRole("dialog");
  await asking
    .getByText("Are you sure you want to delete this product? It stays in the trash for 30 days and can be restored.")
    .waitFor();
  await asking.getByRole("button", { name: "Delete" }).click();
  await expectMessage(page, "Product deleted");
  await page.getByText("No products found").waitFor();
  await page.getByRole("link", { name: "Clear search" }).click();
  await page.getByText(/^Page 1 of 2/).waitFor();
});

test("typed prices survive pages, a reload and a session that ended until they are applied; a category among many is found by typing", async () => {
  const { db, database } = shop.shop;
  onTestFinished(async () => {
    for (const table of ["products", "categories"]) await database.sql(`delete from ${table} where name like 'Kept %'`);
  });
  for (let at = 0; at < 21; at += 1) await makeCategory(db, { name: `Kept ${at}`, slug: `kept-${at}` });
  const { id: category_id } = await makeCategory(db, { name: "Kept Èkó goods", slug: "kept-eko" });
  await makeProducts(db, 51, (at) => ({ name: `Kept ${at + 100}`, price_kobo: 100_000, category_id }));
  const page = await openAdmin("/admin/prices");
  const endSession = () => database.sql("delete from sessions");
  await expectTypedPricesKept(page, { part: "eko g", category: "Kept Èkó goods", password: boss.password, endSession });
  const { rows } = await database.sql(
    "select price_kobo::int as price, count(*)::int as n from products where name like 'Kept %' group by 1 order by 1",
  );
  expect(rows).toEqual([
    { price: 100_000, n: 49 },
    { price: 110_000, n: 2 },
  ]);
});

test("at 360 px the five frequent jobs need no more clicks than allowed, nor do find and price on a wide screen", async () => {
  const page = await openAdmin("/admin/overview", 360);
  const { database } = shop.shop;
  await database.sql("update orders set order_status = 'delivered'");
  await database.sql("update payment_reviews set resolved = true");
  const order = await makeOrder(database, null, { customer_name: "Jobs of Jos", customer_phone: "+234 806 555 7788" });
  const soapName = `Jobs soap ${order.slice(0, 8)}`;
  const [soap] = await makeProducts(shop.shop.db, 1, { name: soapName, price_kobo: 500_000 });
  await flagged(shop, "dispute", {});
  const jobs = frequentJobs(page, `${shop.url}/admin/overview`);
  expect(await jobs.ship(order)).toBeLessThanOrEqual(3);
  expect(await jobs.find("0806 555 7788", "Jobs of Jos")).toBeLessThanOrEqual(2);
  expect(await jobs.price(soapName, "5100")).toBeLessThanOrEqual(3);
  expect(await jobs.raise("Grains", "11")).toBeLessThanOrEqual(6);
  expect(await jobs.settle("Talked to the bank")).toBeLessThanOrEqual(3);
  await page.setViewportSize({ width: 1280, height: 800 });
  expect(await jobs.find("0806 555 7788", "Jobs of Jos")).toBeLessThanOrEqual(2);
  expect(await jobs.price(soapName, "5200")).toBeLessThanOrEqual(3);
  const done = `select (select order_status from orders where id = $1) as status,
    (select price_kobo::int from products where id = $2) as price,
    (select note from payment_reviews order by created_at desc limit 1) as note`;
  expect((await database.sql(done, [order, soap?.id])).rows).toEqual([
    { status: "shipped", price: 520_000, note: "Talked to the bank" },
  ]);
});

test("terms that do not go together are refused at their fields; a product becomes a group, to which a variant and an option are added", async () => {
  await shop.shop.database.sql("delete from products where name like 'Ijebu garri%'");
  const [garri] = await makeProducts(shop.shop.db, 1, { name: "Ijebu garri", price_kobo: 900_000, min_order: 10 });
  const page = await openAdmin(`/admin/products/${garri?.id}`, 360);
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Sold in multiples of").fill("4");
  await dialog.getByLabel("Price steps").fill("20 = 8500\n40 = 8600");
  await dialog.getByRole("button", { name: "Update Product" }).click();
  await dialog
    .getByText("The minimum order 10 is no multiple of 4: make it 8 or 12, or change the multiple.")
    .waitFor();
  await dialog.getByText("Price step 2 costs ₦8,600.00: it must be less than step 1, ₦8,500.00.").waitFor();

  await page.goto(`${shop.url}/admin/products/${garri?.id}/variants`);
  await adminReady(page);
  await dialog.getByRole("textbox", { name: "Option 1", exact: true }).fill("Weight");
  await dialog.getByLabel("This product’s value of option 1").fill("50 kg");
  await dialog.getByRole("button", { name: "Create a group" }).click();
  await expectMessage(page, "Group created");
  const adding = dialog.getByRole("form", { name: "Add a variant" });
  await adding.getByLabel("Weight").fill("50 KG");
  await adding.getByLabel("Stock").fill("12");
  await adding.getByRole("button", { name: "Add variant" }).click();
  await adding.getByText("Another variant has these options.").waitFor();
  await adding.getByLabel("Weight").fill("100 kg");
  await adding.getByLabel("Price in naira").fill("17500");
  await adding.getByRole("button", { name: "Add variant" }).click();
  await expectMessage(page, "Variant added");
  const variants = dialog.getByRole("region", { name: "Variants" }).getByRole("listitem");
  await expect.poll(() => variants.count()).toBe(2);
  await variants.getByText("₦17,500.00 · 12 in stock").waitFor();

  const options = dialog.getByRole("region", { name: "Options" });
  const option = dialog.getByRole("form", { name: "Add an option" });
  await option.getByLabel("New option").fill("Colour");
  await option.getByLabel("Value of all variants").fill("White");
  await option.getByRole("button", { name: "Add option" }).click();
  await expectMessage(page, "Option added");
  await options.getByText(/^Weight/).click();
  await options.getByText(/^Colour/).click();
  await options.getByRole("button", { name: "Remove Weight" }).click();
  await options
    .getByText("Without Weight, “Ijebu garri, 50 kg, White” and “Ijebu garri, 100 kg, White” would be alike.")
    .waitFor();
  await expectFitFromPhone(page);
});
