import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { atBothWidths, newPage } from "../setup/browser.ts";
import { brands, count, filters, names, prices } from "./listing-steps.ts";
import { expectHeading, expectPath, go, PHONE, seen, shop, sql, useShop, visit, WIDTHS } from "./steps.ts";

useShop();

describe("filters", () => {
  test.each(WIDTHS)(
    "at %i px prices, category and order narrow the list; the address carries all of it",
    async (width) => {
      const page = await visit("/products", { width });
      const isPhone = width === PHONE;
      if (isPhone) await page.getByRole("button", { name: "Filter", exact: true }).click();
      await filters(page).getByLabel("Minimum price in naira").fill("10000");
      await filters(page).getByLabel("Maximum price in naira").fill("50000.50");
      await filters(page).getByRole("button", { name: "Apply" }).click();
      await expectPath(page, "/products?minPrice=10000&maxPrice=50000.50");
      await page.getByRole("link", { name: "Remove filter Up to ₦50,000.50" }).waitFor();
      if (isPhone) {
        await page.getByRole("button", { name: "Sort: Newest first" }).click();
        await page.getByRole("link", { name: "Price: low to high" }).click();
      } else await filters(page).getByLabel("Sort").selectOption("Price: low to high");
      // The address changes before the page, and a link of the old page leads on without the order.
      const automotive = seen(page.getByRole("link", { name: "Automotive" })).last();
      await expect.poll(() => automotive.getAttribute("href")).toContain("sort=price-asc");
      await automotive.click();
      await page.getByRole("link", { name: "Remove filter Automotive" }).waitFor();
      const shown = await prices(page);
      expect(shown.length).toBeGreaterThan(1);
      expect(shown).toEqual(shown.toSorted((a, b) => a - b));
      expect(shown.every((price) => price >= 10_000 && price <= 50_000.5)).toBe(true);
      const [row] = await sql<{ all: number }>(
        `select count(*)::int as all from products p join categories c on c.id = p.category_id join categories t on t.id = c.parent_id
       where t.slug = 'automotive' and coalesce(discount_price_kobo, price_kobo) between 1000000 and 5000050`,
      );
      expect(await count(page)).toBe(`${row?.all} product${row?.all === 1 ? "" : "s"}`);

      const friend = await visit(page.url().replace(shop().url, ""), { width: 1280 });
      expect(await names(friend)).toEqual(await names(page));
      expect(await filters(friend).getByLabel("Sort").inputValue()).toBe("price-asc");

      await page.getByRole("link", { name: "Remove filter Up to ₦50,000.50" }).click();
      await expect.poll(() => page.url()).not.toContain("maxPrice");
      if (isPhone) await page.getByRole("button", { name: "Filter (2)" }).click();
      else await page.getByRole("list", { name: "Active filters" }).waitFor();
      await seen(page.getByRole("link", { name: "Reset" }))
        .first()
        .click();
      await expectPath(page, "/products");
    },
  );

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

  test("each order shows the goods in it", async () => {
    const page = await visit("/products");
    const orders: [string, () => Promise<(string | number)[]>, -1 | 1][] = [
      ["Price: high to low", () => prices(page), -1],
      ["Name: A to Z", () => brands(page), 1],
      ["Name: Z to A", () => brands(page), -1],
    ];
    for (const [label, read, direction] of orders) {
      const before = await names(page);
      await filters(page).getByLabel("Sort").selectOption(label);
      await expect.poll(() => names(page)).not.toEqual(before);
      const shown = await read();
      expect(new Set(shown).size, label).toBeGreaterThan(3);
      expect(shown, label).toEqual(shown.toSorted((a, b) => (a < b ? -direction : a > b ? direction : 0)));
    }
  });

  test("the search box of the rail keeps the other filters", async () => {
    const page = await visit("/products?minPrice=1000");
    await filters(page).getByLabel("Search").fill("rice");
    await filters(page).getByLabel("Search").press("Enter");
    await expectPath(page, "/products?search=rice&minPrice=1000");
    await expectHeading(page, "Results for “rice”");
    await filters(page).getByRole("link", { name: "Reset" }).click();
    await expectPath(page, "/products?search=rice");
    expect(await filters(page).getByLabel("Search").inputValue()).toBe("rice");
  });

  test("at both widths a minimum above the maximum is said at the fields and asks for nothing", async () => {
    const page = await newPage({ width: PHONE });
    await atBothWidths(page, async (width) => {
      await go(page, "/products?search=rice");
      if (width === PHONE) await page.getByRole("button", { name: "Filter", exact: true }).click();
      const min = filters(page).getByLabel("Minimum price in naira");
      // The rail applies the maximum as soon as the field is left; its answer comes late.
      const answer = Promise.withResolvers<void>();
      if (width !== PHONE)
        await page.route(/\/products\.data/, (route) => answer.promise.then(() => route.continue()), { times: 1 });
      await filters(page).getByLabel("Maximum price in naira").fill("100");
      await min.fill("500");
      await filters(page).getByRole("button", { name: "Apply" }).click();
      const alert = page.getByRole("alert").getByText("The minimum price is above the maximum price.");
      await alert.waitFor();
      answer.resolve();
      if (width !== PHONE) await page.getByRole("link", { name: "Remove filter Up to ₦100.00" }).waitFor();
      await alert.waitFor();
      expect(await min.inputValue()).toBe("500");
      expect(await min.getAttribute("aria-invalid")).toBe("true");
      expect(page.url()).not.toContain("minPrice");
      await min.fill("50");
      await filters(page).getByRole("button", { name: "Apply" }).click();
      await expectPath(page, "/products?search=rice&minPrice=50&maxPrice=100");
      if (width === PHONE) await page.getByRole("button", { name: "Filter (2)" }).click();
      expect(await min.getAttribute("aria-invalid")).toBeNull();
    });
  });

  test("Apply does not ask for the same address twice; a minimum above the maximum offers to swap them", async () => {
    const page = await visit("/");
    await go(page, "/products");
    await filters(page).getByLabel("Minimum price in naira").fill("1000");
    await filters(page).getByRole("button", { name: "Apply" }).click();
    await page.getByRole("link", { name: "Remove filter From ₦1,000.00" }).waitFor();
    for (let i = 0; i < 3; i += 1) await filters(page).getByRole("button", { name: "Apply" }).click();
    await page.goBack();
    await expectPath(page, "/products");
    await go(page, "/products?minPrice=50000&maxPrice=10000");
    await page.getByRole("link", { name: "Swap them" }).click();
    await expectPath(page, "/products?minPrice=10000&maxPrice=50000");
    await expect.poll(async () => (await prices(page)).length).toBeGreaterThan(0);
  });

  test.each([
    ["page=-1", "That page number makes no sense"],
    ["minPrice=abc", "The minimum price “abc” is not an amount"],
    ["maxPrice=1e9", "The maximum price “1e9” is not an amount"],
    ["sort=x", "We do not know that order"],
    ["category=none", "We do not know that category"],
  ])("%s is left out, and said", async (query, sentence) => {
    const html = await (await fetch(`${shop().url}/products?${query}`)).text();
    expect(html).toContain(sentence);
    expect(html.match(/<article/g)).toHaveLength(12);
  });
});

describe("the sheets of phones", () => {
  const sheet = (page: Page) => page.getByRole("dialog", { name: "Filter" });
  const open = (page: Page) => page.getByRole("button", { name: /^Filter/ }).click();

  test("the filter sheet is modal, holds the category, and one way of closing it is Back", async () => {
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
    await open(page);
    await sheet(page).getByLabel("Category").selectOption("Household");
    await sheet(page).getByRole("button", { name: "Apply" }).click();
    await expectPath(page, "/products?category=household");
    await page.getByRole("link", { name: "Remove filter Household" }).waitFor();
    await sheet(page).waitFor({ state: "hidden" });
    await page.goBack();
    await expectPath(page, "/products");
    await expect.poll(() => page.getByRole("link", { name: "Remove filter Household" }).count()).toBe(0);
    await page.goBack();
    await expectPath(page, "/");
  });

  test("on a category's page the sheet leads to another category, and its chip to all products", async () => {
    const page = await visit("/category/household?search=soap&minPrice=1", { width: PHONE });
    await page.getByRole("button", { name: "Filter (1)" }).click();
    await sheet(page).getByLabel("Category").selectOption("Beauty, Health & Hair");
    await sheet(page).getByRole("button", { name: "Apply" }).click();
    await expectPath(page, "/category/beauty-health-hair?search=soap&minPrice=1");
    await page.getByRole("link", { name: "Remove filter Beauty, Health & Hair" }).click();
    await expectPath(page, "/products?search=soap&minPrice=1");
  });

  test("after a category of the row is chosen, Filter, sort and the chosen one are in sight", async () => {
    const page = await visit("/products?search=rice", { width: PHONE });
    await page.getByRole("link", { name: "Grocery & Gourmet Food", exact: true }).filter({ visible: true }).click();
    const chosen = page.getByRole("link", { name: "Remove filter Grocery & Gourmet Food" });
    await chosen.waitFor();
    for (const one of [page.getByRole("button", { name: /^Filter/ }), page.getByRole("button", { name: /^Sort:/ })]) {
      await expect.poll(async () => (await one.boundingBox())?.x ?? -1).toBeGreaterThan(0);
    }
    await expect.poll(async () => (await chosen.boundingBox())?.x ?? PHONE).toBeLessThan(PHONE);
  });

  test("Back closes the sorts", async () => {
    const page = await visit("/products", { width: PHONE });
    await page.getByRole("button", { name: /^Sort:/ }).click();
    await page.getByRole("dialog", { name: "Sort" }).waitFor();
    await page.goBack();
    await page.getByRole("dialog", { name: "Sort" }).waitFor({ state: "hidden" });
    await expectPath(page, "/products");
  });
});
