import type { Locator, Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { newPage } from "../setup/browser.ts";
import {
  beginningWith,
  expectCartCount,
  expectHeading,
  expectToast,
  go,
  goods,
  seen,
  shop,
  sql,
  usable,
  useShop,
  visit,
} from "./steps.ts";

useShop();

const BROKEN = [/500 \(Internal Server Error\)/, /Unexpected Server Error/];
const CUT = [/ERR_FAILED/, /Failed to fetch/];

/** Runs `during` while the database refuses every query that reads `table`, with nothing in the caches of the shop. */
async function refusing(table: "products" | "categories", during: () => Promise<void>): Promise<void> {
  const forget = () => sql("notify catalogue, 'all'");
  await sql(`alter table ${table} rename to ${table}_away`);
  await forget();
  try {
    await during();
  } finally {
    await sql(`alter table ${table}_away rename to ${table}`);
    await forget();
  }
}

/** The router's own message about a page's program, before it reloads the page, which the shop refuses. */
const PROGRAM = /Error loading route module/;
const CUT_OFFLINE = [...CUT, /ERR_INTERNET_DISCONNECTED/, PROGRAM];
const lost = (page: Page) => page.locator("[data-connection-lost]");

const CATEGORY = "/category/household";
const OURS = "Failed to load category: something went wrong on our side";

test("a page whose query fails shows an error with status 500, uncached, and loads again when asked to", async () => {
  const page = await newPage({ allow: BROKEN });
  const failing = [
    ["/", "Error - Failed to load products", "Something went wrong"],
    ["/products", "Failed to load products", "Something went wrong"],
    ["/products/featured", "Failed to load featured products", "Something went wrong"],
    ["/products/best-sellers", "Failed to load best sellers", "Something went wrong"],
    [CATEGORY, OURS, "Oops! Page not found"],
    ["/product/some-rice", "Failed to load products", "Oops! Page not found"],
    ["/products/new-arrivals", "Failed to load new arrivals", "Something went wrong"],
  ] as const;
  await refusing("products", async () => {
    for (const [path, toast, heading] of failing) {
      const answer = await fetch(`${shop().url}${path}`);
      expect([answer.status, answer.headers.get("Cache-Control")]).toEqual([500, "no-store"]);
      expect(await answer.text()).not.toMatch(/relation|does not exist|select |Failed query/);
      await go(page, path);
      await expectToast(page, toast);
      await expectHeading(page, heading);
    }
    const links = seen(page.getByRole("navigation", { name: "Categories" })).getByRole("link");
    expect(await links.count()).toBe(7);
    expect(shop().cache.size.entries).toBe(0);
  });
  await page.getByRole("main").getByRole("button", { name: "Try again" }).click();
  await expectHeading(page, "New Arrivals");
  for (const [path] of failing)
    expect([path, (await fetch(`${shop().url}${path}`)).status]).toEqual([
      path,
      path === "/product/some-rice" ? 404 : 200,
    ]);
});

const category = (page: Page) => page.getByRole("navigation", { name: "Categories" });

/** Each step starts from the page of the one before. */
const STEPS: { link: (page: Page) => Locator; data: string; heading: string | RegExp }[] = [
  {
    link: (page) => page.getByRole("navigation", { name: "Selections" }).getByRole("link", { name: "Featured" }),
    data: "**/featured.data*",
    heading: /featured/i,
  },
  {
    link: (page) => page.getByRole("banner").getByRole("link", { name: "Oja, home" }),
    data: "**/_*.data*",
    heading: /^Stock your shop/,
  },
  {
    link: (page) => category(page).getByRole("link", { name: "All Products" }),
    data: "**/products.data*",
    heading: "All products",
  },
  {
    link: (page) => category(page).getByRole("link", { name: "Household" }),
    data: "**/household.data*",
    heading: "Household",
  },
  {
    link: (page) => page.getByRole("main").getByRole("article").first().getByRole("heading").getByRole("link"),
    data: "**/product/*.data*",
    heading: /./,
  },
];

describe("a click on a page whose data fails to load", () => {
  test("keeps the page, shows the reason, and the next try works", async () => {
    const page = await newPage({ allow: [...BROKEN, ...CUT] });
    let isCut = false;
    // Removing the route would race with the request of the next retry.
    for (const { data } of STEPS) await page.route(data, (route) => (isCut ? route.abort() : route.continue()));
    await go(page, "/products/best-sellers");
    for (const { link, heading } of STEPS) {
      const shown = await page.getByRole("heading", { level: 1 }).innerText();
      const from = page.url();
      isCut = true;
      await link(page).click();
      await lost(page).getByText("No connection").waitFor();
      await expectHeading(page, shown.replaceAll(/\s+/g, " "));
      expect(page.url()).toBe(from);
      isCut = false;
      await lost(page).getByRole("button", { name: "Try again" }).click();
      await expect.poll(() => page.url()).not.toBe(from);
      await expectHeading(page, heading);
      await lost(page).waitFor({ state: "hidden" });
    }
  });

  const PRODUCT_FILE = /\/assets\/product-[^/]+\.js/;

  test("offline: a tapped product comes by itself when the line is back, of two the second one; cart, typed quantity and scroll stay", async () => {
    const word = `Katsina${crypto.randomUUID().replaceAll(/[^a-f]/g, "")}`;
    const [one, two] = [await goods({ name: `${word} one`, min_order: 5 }), await goods({ name: `${word} two` })];
    const page = await visit(`/products?search=${word}`, { width: 360, allow: CUT_OFFLINE });
    // Parts that load after the page, such as its filters, are loaded.
    await page.waitForLoadState("networkidle");
    const card = (name: string) => page.getByRole("article").getByRole("link", { name, exact: true });
    await page.context().setOffline(true);
    // A long touch on a link prefetches the page's files, and the browser remembers their failure.
    const prefetch = page.waitForEvent("requestfailed", (request) => PRODUCT_FILE.test(request.url()));
    await card(two.name).dispatchEvent("touchstart");
    await prefetch;
    await card(two.name).tap();
    await lost(page).getByText("No connection").waitFor();
    await expectHeading(page, `Results for “${word}”`);
    await page.context().setOffline(false);
    await expectHeading(page, two.name);
    await lost(page).waitFor({ state: "hidden" });

    await page.goBack();
    await expectHeading(page, `Results for “${word}”`);
    await page.context().setOffline(true);
    await card(two.name).tap();
    await lost(page).getByText("No connection").waitFor();
    const refused = page.waitForEvent("requestfailed", (request) => request.url().includes(one.slug));
    await card(one.name).tap();
    // The notice of the first one is still there when the line comes back too early.
    await refused;
    await lost(page).getByText("No connection").waitFor();
    await expectHeading(page, `Results for “${word}”`);
    await page.context().setOffline(false);
    await expectHeading(page, one.name);
    await lost(page).waitFor({ state: "hidden" });

    const quantity = page.getByRole("textbox", { name: `Quantity of ${one.name}` });
    await quantity.fill("12");
    await page.context().setOffline(true);
    await page.getByRole("link", { name: /^Cart\b/ }).tap();
    await lost(page).getByText("No connection").waitFor();
    expect(await quantity.inputValue()).toBe("12");
    await expectHeading(page, one.name);
    const bar = await lost(page).boundingBox();
    const buyBar = await page.locator("[data-bottom-bar]").boundingBox();
    expect((bar?.y ?? NaN) + (bar?.height ?? NaN)).toBeLessThanOrEqual(buyBar?.y ?? NaN);
    await seen(page.getByRole("button", { name: "Add to Cart" })).tap();
    await expectCartCount(page, 12);
    await page.context().setOffline(false);
    await expectHeading(page, "Your cart");
    await lost(page).waitFor({ state: "hidden" });
  });

  test("whose script failed to load is opened as a document, also when the browser has cached the failure", async () => {
    const page = await visit("/products", { allow: [...CUT, PROGRAM, /dynamically imported/] });
    const card = page.getByRole("article").nth(2).getByRole("heading").getByRole("link");
    const name = await card.innerText();
    const refused = page.waitForEvent("requestfailed", (request) => PRODUCT_FILE.test(request.url()));
    await page.route(PRODUCT_FILE, (route) => route.abort());
    await card.hover();
    await refused;
    await card.click();
    await expectHeading(page, beginningWith(name));
    await lost(page).getByText("No connection").waitFor();
    await page.unroute(PRODUCT_FILE);
    await lost(page).getByRole("button", { name: "Try again" }).click();
    await lost(page).waitFor({ state: "hidden" });
    await usable(page);
    await expectHeading(page, beginningWith(name));
  });

  test("and one whose product was deleted meanwhile, or whose answer is an error, says so too", async () => {
    const gone = await goods();
    const page = await visit(`/products?search=${gone.slug}`, { allow: [...BROKEN, /404/] });
    await sql("delete from products where id = $1", [gone.id]);
    await page.getByRole("article").getByRole("link", { name: gone.name }).click();
    await expectHeading(page, "Oops! Page not found");
    expect(page.url()).toContain(gone.slug);
    await refusing("products", async () => {
      await category(page).getByRole("link", { name: "Household" }).click();
      await expectToast(page, OURS);
      await expectHeading(page, "Oops! Page not found");
    });
  });
});

test("categories that cannot be read leave the page without their row, with a message, and are back on the next page; they do not hide what the page itself has to say", async () => {
  const page = await visit("/wishlist", { allow: BROKEN });
  const entries = shop().cache.size.entries;
  await refusing("categories", async () => {
    await go(page, "/product/some-rice");
    await expectToast(page, "Failed to load products");
    await expectHeading(page, "Oops! Page not found");
    const answer = await fetch(`${shop().url}/`);
    expect([answer.status, answer.headers.get("Cache-Control")]).toEqual([200, "no-store"]);
    await go(page, "/");
    await expectToast(page, "Failed to load categories");
    await expectHeading(page, /^Stock your shop/);
    expect(await page.getByRole("tabpanel").getByRole("article").count()).toBeGreaterThan(0);
    expect(await category(page).getByRole("link").allInnerTexts()).toEqual(["All Products"]);
    expect(await page.getByRole("heading", { name: "Shop By Category" }).count()).toBe(0);
    expect(shop().cache.size.entries).toBe(0);
  });
  expect(entries).toBeGreaterThan(0);
  await category(page).getByRole("link", { name: "All Products" }).click();
  await expectHeading(page, "All products");
  await expect.poll(() => category(page).getByRole("link").count()).toBe(7);
  expect(await (await fetch(`${shop().url}/`)).text()).toContain("Shop By Category");
});
