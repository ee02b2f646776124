import { expect, test } from "vitest";
import { person } from "../fixtures/browser-admin.ts";
import { atBothWidths, newPage } from "../setup/browser.ts";
import {
  atCheckout,
  atPopup,
  expectCartCount,
  expectHeading,
  expectPath,
  payButton,
  PHONE,
  shop,
  useShop,
} from "./steps.ts";

useShop();

test("at both widths the checkout names ways to pay, leads back to the cart and nowhere else; phones have the pay button in sight", async () => {
  const { page } = await atCheckout(3, { width: PHONE });
  const methods = page.getByRole("group", { name: "You pay by" });
  await atBothWidths(page, async () => {
    for (const name of ["Bank transfer", "Card or USSD"]) await methods.getByText(name, { exact: true }).waitFor();
    expect(await page.getByRole("contentinfo").count()).toBe(0);
    expect(await page.getByText("Newsletter").count()).toBe(0);
    await page.getByRole("link", { name: "Edit cart" }).waitFor();
  });
  // Total and pay button are visible from the first field on.
  for (const y of [0, 300]) {
    await page.evaluate((to) => window.scrollTo({ top: to, behavior: "instant" }), y);
    const box = await payButton(page).boundingBox();
    expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(780);
    expect(box?.y).toBeGreaterThan(600);
  }
  expect(await payButton(page).innerText()).toBe("Pay ₦15,000.00");
  await page.getByRole("link", { name: "Edit cart" }).click();
  await expectHeading(page, "Your cart");
  await page.getByRole("contentinfo").waitFor();
});

test("Sign in leads back to the checkout with the cart, and the form is filled in", async () => {
  const who = await person(shop(), "customer");
  const { page } = await atCheckout(3);
  await page.getByText("Have an account?").getByRole("link", { name: "Sign in" }).click();
  await expectHeading(page, "Welcome back");
  await page.getByLabel("Email or phone number").fill(who.email);
  await page.getByLabel("Password", { exact: true }).fill(who.password);
  await page.getByRole("button", { name: "Log in" }).click();
  await expectPath(page, "/checkout");
  await payButton(page).waitFor();
  await expectCartCount(page, 3);
  expect(await page.getByLabel("Email").inputValue()).toBe(who.email);
  await expect.poll(() => page.getByText("Have an account?").count()).toBe(0);
});

test.each([true, false])(
  "a guest who wanted to see orders is led to them by signing in (script: %s)",
  async (javaScriptEnabled) => {
    const who = await person(shop(), "customer");
    const page = await newPage({ javaScriptEnabled });
    await page.goto(`${shop().url}/profile/orders?page=2`);
    await page.getByLabel("Email or phone number").fill(who.email);
    await page.getByLabel("Password", { exact: true }).fill(who.password);
    await page.getByRole("button", { name: "Log in" }).click();
    await expectHeading(page, "My Orders");
    const header = page.getByRole("banner");
    await header.getByRole(javaScriptEnabled ? "button" : "link", { name: "Account", exact: true }).waitFor();
    expect(await header.getByRole("link", { name: "Sign In" }).count()).toBe(0);
  },
);

test("after Escape in the payment window the focus is back at the pay button", async () => {
  const { page, popup } = await atPopup();
  await popup.getByRole("tab", { name: "Card" }).focus();
  await page.keyboard.press("Escape");
  await expect
    .poll(async () => await payButton(page).evaluate((button) => button === document.activeElement))
    .toBe(true);
  await expectCartCount(page, 3);
});
