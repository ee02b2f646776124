import { beforeAll, expect, test } from "vitest";
import { product_groups } from "#db/schema/catalog.ts";
import { expectFit, expectFitAtBothWidths, expectFitFromPhone } from "../fixtures/browser-admin.ts";
import { makeProducts } from "../fixtures/catalog.ts";
import { cards, names } from "./listing-steps.ts";
import { expectHeading, PHONE, shop, sql, useShop, visit } from "./steps.ts";

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

test("on a phone the sheet counts while one chooses; chips take it off again; recently seen shows a variant as a card of its group; sheet, listing and distributor page fit and pass axe", async () => {
  const page = await visit("/category/men-clothing-fashion", { width: PHONE });
  await page.getByRole("button", { name: "Filter", exact: true }).click();
  const sheet = page.getByRole("dialog");
  const showing = sheet.getByRole("button", { name: /^Show / });
  const before = await showing.innerText();
  await sheet.getByRole("button", { name: "Brand" }).click();
  const find = sheet.getByRole("search", { name: /^Find among \d+ brands/ });
  await find.getByRole("searchbox").fill("obudu");
  await find.getByRole("button", { name: "Find" }).click();
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
  await expectFit(page);
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
  await expectFitAtBothWidths(page);
  await page.getByRole("link", { name: "Remove filter Size: L" }).first().click();
  await expect.poll(() => cards(page).first().innerText()).toContain("₦7,000.00");
  expect(await cards(page).first().innerText()).toContain("3 sizes, 2 colours");

  await cards(page).getByRole("link", { name: "Obudu Mills & Sons" }).click();
  await expectHeading(page, "Obudu Mills & Sons");
  await expectFitFromPhone(page);
  await page.getByRole("link", { name: "See options: Obudu polo shirt" }).click();
  await expectHeading(page, /^Obudu polo shirt/);
  await expect.poll(() => page.evaluate(() => localStorage.getItem("seen-storage"))).not.toBeNull();
  await page.getByRole("link", { name: /^Cart/ }).click();
  const seen = page.getByRole("region", { name: "Recently viewed" });
  await seen.getByText("3 sizes, 2 colours").waitFor();
});
