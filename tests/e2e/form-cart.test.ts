import { expect, test } from "vitest";
import { atBothWidths, newPage } from "../setup/browser.ts";
import { expectCartCount, expectPath, goods, PHONE, shop, usable, useShop } from "./steps.ts";

useShop();

const formCart = (id: string) => ({ name: "oja.cart", value: `${id.replaceAll("-", "")}-6-6`, url: shop().url });

test("what forms left comes into the browser's cart once there is JavaScript", async () => {
  const product = await goods({ min_order: 5, larger_units: [{ unit: "pallet", pieces: 6 }] });
  const page = await newPage();
  await page.context().addCookies([formCart(product.id)]);
  await page.goto(`${shop().url}/products`);
  await usable(page);
  await expectCartCount(page, 6);
  expect((await page.context().cookies()).map(({ name }) => name)).not.toContain("oja.cart");
  await page.goto(`${shop().url}/cart/basic`);
  await expectPath(page, "/cart");
  await expectCartCount(page, 6);
  await page.getByText("1 pallet (6").waitFor();
});

test("without JavaScript checkout and wishlist say that they need it, without a skeleton, and the cart of forms fits at both widths", async () => {
  const product = await goods({ min_order: 5, larger_units: [{ unit: "pallet", pieces: 6 }] });
  const page = await newPage({ width: PHONE, javaScriptEnabled: false });
  for (const path of ["/checkout", "/wishlist"]) {
    await page.goto(`${shop().url}${path}`);
    expect(await page.locator("main noscript > div").innerText()).toContain("needs JavaScript");
    const skeleton = page.getByRole("status", { name: /^Loading/ }).filter({ visible: true });
    expect(await skeleton.count()).toBe(0);
  }
  // The session stays unknown.
  const header = page.getByRole("banner");
  await header.getByRole("link", { name: "Account", exact: true }).waitFor();
  expect(await header.getByRole("link", { name: "Sign In" }).count()).toBe(0);
  await page.context().addCookies([formCart(product.id)]);
  await page.goto(`${shop().url}/products`);
  await page.getByRole("link", { name: /^Cart/ }).click();
  await expectPath(page, "/cart/basic");
  await page.getByRole("listitem").filter({ hasText: product.name }).getByText("1 pallet (6").waitFor();
  await atBothWidths(page, async () =>
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0),
  );
});
