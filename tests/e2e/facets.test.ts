import { beforeAll, describe, expect, test } from "vitest";
import { product_groups } from "#db/schema/catalog.ts";
import { expectFit, expectFitAtBothWidths } from "../fixtures/browser-admin.ts";
import { makeProducts } from "../fixtures/catalog.ts";
import { newPage } from "../setup/browser.ts";
import { cards, count, names } from "./listing-steps.ts";
import { expectHeading, expectPath, go, PHONE, shop, sql, useShop, visit } from "./steps.ts";

useShop();

const SIZES = ["S", "M", "L"];
const COLOURS = ["Red", "Blue"];

/**
 * A group of six shirts, the largest at a higher price and one out of stock, of a distributor with a known supplier.
 */
beforeAll(async () => {
  const { db } = shop().shop;
  const [category] = await sql<{ id: string }>("select id from categories where slug = 'shirts-t-shirts'");
  const [group] = await db
    .insert(product_groups)
    .values({ name: "Obudu polo shirt", option_names: ["Size", "Colour"] })
    .returning();
  await makeProducts(db, 6, (i) => ({
    name: `Obudu polo shirt, ${SIZES[i % 3]}, ${COLOURS[i % 2]}`,
    slug: `obudu-polo-${i}`,
    sku: `OBU-${i}`,
    brand: "Obudu Works",
    distributor: "Obudu Mills & Sons",
    category_id: category?.id,
    group_id: group?.id,
    option_values: { Size: SIZES[i % 3] ?? "", Colour: COLOURS[i % 2] ?? "" },
    price_kobo: i % 3 === 2 ? 900_000 : 700_000,
    stock_quantity: i === 1 ? 0 : 50,
    price_steps: [{ from: 10, unit_kobo: 500_000 }],
    created_at: new Date(),
  }));
  await sql(
    `insert into suppliers (name, address, whatsapp_contact, email, status, distributor)
     values ('Obudu', '3 Ranch Road, Obudu', '+2348000000000', 'o@x.test', 'approved', 'Obudu Mills & Sons')`,
  );
});

describe("facets", () => {
  test("on a phone the sheet counts while one chooses; chips take it off again; an address that finds nothing says why", async () => {
    const page = await visit("/category/men-clothing-fashion", { width: PHONE });
    await page.getByRole("button", { name: "Filter", exact: true }).click();
    const sheet = page.getByRole("dialog");
    const showing = sheet.getByRole("button", { name: /^Show / });
    const before = await showing.innerText();
    await sheet.getByRole("button", { name: "Brand" }).click();
    await sheet
      .getByRole("search", { name: /^Find among \d+ brands/ })
      .getByRole("searchbox")
      .fill("obudu");
    await sheet
      .getByRole("search", { name: /^Find among \d+ brands/ })
      .getByRole("button", { name: "Find" })
      .click();
    await sheet.getByRole("link", { name: "Obudu Works 1" }).click();
    await expect.poll(() => showing.innerText()).toBe("Show 1 product");
    expect(before).not.toBe("Show 1 product");
    await sheet.getByRole("button", { name: "Size" }).click();
    await sheet
      .getByRole("region", { name: "Size" })
      .getByRole("link", { name: /^L\s*1$/ })
      .click();
    await expect.poll(() => page.url()).toContain("option=size%3Al");
    await sheet.getByRole("link", { name: /^In stock/ }).click();
    await expect.poll(() => page.url()).toContain("inStock=1");
    await showing.click();
    await expect.poll(() => names(page)).toEqual(["Obudu polo shirt"]);
    expect(await cards(page).innerText()).toContain("₦9,000.00");
    await page.getByRole("button", { name: "Filter (3)" }).waitFor();
    for (const label of ["Obudu Works", "Size: L", "In stock"]) {
      await page
        .getByRole("link", { name: `Remove filter ${label}` })
        .first()
        .waitFor();
    }
    await page.getByRole("link", { name: "Remove filter Size: L" }).first().click();
    await expect.poll(() => cards(page).first().innerText()).toContain("₦7,000.00");
    expect(await cards(page).first().innerText()).toContain("3 sizes, 2 colours");

    await page.goto(
      `${shop().url}/category/men-clothing-fashion?brand=obudu-works&brand=nobody&maxOrder=1&discounted=1`,
    );
    await page.getByText("We do not know the brand “nobody”, so it was left out.").waitFor();
    await page.getByRole("link", { name: "Remove Discounted" }).click();
    await expect.poll(() => names(page)).toEqual(["Obudu polo shirt"]);
  });

  test("without JavaScript facets, finding a distributor and its page work", async () => {
    const page = await newPage({ javaScriptEnabled: false });
    await page.goto(`${shop().url}/products?search=obudu`);
    expect(await count(page)).toBe("1 product");
    await page.getByRole("link", { name: /^Cheaper in quantity/ }).click();
    await expectPath(page, "/products?search=obudu&priceBreaks=1");
    await page.goto(`${shop().url}/products`);
    await page.getByRole("link", { name: "Distributor", exact: true }).click();
    await expectPath(page, "/products?show=distributor#facet-distributor");
    const find = page.getByRole("search", { name: /^Find among \d+ distributors/ });
    await find.getByRole("searchbox").fill("obudu mills");
    await find.getByRole("button", { name: "Find" }).click();
    await page.getByRole("link", { name: /^Obudu Mills & Sons 1$/ }).click();
    await expect.poll(() => page.url()).toContain("distributor=obudu-mills-sons");
    await cards(page).first().getByRole("link", { name: "Obudu Mills & Sons" }).click();
    await expectHeading(page, "Obudu Mills & Sons");
    await page.getByText("3 Ranch Road, Obudu").waitFor();
    await page.getByRole("link", { name: "See options: Obudu polo shirt" }).click();
    await expectHeading(page, /^Obudu polo shirt/);
    await page.getByRole("link", { name: "Obudu Mills & Sons" }).first().click();
    await expectPath(page, "/distributor/obudu-mills-sons");
  });

  test("an SKU leads to its variant; recently seen shows it as a card of its group", async () => {
    const page = await visit("/products?search=obu-4");
    await expect.poll(() => names(page)).toEqual(["Obudu polo shirt, M, Red"]);
    await cards(page).getByRole("heading").getByRole("link").click();
    await expectHeading(page, "Obudu polo shirt, M, Red");
    await expect.poll(() => page.evaluate(() => localStorage.getItem("seen-storage"))).not.toBeNull();
    await page.goto(`${shop().url}/cart`);
    const seen = page.getByRole("region", { name: "Recently viewed" });
    await seen.getByText("3 sizes, 2 colours").waitFor();
  });

  test("listing, sheet and distributor page pass axe and fit at both widths", async () => {
    const page = await visit("/distributor/obudu-mills-sons?brand=obudu-works", { width: PHONE });
    await expectFitAtBothWidths(page);
    await go(page, "/category/men-clothing-fashion?option=size%3Al&brand=obudu-works&discounted=1");
    await page.getByRole("link", { name: "Remove Discounted" }).waitFor();
    await expectFitAtBothWidths(page);
    await page.getByRole("button", { name: /^Filter/ }).click();
    await page
      .getByRole("dialog")
      .getByRole("link", { name: /^Discounted/ })
      .waitFor();
    await expectFit(page);
  });
});

test("an unknown distributor is the not-found page; another way to write one leads to its address", async () => {
  const fetched = (path: string) => fetch(`${shop().url}${path}`, { redirect: "manual" });
  expect((await fetched("/distributor/nobody-at-all")).status).toBe(404);
  const other = await fetched("/distributor/Obudu%20Mills%20%26%20Sons?brand=obudu-works");
  expect([other.status, other.headers.get("Location")]).toEqual([
    301,
    "/distributor/obudu-mills-sons?brand=obudu-works",
  ]);
  const page = await fetched("/distributor/obudu-mills-sons?brand=obudu-works");
  const html = await page.text();
  expect(html).toContain(`<link rel="canonical" href="${shop().url}/distributor/obudu-mills-sons?brand=obudu-works"`);
  expect(html).toContain("noindex, follow");
});
