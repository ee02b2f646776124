import { expect, test } from "vitest";
import { newPage } from "../setup/browser.ts";
import { go, goods, useShop, withCart } from "./steps.ts";

useShop();

const PAGES = ["/", "/products", "/product", "/cart", "/wishlist", "/checkout", "/login"];

test("every page with text of twice the size fits a phone", async () => {
  const product = await goods({ min_order: 5, price_kobo: 1_400_000 });
  const page = await newPage({ ...withCart({ product, quantity: 40 }), width: 360 });
  for (const path of PAGES) {
    await go(page, path === "/product" ? `/product/${product.slug}` : path);
    await page.addStyleTag({ content: "html { font-size: 200% }" });
    await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth), { message: path }).toBe(360);
    await page.getByRole("link", { name: "Cart, 40 items" }).waitFor();
  }
});
