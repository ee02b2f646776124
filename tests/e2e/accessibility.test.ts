import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { expectAccessible } from "../setup/axe.ts";
import { goods, PHONE, storage, useShop, visit, WIDTHS, withCart } from "./steps.ts";

useShop();

/** Nothing serious for axe, nothing wider than the screen, one main heading. */
async function expectSound(page: Page, width: number): Promise<void> {
  await page.getByRole("heading", { level: 1 }).first().waitFor({ state: "attached" });
  expect(await page.getByRole("heading", { level: 1 }).count()).toBe(1);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
  await expectAccessible(page);
}

describe.each(WIDTHS)("at %i px", (width) => {
  test.each([
    ["/"],
    ["/products"],
    ["/products?search=rice&minPrice=1000&sort=price-asc"],
    ["/products?search=zzzzqqq"],
    ["/products?page=-1&minPrice=abc&sort=x"],
    ["/products/featured"],
    ["/products/best-sellers"],
    ["/products/new-arrivals"],
    ["/category/grocery-gourmet-food"],
    ["/cart"],
    ["/wishlist"],
  ])("%s", async (path) => {
    await expectSound(await visit(path, { width }), width);
  });

  test("a page that is not there", async () => {
    const page = await visit("/nothing/here", { width, allow: [/404/] });
    await page.getByRole("heading", { level: 1, name: "Oops! Page not found" }).waitFor();
    await expectSound(page, width);
  });

  test("a product with a long name, a large price and little stock", async () => {
    const product = await goods({
      name: "Extraordinarily long-grain stone-free parboiled premium rice from Kebbi, export grade, hand-picked",
      price_kobo: 98_765_432_100,
      stock_quantity: 4,
      min_order: 2,
    });
    await expectSound(await visit(`/product/${product.slug}`, { width }), width);
  });

  test("cart, checkout with errors, wishlist", async () => {
    const product = await goods({ price_kobo: 123_456_700 });
    const lines = withCart({ product, quantity: 5 });
    const cart = await visit("/cart", { width, ...lines });
    await cart.getByRole("heading", { name: "Order Summary" }).waitFor();
    await expectSound(cart, width);

    const checkout = await visit("/checkout", { width, ...lines });
    await checkout.getByRole("button", { name: /^Pay ₦/ }).click();
    await checkout.getByText("Full name is required.").waitFor();
    await expectSound(checkout, width);

    const { id, name, slug, price_kobo } = product;
    const wishes = storage({ "wishlist-storage": { items: [{ id, name, slug, price_kobo, image: null }] } });
    const wishlist = await visit("/wishlist", { width, ...wishes });
    await wishlist.getByRole("link", { name }).first().waitFor();
    await expectSound(wishlist, width);
  });
});

describe("by keyboard", () => {
  test("the first stop skips to the content", async () => {
    const page = await visit("/products");
    await page.keyboard.press("Tab");
    const skip = page.getByRole("link", { name: "Skip to content" });
    await expect.poll(() => skip.evaluate((link) => link === document.activeElement)).toBe(true);
    await page.keyboard.press("Enter");
    await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe("content");
  });

  test("what has the focus shows it", async () => {
    const page = await visit("/");
    for (let stop = 0; stop < 12; stop += 1) {
      await page.keyboard.press("Tab");
      const outline = await page.evaluate(() => {
        const active = document.activeElement;
        if (!active) return "nothing has the focus";
        const style = getComputedStyle(active);
        const after = getComputedStyle(active, "::after");
        const isVisible = [style, after].some(
          (one) => one.outlineStyle !== "none" && Number.parseFloat(one.outlineWidth) >= 2,
        );
        return isVisible ? "" : active.outerHTML.slice(0, 120);
      });
      expect(outline).toBe("");
    }
  });
});

test("on a phone, what is tapped to buy is at least 44 px high", async () => {
  const product = await goods();
  const page = await visit(`/product/${product.slug}`, { width: PHONE });
  const names = [/^Add to Cart/, /^Buy Now/, /wishlist/i, /share/i];
  for (const name of names) {
    const box = await page.getByRole("button", { name }).filter({ visible: true }).first().boundingBox();
    expect(box?.height ?? 0).toBeGreaterThanOrEqual(44);
  }
});

test("with the phone's menu open", async () => {
  const page = await visit("/", { width: PHONE });
  await page.getByRole("button", { name: "Menu", exact: true }).click();
  await page.getByRole("dialog").waitFor();
  await expectAccessible(page);
});
