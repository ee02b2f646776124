import { describe, expect, test } from "vitest";
import { openSignedIn } from "../fixtures/customers.ts";
import { makeOrder, setStatus } from "../fixtures/orders.ts";
import { shop, useShop } from "./steps.ts";

useShop();

const LATE = { allow: [/Failed to load resource/, /Failed to fetch/] };

describe("a late script that fails to load", () => {
  test("of messages or the account menu leaves the page working", async () => {
    const { page, person } = await openSignedIn(shop(), { ...LATE, path: null });
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

  test("of the phone menu, its account part or the two-step set-up leaves an alternative", async () => {
    const { page } = await openSignedIn(shop(), { ...LATE, width: 360, path: null });
    const isCut = (name: string) => page.route(`**/assets/${name}*`, (route) => route.abort());
    await isCut("mobile-menu-sheet");
    await isCut("totp-setup");
    await page.goto(`${shop().url}/profile`);
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

    await page.unroute("**/assets/mobile-menu-sheet*");
    await isCut("mobile-account");
    await page.goto(`${shop().url}/cart`);
    await page.getByRole("button", { name: "Menu", exact: true }).click();
    await page.getByRole("dialog").getByRole("link", { name: "My Profile" }).click();
    await page.getByRole("heading", { name: "My Profile" }).waitFor();
  });
});
