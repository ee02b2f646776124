import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { makeProducts } from "#db/factories/catalog.ts";
import { newPage } from "../setup/browser.ts";
import { expectHeading, expectPath, go, goods, PHONE, seen, shop, sql, useShop, visit, WIDTHS } from "./steps.ts";

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

const cards = (page: Page) => page.getByRole("main").getByRole("article");
const names = (page: Page) => cards(page).getByRole("heading").allInnerTexts();
const filters = (page: Page) => page.getByRole("search", { name: "Filter products" });
const count = (page: Page) =>
  page
    .getByRole("status")
    .getByText(/^[\d,]+\+? products?$/)
    .innerText();

/** Today's prices of the cards, in naira. */
async function prices(page: Page): Promise<number[]> {
  const texts = await cards(page).allInnerTexts();
  return texts.map((text) => Number(/₦([\d,.]+)/.exec(text)?.[1]?.replaceAll(",", "")));
}

/** The first words of the cards' names. */
async function brands(page: Page): Promise<string[]> {
  return (await names(page)).map((name) => name.split(" ")[0] ?? "");
}

describe("search", () => {
  test.each(["ric", "rise", "bags of rice", "RICE"])("“%s” finds rice", async (text) => {
    const page = await visit("/");
    await search(page, text);
    expect((await names(page)).some((name) => /rice/i.test(name))).toBe(true);
    if (text === "rise") await page.getByText("Showing results for “rice” instead of “rise”.").waitFor();
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

  test("a slug and an id find their product, first of all", async () => {
    const [one] = await rice();
    const page = await visit("/");
    for (const text of [one?.slug ?? "", one?.id ?? ""]) {
      await search(page, text);
      expect((await names(page))[0]).toBe(one?.name);
    }
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

  test("hostile words are only words", async () => {
    const page = await visit("/");
    await search(page, `<img src=x onerror=alert(1)>'"; drop table products`);
    expect((await sql("select 1 from products limit 1")).length).toBe(1);
  });
});

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
      await page.getByRole("link", { name: "Remove filter From ₦10,000.00" }).waitFor();
      if (isPhone) {
        await page.getByRole("button", { name: "Sort: Newest first" }).click();
        await page.getByRole("link", { name: "Price: low to high" }).click();
      } else await filters(page).getByLabel("Sort").selectOption("Price: low to high");
      // The address changes before the page does, and a link of the old page leads on without the order.
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

  test.each([
    ["Price: high to low", prices, (a: number, b: number) => b - a],
    ["Name: A to Z", brands, (a: string, b: string) => (a < b ? -1 : 1)],
    ["Name: Z to A", brands, (a: string, b: string) => (a < b ? 1 : -1)],
  ] as [string, (page: Page) => Promise<unknown[]>, (a: unknown, b: unknown) => number][])(
    "%s",
    async (label, read, order) => {
      const page = await visit("/products");
      const before = await names(page);
      await filters(page).getByLabel("Sort").selectOption(label);
      await expect.poll(() => names(page)).not.toEqual(before);
      const shown = await read(page);
      expect(new Set(shown).size).toBeGreaterThan(3);
      expect(shown).toEqual(shown.toSorted(order));
    },
  );

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

  test.each(WIDTHS)(
    "at %i px a minimum above the maximum is said at the fields and asks for nothing",
    async (width) => {
      const page = await visit("/products?search=rice", { width });
      if (width === PHONE) await page.getByRole("button", { name: "Filter", exact: true }).click();
      const min = filters(page).getByLabel("Minimum price in naira");
      await filters(page).getByLabel("Maximum price in naira").fill("100");
      await min.fill("500");
      await filters(page).getByRole("button", { name: "Apply" }).click();
      await page.getByRole("alert").getByText("The minimum price is above the maximum price.").waitFor();
      expect(await min.getAttribute("aria-invalid")).toBe("true");
      expect(page.url()).not.toContain("minPrice");
      await min.fill("50");
      await filters(page).getByRole("button", { name: "Apply" }).click();
      await expectPath(page, "/products?search=rice&minPrice=50&maxPrice=100");
      if (width === PHONE) await page.getByRole("button", { name: "Filter (2)" }).click();
      expect(await min.getAttribute("aria-invalid")).toBeNull();
    },
  );

  test("Apply does not ask for the same address twice", async () => {
    const page = await visit("/");
    await go(page, "/products");
    await filters(page).getByLabel("Minimum price in naira").fill("1000");
    await filters(page).getByRole("button", { name: "Apply" }).click();
    await page.getByRole("link", { name: "Remove filter From ₦1,000.00" }).waitFor();
    for (let i = 0; i < 3; i += 1) await filters(page).getByRole("button", { name: "Apply" }).click();
    await page.goBack();
    await expectPath(page, "/products");
  });

  test("a minimum above the maximum offers to swap them", async () => {
    const page = await visit("/products?minPrice=50000&maxPrice=10000");
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
    const page = await visit(`/products?${query}`);
    await page.getByText(sentence).waitFor();
    expect(await cards(page).count()).toBe(12);
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

  test("Back closes the sorts", async () => {
    const page = await visit("/products", { width: PHONE });
    await page.getByRole("button", { name: /^Sort:/ }).click();
    await page.getByRole("dialog", { name: "Sort" }).waitFor();
    await page.goBack();
    await page.getByRole("dialog", { name: "Sort" }).waitFor({ state: "hidden" });
    await expectPath(page, "/products");
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
    const word = "Zanzibarclove";
    await makeProducts(shop().shop.db, 12, (index) => ({ name: `${word} ${index}` }));
    const page = await visit(`/products?search=${word}`);
    const pager = page.getByRole("navigation", { name: "Pages of products" });
    expect([await cards(page).count(), await pager.count()]).toEqual([12, 0]);
    await goods({ name: `${word} last` });
    await go(page, `/products?search=${word}`);
    expect([await cards(page).count(), await pager.count()]).toEqual([12, 1]);
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
      "insert into categories (name, slug, description) values ('Empty shelf', 'empty-shelf', 'Nothing on it yet.')",
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
  /** A phone that runs no script. */
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
    const link = cards(page).first().getByRole("link");
    const name = await link.innerText();
    await link.click();
    await expectHeading(page, name);
    await page.getByText("Minimum order").waitFor();
    await page.getByRole("link", { name: "Menu" }).click();
    await expect.poll(() => page.url()).toContain("#site-links");
    await page.getByRole("navigation", { name: "Quick links" }).getByRole("link", { name: "Best Sellers" }).click();
    await expectHeading(page, /Best/);
    await page.goto(`${shop().url}/cart`);
    await page.locator("noscript").filter({ hasText: "needs JavaScript" }).waitFor();
  });
});
