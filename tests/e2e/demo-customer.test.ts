import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { expectHeading, goods, usable, useShop, shop, visit, withCart } from "./steps.ts";

useShop();

async function logIn(page: Page): Promise<void> {
  await page.getByLabel("Email or phone number").fill("ada@oja.example");
  await page.getByLabel("Password", { exact: true }).fill("oja-demo-ada");
  await page.getByRole("button", { name: "Log in" }).click();
  await page.waitForURL(`${shop().url}/`);
}

test("the demo's customer finds an order history over two pages, with details of goods that the shop sells", async () => {
  const page = await visit("/login");
  await logIn(page);
  await page.goto(`${shop().url}/profile/orders`);
  await expectHeading(page, "My Orders");
  expect(await page.getByRole("article").count()).toBe(20);
  for (const state of ["Processing", "Shipped", "Delivered", "Cancelled"]) {
    expect(await page.getByRole("article").getByText(state, { exact: true }).count()).toBeGreaterThan(0);
  }
  await page.getByRole("link", { name: "Page 2" }).click();
  await expect.poll(() => page.getByRole("article").count()).toBeLessThan(20);
  await page
    .getByRole("link", { name: /View Details/ })
    .first()
    .click();
  const dialog = page.getByRole("dialog");
  await dialog.getByText("Surulere, Lagos, 101283").waitFor();
  const name = await dialog.getByRole("row").nth(1).getByRole("cell").first().locator("span").first().innerText();
  await page.goto(`${shop().url}/products?search=${encodeURIComponent(name)}`);
  await page.getByText(name, { exact: true }).first().waitFor();
});

test("checkout knows where the demo's customer lives", async () => {
  const product = await goods();
  const page = await visit("/login", withCart({ product, quantity: 2 }));
  await logIn(page);
  await page.goto(`${shop().url}/checkout`);
  await usable(page);
  const form = page.getByRole("group", { name: "Shipping information" });
  await expect.poll(() => form.getByLabel("Full name").inputValue()).toBe("Ada Okafor");
  expect(await form.getByLabel("Phone").inputValue()).toBe("0803 412 7765");
  expect(await form.getByLabel("Address").inputValue()).toBe("14 Ogunlana Drive");
  expect(await form.getByLabel("State").inputValue()).toBe("Lagos");
});
