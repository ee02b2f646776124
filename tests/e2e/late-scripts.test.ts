import { describe, expect, test } from "vitest";
import { openSignedIn } from "../fixtures/customers.ts";
import { makeOrder, setStatus } from "../fixtures/orders.ts";
import { shop, useShop } from "./steps.ts";

useShop();

const LATE = { allow: [/Failed to load resource/, /Failed to fetch/] };

describe("a late script that fails to load", () => {
  test("of messages or the account menu leaves the page working", async () => {
    const { page, person } = await openSignedIn(shop(), LATE);
    const id = await makeOrder(shop().shop.database, person.id);
    await page.route(/assets\/(toaster-view|account-menu)/, (route) => route.abort());
    await page.goto(`${shop().url}/profile/orders`);
    await page.getByText("Live", { exact: true }).waitFor();
    await page.getByRole("link", { name: "Account", exact: true }).waitFor();
    const failed = page.waitForEvent("requestfailed", (request) => request.url().includes("toaster-view"));
    await page.route("**/orders.data*", (route) => route.abort());
    await setStatus(shop().shop.database, id, "shipped");
    await failed;
    await page.getByRole("link", { name: "Account", exact: true }).click();
    await page.getByRole("heading", { name: "My Profile" }).waitFor();
  });

  test("of the phone menu or the two-step set-up leaves an alternative", async () => {
    const { page } = await openSignedIn(shop(), { ...LATE, width: 360 });
    await page.route(/assets\/(mobile-menu-sheet|totp-setup)/, (route) => route.abort());
    await page.reload();
    await page.getByRole("button", { name: "Menu", exact: true }).click();
    const links = page.getByRole("navigation", { name: "Quick Links" });
    await expect
      .poll(() =>
        links
          .getByRole("link")
          .first()
          .evaluate((link) => link === document.activeElement),
      )
      .toBe(true);
    await page.getByRole("tab", { name: "Security" }).click();
    await page.getByRole("button", { name: "Turn on two-step verification" }).click();
    await page.getByLabel("Your password").fill("first-password");
    await page.getByRole("button", { name: "Continue" }).click();
    await page.getByRole("alert").getByText("This step could not be loaded.").waitFor();
    await page.getByRole("button", { name: "Cancel" }).click();
    await page.getByRole("button", { name: "Turn on two-step verification" }).waitFor();
  });

  test("of the phone menu's account part leaves the link to the profile", async () => {
    const { page } = await openSignedIn(shop(), { ...LATE, width: 360 });
    await page.getByRole("button", { name: "Account", exact: true }).waitFor();
    await page.route(/assets\/mobile-account/, (route) => route.abort());
    await page.goto(`${shop().url}/cart`);
    await page.getByRole("button", { name: "Menu", exact: true }).click();
    await page.getByRole("dialog").getByRole("link", { name: "My Profile" }).click();
    await page.getByRole("heading", { name: "My Profile" }).waitFor();
  });
});
