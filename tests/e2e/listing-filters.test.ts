import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { filters, prices } from "./listing-steps.ts";
import { expectHeading, expectPath, go, PHONE, seen, useShop, visit } from "./steps.ts";

useShop();

test("on a wide screen prices, category and order narrow the list in its address; Apply asks once, Reset keeps the word", async () => {
  const page = await visit("/");
  await go(page, "/products");
  const rail = filters(page);
  await rail.getByLabel("Minimum price in naira").fill("10000");
  await rail.getByRole("button", { name: "Apply" }).click();
  await page.getByRole("link", { name: "Remove filter From ₦10,000.00" }).waitFor();
  for (let i = 0; i < 3; i += 1) await rail.getByRole("button", { name: "Apply" }).click();
  await page.goBack();
  await expectPath(page, "/products");
  await page.goForward();
  await expectPath(page, "/products?minPrice=10000");
  await page.getByRole("link", { name: "Remove filter From ₦10,000.00" }).waitFor();
  await rail.getByLabel("Maximum price in naira").fill("50000.50");
  await rail.getByRole("button", { name: "Apply" }).click();
  await page.getByRole("link", { name: "Remove filter Up to ₦50,000.50" }).waitFor();
  await rail.getByLabel("Sort").selectOption("Price: low to high");
  // The address changes before the page, and a link of the old page leads on without the order.
  const automotive = seen(page.getByRole("link", { name: "Automotive" })).last();
  await expect.poll(() => automotive.getAttribute("href")).toContain("sort=price-asc");
  await automotive.click();
  await page.getByRole("link", { name: "Remove filter Automotive" }).waitFor();
  await expectPath(page, "/products?category=automotive&minPrice=10000&maxPrice=50000.50&sort=price-asc");
  const shown = await prices(page);
  expect(shown.length).toBeGreaterThan(1);
  expect(shown.every((price) => price >= 10_000 && price <= 50_000.5)).toBe(true);
  expect(shown).toEqual(shown.toSorted((a, b) => a - b));
  await page.getByRole("link", { name: "Remove filter Up to ₦50,000.50" }).click();
  await expect.poll(() => page.url()).not.toContain("maxPrice");
  await rail.getByLabel("Search").fill("oil");
  await rail.getByLabel("Search").press("Enter");
  await expectPath(page, "/products?search=oil&category=automotive&minPrice=10000&sort=price-asc");
  await expectHeading(page, "Results for “oil”");
  await rail.getByRole("link", { name: "Reset" }).click();
  await expectPath(page, "/products?search=oil");
  expect(await rail.getByLabel("Search").inputValue()).toBe("oil");

  // The rail applies the maximum as soon as the field is left; its answer comes late.
  const [min, max] = [rail.getByLabel("Minimum price in naira"), rail.getByLabel("Maximum price in naira")];
  const answer = Promise.withResolvers<void>();
  await page.route(/\/products\.data/, (route) => answer.promise.then(() => route.continue()), { times: 1 });
  await max.fill("100");
  await min.fill("500");
  await rail.getByRole("button", { name: "Apply" }).click();
  const alert = page.getByRole("alert").getByText(ABOVE);
  await alert.waitFor();
  answer.resolve();
  await page.getByRole("link", { name: "Remove filter Up to ₦100.00" }).waitFor();
  await alert.waitFor();
  expect(await min.inputValue()).toBe("500");
  expect(await min.getAttribute("aria-invalid")).toBe("true");
  expect(page.url()).not.toContain("minPrice");
  await min.fill("50");
  await rail.getByRole("button", { name: "Apply" }).click();
  await expectPath(page, "/products?search=oil&minPrice=50&maxPrice=100");
  await expect.poll(() => min.getAttribute("aria-invalid")).toBeNull();
});

const ABOVE = "The minimum price is above the maximum price.";
const sheet = (page: Page) => page.getByRole("dialog", { name: "Filter" });
const open = (page: Page) => page.getByRole("button", { name: /^Filter/ }).click();

test("on a phone the filter sheet is modal and one way of closing it is Back; a minimum above the maximum is said in it; prices, category and order narrow the list; Back closes the sorts", async () => {
  const page = await visit("/", { width: PHONE });
  await go(page, "/products");
  for (const close of [
    () => page.goBack(),
    () => page.keyboard.press("Escape"),
    () => sheet(page).getByRole("button", { name: "Close" }).click(),
  ]) {
    await open(page);
    await sheet(page).waitFor();
    expect(await sheet(page).evaluate((dialog) => dialog.matches(":modal"))).toBe(true);
    await close();
    await sheet(page).waitFor({ state: "hidden" });
    await expectPath(page, "/products");
  }
  await page.getByRole("button", { name: /^Sort:/ }).click();
  await page.getByRole("dialog", { name: "Sort" }).waitFor();
  await page.goBack();
  await page.getByRole("dialog", { name: "Sort" }).waitFor({ state: "hidden" });
  await expectPath(page, "/products");

  await open(page);
  await sheet(page).getByLabel("Category").selectOption("Household");
  const min = sheet(page).getByLabel("Minimum price in naira");
  await min.fill("900000");
  await sheet(page).getByLabel("Maximum price in naira").fill("800000");
  await sheet(page).getByRole("button", { name: "Apply" }).click();
  await page.getByRole("alert").getByText(ABOVE).waitFor();
  expect([await min.inputValue(), await min.getAttribute("aria-invalid")]).toEqual(["900000", "true"]);
  await expectPath(page, "/products");
  await min.fill("1000");
  await sheet(page).getByRole("button", { name: "Apply" }).click();
  await expectPath(page, "/products?category=household&minPrice=1000&maxPrice=800000");
  await page.getByRole("link", { name: "Remove filter Household" }).waitFor();
  await sheet(page).waitFor({ state: "hidden" });
  await page.goBack();
  await expectPath(page, "/products");
  await expect.poll(() => page.getByRole("link", { name: "Remove filter Household" }).count()).toBe(0);
  await page.goForward();
  await page.getByRole("link", { name: "Remove filter Household" }).waitFor();

  await page.getByRole("button", { name: "Sort: Newest first" }).click();
  await page.getByRole("link", { name: "Price: low to high" }).click();
  await expectPath(page, "/products?category=household&minPrice=1000&maxPrice=800000&sort=price-asc");
  await page.getByRole("link", { name: "Remove filter Up to ₦800,000.00" }).click();
  await expect.poll(() => page.url()).not.toContain("maxPrice");
  await page.getByRole("button", { name: "Filter (2)" }).click();
  expect(await min.getAttribute("aria-invalid")).toBeNull();
  await seen(page.getByRole("link", { name: "Reset" }))
    .first()
    .click();
  await expectPath(page, "/products");
  await page.goBack();
  await page.getByRole("link", { name: "Remove filter Household" }).waitFor();
});

test("on a phone a category of the row is in sight once it is chosen; the sheet of its page leads to another one, and its chip to all products", async () => {
  const page = await visit("/products?search=soap&minPrice=1", { width: PHONE });
  await seen(page.getByRole("link", { name: "Household", exact: true })).click();
  const chosen = page.getByRole("link", { name: "Remove filter Household" });
  await chosen.waitFor();
  for (const one of [page.getByRole("button", { name: /^Filter/ }), page.getByRole("button", { name: /^Sort:/ })]) {
    await expect.poll(async () => (await one.boundingBox())?.x ?? -1).toBeGreaterThan(0);
  }
  await expect.poll(async () => (await chosen.boundingBox())?.x ?? PHONE).toBeLessThan(PHONE);

  await go(page, "/category/household?search=soap&minPrice=1");
  await page.getByRole("button", { name: "Filter (1)" }).click();
  await sheet(page).getByLabel("Category").selectOption("Beauty, Health & Hair");
  await sheet(page).getByRole("button", { name: "Apply" }).click();
  await expectPath(page, "/category/beauty-health-hair?search=soap&minPrice=1");
  await page.getByRole("link", { name: "Remove filter Beauty, Health & Hair" }).click();
  await expectPath(page, "/products?search=soap&minPrice=1");
});

test("the page of the minimum, shown after the maximum was sent, leaves the maximum in its field", async () => {
  const page = await visit("/products", { width: 1280 });
  const answer = Promise.withResolvers<void>();
  // For the whole test: a route that ends with its first request is taken away while the browser sends the next one.
  let isFirst = true;
  await page.route(/\/products\.data\?.*maxPrice/, async (route) => {
    if (isFirst) {
      isFirst = false;
      await answer.promise;
    }
    await route.continue();
  });
  await filters(page).getByLabel("Minimum price in naira").fill("10000");
  // Between the new address and its page the buyer sends the maximum.
  await filters(page)
    .getByLabel("Maximum price in naira")
    .evaluate((max: HTMLInputElement) => {
      const push = history.pushState.bind(history);
      history.pushState = (...entry) => {
        push(...entry);
        history.pushState = push;
        max.value = "50000.50";
        max.form?.requestSubmit();
      };
    });
  await filters(page).getByLabel("Minimum price in naira").blur();
  await page.getByRole("link", { name: "Remove filter From ₦10,000.00" }).waitFor();
  expect(await filters(page).getByLabel("Maximum price in naira").inputValue()).toBe("50000.50");
  await filters(page).getByLabel("Sort").selectOption("Price: low to high");
  answer.resolve();
  await page.getByRole("link", { name: "Remove filter Up to ₦50,000.50" }).waitFor();
  await expectPath(page, "/products?minPrice=10000&maxPrice=50000.50&sort=price-asc");
});
