import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { makeProducts } from "../fixtures/catalog.ts";
import { newPage } from "../setup/browser.ts";
import { cards, count, filters, names } from "./listing-steps.ts";
import { expectHeading, expectPath, go, goods, PHONE, seen, shop, sql, useShop, visit } from "./steps.ts";

useShop();

type Rice = { id: string; slug: string; name: string; price: number };
const RICE = `select id, slug, name, coalesce(discount_price_kobo, price_kobo)::int as price from products where name ilike '%rice%'`;

async function rice(): Promise<Rice[]> {
  return await sql<Rice>(`${RICE} order by price`);
}

async function search(page: Page, text: string): Promise<void> {
  const box = seen(page.getByRole("combobox", { name: "Search products" }));
  await box.fill(text);
  await box.press("Enter");
  await expectHeading(page, `Results for “${text}”`);
}

describe("search", () => {
  test("“ric”, “rise”, “bags of rice” and “RICE” finds rice; a slug and an id find their product, first of all; hostile words are only words", async () => {
    const page = await visit("/");
    for (const text of ["ric", "rise", "bags of rice", "RICE"]) {
      await search(page, text);
      expect(
        (await names(page)).some((name) => /rice/i.test(name)),
        text,
      ).toBe(true);
      if (text === "rise") await page.getByText("Showing results for “rice” instead of “rise”.").waitFor();
    }
    const [one] = await rice();
    for (const text of [one?.slug ?? "", one?.id ?? ""]) {
      await search(page, text);
      expect((await names(page))[0]).toBe(one?.name);
    }
    await search(page, `<img src=x onerror=alert(1)>'"; drop table products`);
    expect((await sql("select 1 from products limit 1")).length).toBe(1);
  });

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

  test("another word than the typed one is said, and the typed one can be searched", async () => {
    const page = await visit("/products?search=pampers");
    const notice = page.getByText("No results for “pampers”. Showing results for “diapers”.");
    await notice.waitFor();
    expect(await names(page)).not.toEqual([]);
    await page.getByRole("link", { name: "Search for “pampers” anyway" }).click();
    await expectPath(page, "/products?search=pampers&exact=1");
    await page.getByRole("heading", { name: "No products found" }).waitFor();
    expect(await notice.count()).toBe(0);
    await go(page, "/products?search=pampers&exact=1");
    expect(await cards(page).count()).toBe(0);
    await page.getByRole("link", { name: "Clear the search" }).click();
    await expectPath(page, "/products");
  });

  test("the header keeps the word of a shared address and of the next one", async () => {
    const box = (page: Page) => seen(page.getByRole("combobox", { name: "Search products" }));
    const page = await visit("/products?search=rice");
    expect(await box(page).inputValue()).toBe("rice");
    await filters(page).getByLabel("Search").fill("soap");
    await filters(page).getByLabel("Search").press("Enter");
    await expect.poll(() => box(page).inputValue()).toBe("soap");
    await page.goBack();
    await expect.poll(() => box(page).inputValue()).toBe("rice");
    await page.getByRole("link", { name: "Remove filter “rice”" }).click();
    await expect.poll(() => box(page).inputValue()).toBe("");
  });

  test("nothing found says what to do, and leads back", async () => {
    const page = await visit("/products?search=qqqqzzzzxxxx");
    expect(await count(page)).toBe("0 products");
    await page.getByRole("heading", { name: "No products found" }).waitFor();
    expect(await page.getByRole("link", { name: "Request a custom order" }).getAttribute("href")).toBe("/custom-order");
    await page.getByRole("link", { name: "Clear the search" }).click();
    await expectPath(page, "/products");
    await expect.poll(() => cards(page).count()).toBe(12);
  });
});

describe("pages", () => {
  test("the pager leads on, keeps the filters, and Back leads back", async () => {
    const page = await visit("/products?sort=name-asc");
    const first = await names(page);
    const pager = page.getByRole("navigation", { name: "Pages of products" });
    await pager.getByRole("link", { name: "Page 2" }).click();
    await expectPath(page, "/products?sort=name-asc&page=2");
    await expect.poll(() => names(page)).not.toEqual(first);
    const second = await names(page);
    expect(second.filter((name) => first.includes(name))).toEqual([]);
    await pager.getByRole("link", { name: "Next page" }).click();
    await expectPath(page, "/products?sort=name-asc&page=3");
    await pager.locator('[aria-current="page"]').getByText("3", { exact: true }).waitFor();
    await page.goBack();
    await expect.poll(() => names(page)).toEqual(second);
    await page.goBack();
    await expect.poll(() => names(page)).toEqual(first);
  });

  test("a page after the last one says so", async () => {
    const page = await visit("/products?page=999", { allow: [/404/] });
    await page.getByRole("heading", { name: "There is no page 999" }).waitFor();
    await page.getByRole("link", { name: /^Go to page \d+$/ }).click();
    await expect.poll(() => cards(page).count()).toBeGreaterThan(0);
  });

  test("twelve products need no pager, thirteen do", async () => {
    // Letters only: search words are not learned from words with digits.
    const word = `Zanzibar${crypto.randomUUID().replaceAll(/[^a-f]/g, "")}`;
    await makeProducts(shop().shop.db, 12, (index) => ({ name: `${word} ${index}` }));
    const page = await visit(`/products?search=${word}`);
    const pager = page.getByRole("navigation", { name: "Pages of products" });
    expect([await cards(page).count(), await pager.count()]).toEqual([12, 0]);
    await goods({ name: `${word} last` });
    // Cached pages are dropped shortly after the products have changed.
    await expect
      .poll(async () => {
        await go(page, `/products?search=${word}`);
        return [await cards(page).count(), await pager.count()];
      })
      .toEqual([12, 1]);
  });
});

describe("category", () => {
  test("banner, count, sub-categories and filters; the empty one leads to all products", async () => {
    const page = await visit("/category/grocery-gourmet-food");
    await expectHeading(page, "Grocery & Gourmet Food");
    await page
      .getByRole("status")
      .getByText(/^\d+ Products Found$/)
      .waitFor();
    await page
      .getByRole("navigation", { name: "Parts of Grocery & Gourmet Food" })
      .getByRole("link", { name: /^Rice/ })
      .click();
    await expectPath(page, "/category/rice-grains");
    await page.getByRole("link", { name: "Grocery & Gourmet Food" }).first().waitFor();
    await sql(
      "insert into categories (name, slug, description) values ('Empty shelf', 'empty-shelf', 'Nothing on it yet.') on conflict (slug) do nothing",
    );
    await go(page, "/category/empty-shelf");
    await page.getByText("Nothing on it yet.").waitFor();
    await page.getByRole("status").getByText("0 Products Found").waitFor();
    await page.getByRole("link", { name: "Browse all products" }).click();
    await expectPath(page, "/products");
  });

  test("an unknown one is the not-found page", async () => {
    const page = await visit("/category/unknown", { allow: [/404/] });
    await expectHeading(page, "Oops! Page not found");
    await page.getByRole("link", { name: "Back to Home" }).click();
    await expectPath(page, "/");
  });
});

describe("without JavaScript", () => {
  /** A phone without JavaScript. */
  async function plain(path: string): Promise<Page> {
    const page = await newPage({ width: PHONE, javaScriptEnabled: false });
    await page.goto(`${shop().url}${path}`);
    return page;
  }

  test("search, filter, order and pager work", async () => {
    const page = await plain("/");
    await seen(page.getByRole("combobox", { name: "Search products" })).fill("rice");
    await seen(page.getByRole("combobox", { name: "Search products" })).press("Enter");
    await expectPath(page, "/products?search=rice");
    const [cheapest] = await rice();
    await page.getByRole("link", { name: /^Filter/ }).click();
    await filters(page)
      .getByLabel("Maximum price in naira")
      .fill(String((cheapest?.price ?? 0) / 100));
    await filters(page).getByLabel("Sort").selectOption("Price: low to high");
    await filters(page).getByRole("button", { name: "Apply" }).click();
    await expect.poll(() => names(page)).toContain(cheapest?.name);
    expect(await page.getByRole("link", { name: /^Remove filter Up to/ }).count()).toBe(1);
    await page.goto(`${shop().url}/products`);
    await page.getByRole("link", { name: "Page 2" }).click();
    await expectPath(page, "/products?page=2");
    await expect.poll(() => cards(page).count()).toBe(12);
  });

  test("product pages and the menu's links are there, the cart says what it needs", async () => {
    const page = await plain("/products");
    const link = cards(page).first().getByRole("heading").getByRole("link");
    const name = await link.innerText();
    await link.click();
    await expectHeading(page, name);
    await page.getByText("Minimum order").waitFor();
    await page.getByRole("link", { name: "Menu" }).click();
    await expect.poll(() => page.url()).toContain("#site-links");
    await page.getByRole("navigation", { name: "Quick links" }).getByRole("link", { name: "Best Sellers" }).click();
    await expectHeading(page, /Best/);
    await page.goto(`${shop().url}/cart`);
    await page.waitForURL("**/cart/basic");
    await expectHeading(page, "Your cart");
  });
});
