import { expect, test } from "vitest";
import { adminReady, expectFitAtBothWidths, person, REFUSED } from "#tests/fixtures/browser-admin.ts";
import { makeProducts } from "#tests/fixtures/catalog.ts";
import { signInPage } from "#tests/fixtures/customers.ts";
import { makeOrder } from "#tests/fixtures/orders.ts";
import { newPage } from "#tests/setup/browser.ts";
import { shop, useShop } from "../steps.ts";

useShop();

test("a list has little above its first row, short cards on a phone, and low rows where they are chosen; stock is green in the list of products, and red at 0", async () => {
  const name = { customer_name: "Chukwuemeka Nwachukwu-Okonkwo Olorunfemi" };
  for (let made = 0; made < 3; made++) await makeOrder(shop().shop.database, null, name);
  const page = await newPage({ width: 360 });
  await signInPage(page, shop(), await person(shop(), "admin"));
  await page.goto(`${shop().url}/admin/orders?status=processing`);
  await adminReady(page);
  const row = page.locator("[data-list-row]").first();
  const boxOf = async (locator: typeof row) => (await locator.boundingBox()) ?? { y: NaN, height: NaN };
  const above = async (below: typeof row) => (await boxOf(below)).y - (await boxOf(page.getByRole("search"))).y;
  expect(await above(row)).toBeLessThan(150);
  expect((await boxOf(row)).height).toBeLessThan(130);
  await row.getByRole("link", { name: /^Call / }).waitFor();
  await page.getByRole("button", { name: "Filters (1)" }).click();
  await page.getByRole("combobox", { name: "Payment" }).selectOption("paid");
  await page.getByRole("button", { name: "Filters (2)" }).waitFor();
  await expectFitAtBothWidths(page);

  await page.setViewportSize({ width: 1280, height: 900 });
  expect(await above(page.getByRole("table"))).toBeLessThan(150);
  const { height } = await boxOf(row);
  await page.getByRole("button", { name: "Compact" }).click();
  await page.reload();
  await adminReady(page);
  expect(await page.getByRole("button", { name: "Compact" }).getAttribute("aria-pressed")).toBe("true");
  expect((await boxOf(row)).height).toBeLessThan(Math.min(height, 50));

  await row.getByRole("link", { name: /^View order / }).click();
  const heading = page.getByRole("dialog").getByRole("heading", { level: 2 });
  const first = await heading.innerText();
  await page.getByRole("link", { name: "Next order" }).click();
  await expect.poll(() => heading.innerText()).not.toBe(first);
  await page.getByRole("link", { name: "Previous order" }).click();
  await expect.poll(() => heading.innerText()).toBe(first);
  await page.keyboard.press("Escape");
  await expect.poll(() => page.url()).toContain("/admin/orders?status=processing&payment=paid");

  const coloured = `Coloured ${crypto.randomUUID().slice(0, 8)}`;
  await makeProducts(shop().shop.db, 2, (index) => ({ name: `${coloured} ${index}`, stock_quantity: index }));
  await page.goto(`${shop().url}/admin/products?q=${encodeURIComponent(coloured)}`);
  const field = (what: string) => page.getByLabel(what, { exact: true });
  const fields = [`Stock of ${coloured} 0`, `Stock of ${coloured} 1`, `Price of ${coloured} 0 in naira`].map(field);
  const colours = await Promise.all(fields.map((one) => one.evaluate((input) => getComputedStyle(input).color)));
  expect(new Set(colours).size).toBe(3);
});

test("a refused import says what is missing at its field, which has the focus; its preview has no empty lines", async () => {
  const page = await newPage({ allow: REFUSED });
  await signInPage(page, shop(), await person(shop(), "admin"));
  await page.goto(`${shop().url}/admin/imports`);
  await adminReady(page);
  const rows = ["Type,SKU,Name,In stock?,Stock,Regular price", "simple,w-1,Uncounted belt,1,,65"];
  const file = { name: "woo.csv", mimeType: "text/csv", buffer: Buffer.from(rows.join("\n")) };
  await page.getByLabel("Price list").setInputFiles(file);
  await page.getByRole("button", { name: "Read the file" }).press("Enter");
  await page.getByRole("button", { name: "Preview the changes" }).press("Enter");
  await page.getByText("One new product is in stock without a number. Type the one to use.").waitFor();
  await page.locator("input[name=uncounted]:focus").waitFor();
  await page.keyboard.type("40");
  await page.keyboard.press("Enter");
  await page.getByRole("button", { name: "Apply to 1 product" }).waitFor();
  await page.setViewportSize({ width: 360, height: 800 });
  await page.locator("[data-list-row]", { hasText: "Uncounted belt" }).waitFor();
  const cells = page.locator("[data-list-row] td:visible");
  expect((await cells.allInnerTexts()).map((text) => text !== "")).toEqual([true, true, true]);
});

test("on a phone the search names no keys, and two days of a filter stand side by side in the shop's words", async () => {
  const page = await newPage({ width: 360, isMobile: true });
  await signInPage(page, shop(), await person(shop(), "admin"));
  await page.goto(`${shop().url}/admin/customers?from=2026-11-23`);
  await adminReady(page);
  await page.getByRole("button", { name: "Filters (1)" }).click();
  const [from, to] = [page.getByLabel("Joined from"), page.getByLabel("Joined to")];
  await to.waitFor();
  for (const words of ["Nov 23, 2026", "Any day"]) await page.getByText(words, { exact: true }).waitFor();
  const [left, right] = [await from.boundingBox(), await to.boundingBox()];
  expect((left?.x ?? NaN) + (left?.width ?? NaN)).toBeLessThan(right?.x ?? NaN);
  expect((right?.x ?? NaN) + (right?.width ?? NaN)).toBeLessThan(360);
  await page.getByRole("button", { name: "Find", exact: true }).click();
  const palette = page.getByRole("dialog", { name: "Find in the back office" });
  await palette.getByRole("option", { name: "Overview" }).waitFor();
  const keys = palette.getByText(", use the arrow keys");
  await keys.waitFor({ state: "attached" });
  expect(await keys.isVisible()).toBe(false);
});
