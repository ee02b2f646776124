import { expect, test } from "vitest";
import { atBothWidths } from "../setup/browser.ts";
import {
  beginningWith,
  expectHeading,
  expectPath,
  go,
  goods,
  MOVING,
  PHONE,
  seen,
  sql,
  useShop,
  visit,
  withCart,
} from "./steps.ts";

useShop();

test("at both widths its bar sticks, with a shadow past 70 px; badges show whole numbers, and guests reach their wishlist", async () => {
  const product = await goods({ stock_quantity: 5000 });
  const page = await visit("/products", { ...withCart({ product, quantity: 1240 }), width: PHONE });
  const header = page.getByRole("banner");
  await header.getByRole("link", { name: "Wishlist, empty" }).waitFor();
  await page
    .getByRole("button", { name: /^Save .* to wishlist$/ })
    .first()
    .click();
  await atBothWidths(page, async (width) => {
    const pages = header.getByRole("navigation", { name: "About the shop", includeHidden: true });
    expect(await pages.isVisible()).toBe(width > 600);
    const bar = page.getByRole("link", { name: "Oja, home" }).first();
    const shadow = () =>
      bar.evaluate((logo) =>
        getComputedStyle(logo.closest(".sticky") ?? logo).boxShadow.replaceAll(
          /rgba\(0, 0, 0, 0\) 0px 0px 0px 0px(, )?/g,
          "",
        ),
      );
    const scrollTo = (y: number) => page.evaluate((to) => window.scrollTo({ top: to, behavior: "instant" }), y);
    await scrollTo(70);
    await expect.poll(shadow).toBe("none");
    await scrollTo(71);
    await expect.poll(shadow).not.toBe("none");
    await scrollTo(600);
    expect(await bar.evaluate((logo) => logo.closest(".sticky")?.getBoundingClientRect().top)).toBe(0);
    await scrollTo(0);
    await expect.poll(shadow).toBe("none");
    await header.getByText("1,240", { exact: true }).waitFor();
    await header.getByText("1", { exact: true }).waitFor();
    await header.getByRole("link", { name: "Wishlist, 1 product" }).waitFor();
  });
  await header.getByRole("link", { name: "Wishlist, 1 product" }).click();
  await expectHeading(page, "Your wishlist");
});

test("an empty search does nothing, a padded one is trimmed; suggestions come while typing and name distributors; text typed while a search is loading stays", async () => {
  await goods({ name: "Palm wine", distributor: "Zuma Palm Traders" });
  await sql("select refresh_search_words()");
  const page = await visit("/cart");
  const search = seen(page.getByRole("combobox", { name: "Search products" }));
  for (const text of ["", "   "]) {
    await search.fill(text);
    await search.press("Enter");
    await page.getByRole("search").getByRole("button", { name: "Search" }).filter({ visible: true }).click();
  }
  await expectPath(page, "/cart");

  const options = page.getByRole("option");
  await search.fill("");
  await search.pressSequentially("ric");
  await page.getByRole("option", { name: "rice", exact: true }).waitFor();
  await page
    .getByRole("status")
    .getByText(/\d+ suggestions, use the arrow keys/)
    .waitFor();
  expect(await search.getAttribute("aria-expanded")).toBe("true");
  await search.press("Escape");
  await options.first().waitFor({ state: "detached" });
  expect(await search.inputValue()).toBe("ric");
  // A separate list for the longer word, so that the page shows when the old one is gone.
  await page.route(/search\/suggest\?q=rice/, async (route) => {
    const answer = await (await route.fetch()).json();
    await route.fulfill({ json: { ...answer, words: ["rice", "rice by the bag"] } });
  });
  await search.press("e");
  await page.getByRole("option", { name: "rice by the bag", exact: true }).waitFor();
  await search.press("ArrowDown");
  await page.getByRole("option", { selected: true, name: "rice", exact: true }).waitFor();
  await search.press("ArrowUp");
  expect(await page.getByRole("option", { selected: true }).count()).toBe(0);
  await search.press("ArrowUp");
  await page.getByRole("option", { selected: true, name: /^See all \d+ products$/ }).waitFor();
  await search.press("ArrowUp");
  const product = await page.getByRole("option", { selected: true }).innerText();
  await search.press("Enter");
  await expectHeading(page, beginningWith(product.split("\n")[0] ?? ""));
  await options.first().waitFor({ state: "detached" });

  // The old list is there until the answer comes, without the mark.
  const held = Promise.withResolvers<void>();
  await page.route(/search\/suggest\?q=soap/, async (route) => {
    await held.promise;
    await route.continue();
  });
  await search.fill("soap");
  await options.first().waitFor();
  expect(await page.getByRole("option", { selected: true }).count()).toBe(0);
  await search.press("Enter");
  await expectPath(page, "/products?search=soap");
  held.resolve();

  await search.fill("");
  await search.pressSequentially("rice");
  await page.getByRole("option", { name: /^See all \d+ products$/ }).click();
  await expectPath(page, "/products?search=rice");
  await search.fill("zuma p");
  await page.getByRole("option", { name: /^Zuma Palm Traders/ }).click();
  await expectPath(page, "/products?search=Zuma%20Palm%20Traders");
  await expectHeading(page, /^Results for “Zuma Palm Traders”/);
  await page.getByRole("article").getByText("Palm wine").first().waitFor();

  const answer = Promise.withResolvers<void>();
  await page.route("**/products.data*", async (route) => {
    await answer.promise;
    await route.continue();
  });
  await search.fill("rice");
  await search.press("Enter");
  await search.fill("rice 50");
  answer.resolve();
  await expectPath(page, "/products?search=rice");
  await page.getByRole("article").getByText("rice").first().waitFor();
  await options.first().waitFor();
  expect(await search.inputValue()).toBe("rice 50");

  await search.fill("  palm oil & more  ");
  await search.press("Enter");
  await expectPath(page, "/products?search=palm%20oil%20%26%20more");
});

test("the menu of phones opens over the page, holds the focus and gives it back; a link and a search lead on, Back closes it, and leads past it", async () => {
  const page = await visit("/", { width: PHONE, ...MOVING });
  await go(page, "/products");
  const button = page.getByRole("button", { name: "Menu", exact: true });
  const menu = page.getByRole("dialog", { name: "Oja" });
  await button.click();
  await menu.waitFor();
  await page.goBack();
  await menu.waitFor({ state: "hidden" });
  await expectPath(page, "/products");
  await button.click();
  await menu.getByRole("link", { name: "Wishlist" }).click();
  await expectPath(page, "/wishlist");
  await menu.waitFor({ state: "hidden" });
  await page.goBack();
  await expectPath(page, "/products");
  await page.goBack();
  await expectPath(page, "/");

  await button.click();
  for (const name of [
    "All Products",
    "Automotive",
    "Women's Clothing & Fashion",
    "Suppliers",
    "About Us",
    "Contact Us",
    "Blog",
    "Sign In",
    "Create Account",
  ])
    await menu.getByRole("link", { name, exact: true }).waitFor();
  for (let press = 0; press < 40; press += 1) {
    await page.keyboard.press("Tab");
    expect(
      await menu.evaluate(
        (dialog) => dialog.contains(document.activeElement) || document.activeElement === document.body,
      ),
    ).toBe(true);
  }
  await page.keyboard.press("Escape");
  await menu.waitFor({ state: "hidden" });
  expect(await button.evaluate((element) => element === document.activeElement)).toBe(true);

  await button.click();
  await menu.getByRole("link", { name: "Automotive" }).click();
  await menu.waitFor({ state: "hidden" });
  await expectHeading(page, "Automotive");
  await button.click();
  await menu.getByRole("combobox", { name: "Search products" }).fill("oil");
  await menu.getByRole("combobox", { name: "Search products" }).press("Enter");
  await menu.waitFor({ state: "hidden" });
  await expectPath(page, "/products?search=oil");
  await button.click();
  await menu.getByRole("button", { name: "Close" }).click();
  await menu.waitFor({ state: "hidden" });
});
