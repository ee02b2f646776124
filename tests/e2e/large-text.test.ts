import { expect, test } from "vitest";
import { goods, useShop, visit, withCart } from "./steps.ts";

useShop();

test.each(["/", "/products", "/product", "/cart", "/wishlist", "/checkout", "/login"])(
  "%s with text of twice the size fits a phone",
  async (path) => {
    const product = await goods({ min_order: 5, price_kobo: 1_400_000 });
    const address = path === "/product" ? `/product/${product.slug}` : path;
    const page = await visit(address, { ...withCart({ product, quantity: 40 }), width: 360 });
    await page.addStyleTag({ content: "html { font-size: 200% }" });
    await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
    await page.getByRole("link", { name: "Cart, 40 items" }).waitFor();
  },
);
