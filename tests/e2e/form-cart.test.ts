import { expect, test } from "vitest";
import { atBothWidths, newPage } from "../setup/browser.ts";
import { expectCartCount, expectPath, goods, PHONE, seen, shop, usable, useShop } from "./steps.ts";

useShop();

test("adding, changing and removing work by forms without JavaScript", async () => {
  const larger_units = [{ unit: "pallet", pieces: 10 }];
  const product = await goods({ min_order: 5, price_kobo: 1_400_000, stock_quantity: 40, unit: "bag", larger_units });
  const page = await newPage({ width: PHONE, javaScriptEnabled: false, allow: [/422/] });
  await page.goto(`${shop().url}/products?search=${product.slug}`);
  await page.getByRole("button", { name: `Add 5 to cart: ${product.name}` }).click();
  await expectPath(page, "/cart/basic");
  const line = page.getByRole("listitem").filter({ hasText: product.name });
  await line.getByText("₦70,000.00").waitFor();
  await page.goto(`${shop().url}/product/${product.slug}`);
  await seen(page.getByRole("button", { name: "Add to Cart", exact: true })).click();
  await line.getByText("₦140,000.00").waitFor();
  const field = line.getByLabel(`Quantity of ${product.name}`);
  await field.fill("2.5");
  await line.getByRole("button", { name: "Update" }).click();
  await page.getByRole("alert").getByText("“2.5” is not a quantity.").waitFor();
  await field.fill("90");
  await line.getByRole("button", { name: "Update" }).click();
  await line.getByText("Only 40 left, quantity lowered").waitFor();
  await line.getByText("₦560,000.00").waitFor();
  await line.getByLabel(`Count ${product.name} in`).selectOption("pallet of 10 bags");
  await line.getByRole("button", { name: "Update" }).click();
  await line.getByText("4 pallets (40 bags)").waitFor();
  expect(await field.inputValue()).toBe("4");
  await field.fill("3");
  await line.getByRole("button", { name: "Update" }).click();
  await line.getByText("3 pallets (30 bags)").waitFor();
  await line.getByText("₦420,000.00").waitFor();
  await page.getByText("Paying needs JavaScript.").waitFor();
  await atBothWidths(page, async () =>
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0),
  );
  await page.getByRole("link", { name: /^Cart/ }).click();
  await expectPath(page, "/cart/basic");
  await line.getByRole("button", { name: "Remove" }).click();
  await page.getByRole("heading", { name: "Your cart is empty" }).waitFor();
});

test("what forms left comes into the browser's cart once there is JavaScript, and pages stay cacheable", async () => {
  const product = await goods({ min_order: 5, larger_units: [{ unit: "pallet", pieces: 6 }] });
  const page = await newPage();
  const cookie = `${product.id.replaceAll("-", "")}-6-6`;
  await page.context().addCookies([{ name: "oja.cart", value: cookie, url: shop().url }]);
  await page.goto(`${shop().url}/products`);
  await usable(page);
  await expectCartCount(page, 6);
  expect((await page.context().cookies()).map(({ name }) => name)).not.toContain("oja.cart");
  const response = await page.goto(`${shop().url}/cart/basic`);
  expect(response?.headers()["cache-control"]).toBe("no-store");
  await expectPath(page, "/cart");
  await expectCartCount(page, 6);
  await page.getByText("1 pallet (6").waitFor();
  const listing = await fetch(`${shop().url}/products`, { headers: { Cookie: `oja.cart=${cookie}` } });
  expect([listing.headers.get("cache-control"), listing.headers.get("set-cookie")]).toEqual([
    expect.stringContaining("public"),
    null,
  ]);
});

test.each(["/wishlist", "/checkout"])(
  "%s without JavaScript says that it needs it, without a skeleton",
  async (path) => {
    const page = await newPage({ width: 360, javaScriptEnabled: false });
    await page.goto(`${shop().url}${path}`);
    expect(await page.locator("main noscript > div").innerText()).toContain("needs JavaScript");
    expect(
      await page
        .getByRole("status", { name: /^Loading/ })
        .filter({ visible: true })
        .count(),
    ).toBe(0);
  },
);
