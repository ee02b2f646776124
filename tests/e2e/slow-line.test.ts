import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { openSignedIn } from "../fixtures/customers.ts";
import { newPage } from "../setup/browser.ts";
import {
  expectCartCount,
  expectPath,
  expectToast,
  go,
  goods,
  MOVING,
  PHONE,
  seen,
  shop,
  usable,
  useShop,
  withCart,
} from "./steps.ts";

useShop();

/** Waits until the document shows something: before its stylesheet each element counts as visible. */
async function painted(page: Page): Promise<void> {
  await page.waitForFunction(() => performance.getEntriesByName("first-contentful-paint").length > 0);
}

/** A page without its framework; the returned function lets it load. */
async function beforeLive(path: string): Promise<{ page: Page; goLive: () => Promise<void> }> {
  const page = await newPage({ width: PHONE });
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route(/\/assets\/react-[^/]+\.js$/, async (route) => {
    await promise;
    await route.continue();
  });
  await page.goto(`${shop().url}${path}`, { waitUntil: "commit" });
  await painted(page);
  return { page, goLive: async () => (resolve(), await usable(page)) };
}

const busy = (page: Page) => page.locator('[aria-busy="true"]');
const line = (page: Page) => page.locator(".page-progress");

test("'Add to cart' tapped before the page is live answers at once and is carried out once", async () => {
  const product = await goods({ min_order: 5 });
  const { page, goLive } = await beforeLive(`/product/${product.slug}`);
  const add = seen(page.getByRole("button", { name: "Add to Cart" }));
  await add.tap();
  await busy(page).waitFor();
  await line(page).waitFor();
  await add.tap();
  await goLive();
  await expectCartCount(page, 5);
  await expectToast(page, "Added to cart", `5 × ${product.name}`);
  await line(page).waitFor({ state: "hidden" });
  expect(await busy(page).count()).toBe(0);
});

test("early taps are carried out in their order, after a quantity typed early: typed, more, add, to the cart", async () => {
  const product = await goods({ min_order: 5 });
  const { page, goLive } = await beforeLive(`/product/${product.slug}`);
  await page.getByRole("textbox", { name: `Quantity of ${product.name}` }).fill("12");
  const more = page.getByRole("button", { name: "Increase quantity" });
  await more.tap();
  await more.tap();
  await seen(page.getByRole("button", { name: "Add to Cart" })).tap();
  await page.getByRole("link", { name: /^Cart\b/ }).tap();
  await expectPath(page, `/product/${product.slug}`);
  await goLive();
  await expectPath(page, "/cart");
  await expectCartCount(page, 14);
  await page.getByText(product.name).first().waitFor();
});

test("hearts and cards take early taps, and the menu opens when it was tapped early", async () => {
  const { page, goLive } = await beforeLive("/products");
  await page
    .getByRole("button", { name: /^Save .* to wishlist$/ })
    .first()
    .tap();
  await page
    .getByRole("button", { name: /^Add \d+ to cart: / })
    .first()
    .tap();
  await page.getByRole("link", { name: "Menu", exact: true }).tap();
  await goLive();
  await page.getByRole("dialog").getByRole("link", { name: "All Products" }).waitFor();
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: /^Save .* to wishlist$/, pressed: true }).waitFor();
  await page.getByRole("link", { name: /^Cart, \d+ items?$/ }).waitFor();
});

test("text typed early into the search box stays and has suggestions once the page is live", async () => {
  const { page, goLive } = await beforeLive("/");
  const box = seen(page.getByRole("combobox", { name: "Search products" }));
  await box.pressSequentially("rice");
  await goLive();
  await seen(page.getByRole("option")).first().waitFor();
  expect(await box.inputValue()).toBe("rice");
});

test("early links and an early search load their page without waiting", async () => {
  const { page } = await beforeLive("/");
  await page.locator("main").getByRole("link", { name: "Shop Now" }).tap();
  await expectPath(page, "/products");
  await painted(page);
  await page.getByRole("combobox", { name: "Search products" }).filter({ visible: true }).fill("rice");
  await page.keyboard.press("Enter");
  await expectPath(page, "/products?search=rice");
  await page.getByRole("heading", { level: 1, name: "Results for “rice”" }).waitFor();
});

test("a page whose files do not come says so, and the next try works; without those that come after hydration Filter leads to the page's own filters, and footer links work", async () => {
  const page = await newPage({ width: PHONE, allow: [/ERR_FAILED/] });
  await page.route(/\/assets\/react-/, (route) => route.abort());
  await page.route(/\/assets\/(listing-sheets|footer)-/, (route) => route.abort());
  await page.goto(`${shop().url}/products`);
  await page.getByText("No connection").waitFor();
  expect(await busy(page).count()).toBe(0);
  await page.unroute(/\/assets\/react-/);
  await page.getByRole("button", { name: "Try again" }).tap();
  await usable(page);
  await page.getByText("No connection").waitFor({ state: "hidden" });
  await page.getByRole("button", { name: "Filter", exact: true }).tap();
  await page.locator("#filters").getByRole("search", { name: "Filter products" }).waitFor();
  await page.getByRole("contentinfo").getByRole("link", { name: "Best Sellers" }).tap();
  await page.waitForURL("**/products/best-sellers");
});

/** Delays responses of `address` until the returned function is called. */
async function holding(page: Page, address: RegExp): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route(address, async (route) => {
    await promise;
    await route.continue();
  });
  return resolve;
}

test("a product shows the line and its outline while it is on its way, and Back where one was; a link that loads a document shows the line at once", async () => {
  const product = await goods();
  const cart = withCart({ product, quantity: product.min_order });
  // Without motion the line is visible a frame later.
  const page = await newPage({ ...cart, ...MOVING, serviceWorkers: "block", width: PHONE });
  await page.goto(`${shop().url}/products`);
  await usable(page);
  const card = page.getByRole("article").nth(7).getByRole("heading").getByRole("link");
  const name = await card.innerText();
  await card.scrollIntoViewIfNeeded();
  // Late fonts and the tap may scroll by some pixels more.
  await page.evaluate(() => {
    const leave = () => sessionStorage.setItem("left", String(scrollY));
    addEventListener("click", leave, { capture: true, once: true });
  });
  const release = await holding(page, /\/product\/.*\.data/);
  await card.tap();
  await page.locator(".page-progress[data-active]").waitFor();
  await page.locator("main").getByRole("status", { name: "Loading" }).waitFor();
  await page.getByRole("heading", { level: 1, name: "All products" }).waitFor({ state: "hidden" });
  release();
  await page.getByRole("heading", { level: 1, name }).waitFor();
  await page.goBack();
  await page.getByRole("heading", { level: 1, name: "All products" }).waitFor();
  const scroll = Number(await page.evaluate(() => sessionStorage.getItem("left")));
  expect(scroll).toBeGreaterThan(0);
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(scroll);

  await page.getByRole("link", { name: /^Cart\b/ }).tap();
  await page.getByRole("heading", { level: 1, name: "Your cart" }).waitFor();
  await page.evaluate(() => {
    const progress = document.querySelector(".page-progress") as Element;
    addEventListener("pagehide", () => sessionStorage.setItem("line", getComputedStyle(progress).visibility));
  });
  await seen(page.getByRole("link", { name: "Checkout", exact: true })).tap();
  await page.getByRole("heading", { level: 1, name: "Checkout" }).waitFor();
  expect(await page.evaluate(() => sessionStorage.getItem("line"))).toBe("visible");
});

test("the line stays when the page becomes live before the document has come", async () => {
  const { page, goLive } = await beforeLive("/products");
  // An answer without a document leaves the page as if it were still on its way; locators wait for a document.
  await page.route("**/login", (route) => route.fulfill({ status: 204 }));
  await seen(page.getByRole("link", { name: "Sign In" }))
    .first()
    .tap();
  await line(page).waitFor();
  await goLive();
  // Early taps are carried out, if there were some.
  await seen(page.getByRole("button", { name: "Menu" })).tap();
  await page.getByRole("dialog", { name: "Oja" }).waitFor();
  expect(await page.evaluate(() => document.documentElement.dataset["busy"])).toBe("");
});

test("a press on Account that lasts while its menu loads opens the menu", async () => {
  const { page } = await openSignedIn(shop());
  await page.getByRole("button", { name: "Account", exact: true }).waitFor();
  const loaded = Promise.withResolvers<void>();
  await page.route(/assets\/account-menu/, async (route) => {
    await loaded.promise;
    await route.continue();
  });
  await go(page, "/cart");
  const button = page.getByRole("button", { name: "Account", exact: true });
  await button.hover();
  await page.mouse.down();
  const answered = page.waitForResponse(/assets\/account-menu/);
  loaded.resolve();
  await (await answered).finished();
  await page.waitForResponse(/get-session/);
  await page.mouse.up();
  await page.getByRole("menuitem", { name: "Sign Out" }).waitFor();
});
