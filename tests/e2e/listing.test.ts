import { expect, test } from "vitest";
import { cards, filters, names } from "./listing-steps.ts";
import { expectHeading, expectPath, goods, PHONE, seen, useShop, visit } from "./steps.ts";

useShop();

test("on all cards of a phone 'Min.' and the stock have a line of their own", async () => {
  const { name } = await goods({ name: "Zanna cap", min_order: 1, price_kobo: 1_000, stock_quantity: 4 });
  await goods({ name: `${name} of a longer name for a row of three lines`, price_kobo: 123_456_700, min_order: 12 });
  const page = await visit("/products?search=zanna", { width: PHONE });
  await cards(page).nth(1).waitFor();
  for (const card of await cards(page).all()) {
    const [minimum, stock] = await Promise.all([
      card.getByText(/^Min\. /).boundingBox(),
      card.getByText(/^(In|Low) Stock$/).boundingBox(),
    ]);
    expect(stock?.y).toBeGreaterThanOrEqual((minimum?.y ?? Infinity) + (minimum?.height ?? 0));
  }
  const rows = await page
    .getByText(/^(In|Low) Stock$/)
    .evaluateAll((all) => all.map((one) => one.getBoundingClientRect().bottom));
  expect(new Set(rows.map(Math.round)).size, "badges of one row line up").toBe(1);
});

test("the header keeps the word of a shared address and of the next one; the pager leads on, and Back leads back", async () => {
  const page = await visit("/products?search=carton&sort=name-asc");
  const box = seen(page.getByRole("combobox", { name: "Search products" }));
  expect(await box.inputValue()).toBe("carton");
  const first = await names(page);
  const pager = page.getByRole("navigation", { name: "Pages of products" });
  await pager.getByRole("link", { name: "Page 2" }).click();
  await expectPath(page, "/products?search=carton&sort=name-asc&page=2");
  await expect.poll(() => names(page)).not.toEqual(first);
  const second = await names(page);
  await pager.getByRole("link", { name: "Next page" }).click();
  await pager.locator('[aria-current="page"]').getByText("3", { exact: true }).waitFor();
  await page.goBack();
  await expect.poll(() => names(page)).toEqual(second);
  await page.goBack();
  await expect.poll(() => names(page)).toEqual(first);

  await filters(page).getByLabel("Search").fill("soap");
  await filters(page).getByLabel("Search").press("Enter");
  await expectHeading(page, "Results for “soap”");
  await expect.poll(() => box.inputValue()).toBe("soap");
  await page.goBack();
  await expect.poll(() => box.inputValue()).toBe("carton");
  await page.getByRole("link", { name: "Remove filter “carton”" }).click();
  await expect.poll(() => box.inputValue()).toBe("");
});
