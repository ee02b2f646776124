import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { RunningShop } from "#server/start.server.ts";
import { expectToast, makePerson, openSignedIn, profileReady, signInPage } from "../fixtures/customers.ts";
import { makeOrder } from "../fixtures/orders.ts";
import { atBothWidths, newPage } from "../setup/browser.ts";
import { testShop } from "../setup/shop.ts";
import { usable } from "./steps.ts";

/** The layout of the account pages. */
let shop: RunningShop;

beforeAll(async () => {
  shop = await testShop({ env: { TRUST_PROXY: "1", HOST: "localhost" } });
});
afterAll(() => shop.close());

const sql = (text: string, values: unknown[]) => shop.shop.database.sql(text, values);
const WORD = "Superduperextraordinarylongunbrokenproductnm";

test("an order with a very long word is read without scrolling sideways, at both widths", async () => {
  const person = await makePerson(shop);
  const page = await newPage();
  await signInPage(page, shop, person);
  const id = await makeOrder(shop.shop.database, person.id, {
    items: [{ name: WORD, price_kobo: 785_000_000, quantity: 1200 }],
  });
  await page.goto(`${shop.url}/profile/orders?order=${id}`);
  const dialog = page.getByRole("dialog");
  await dialog.getByText(WORD).waitFor();
  const over = (one: Element) => one.scrollWidth - one.clientWidth;
  await atBothWidths(page, async () => {
    expect(await dialog.evaluate(over)).toBe(0);
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
  });
});

test("the address of a recovery mail stays in one piece, at both widths", async () => {
  const page = await newPage();
  await page.goto(`${shop.url}/forgot-password`);
  await usable(page);
  await page.getByLabel("Email", { exact: true }).fill("ngozi@adeniyifoods.example");
  await page.getByRole("button", { name: "Send reset link" }).click();
  const address = page.getByRole("main").getByText("ngozi@adeniyifoods.example");
  await atBothWidths(page, async () => {
    expect(await address.evaluate((one) => [one.getClientRects().length, one.clientHeight < 40])).toEqual([1, true]);
  });
});

const isInWindow = (one: Element) => {
  const { top, bottom } = one.getBoundingClientRect();
  return top >= 0 && bottom <= innerHeight;
};

test.each(["/profile?reset=true", "/admin/security?reset=true"])(
  "at 360 px: %s begins with the new password",
  async (path) => {
    const { page, person } = await openSignedIn(shop, { width: 360 });
    if (path.startsWith("/admin"))
      await sql("update users set role = 'admin', staff_role = 'owner' where id = $1", [person.id]);
    await page.goto(shop.url + path);
    const notice = page.getByRole("alert").filter({ hasText: "Password Reset Required" });
    await expect.poll(() => notice.evaluate((one) => one === document.activeElement)).toBe(true);
    for (const one of [notice, page.getByLabel("New password"), page.getByLabel("Confirm password")]) {
      expect(await one.evaluate(isInWindow)).toBe(true);
    }
  },
);

test("at 360 px: an order read to its end can be closed, and is as high as while it was loading", async () => {
  const { page, person } = await openSignedIn(shop, { width: 360 });
  const items = [1, 2, 3, 4, 5, 6].map((n) => ({ name: `Rice ${n}`, price_kobo: 100_000, quantity: n }));
  await makeOrder(shop.shop.database, person.id, { items });
  await page.emulateMedia({ reducedMotion: "reduce" });
  await page.goto(`${shop.url}/profile/orders`);
  await page.getByText("Live", { exact: true }).waitFor();
  const answer = Promise.withResolvers<void>();
  await page.route("**/orders.data*", async (route) => {
    await answer.promise;
    await route.continue();
  });
  await page.getByRole("link", { name: /View Details/ }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("status", { name: "Loading" }).waitFor();
  const height = () => dialog.evaluate((one) => one.scrollHeight);
  const loading = await height();
  answer.resolve();
  await dialog.getByText("Rice 6").waitFor();
  expect(Math.abs((await height()) - loading)).toBeLessThan(60);
  await dialog.evaluate((one) => one.scrollTo(0, one.scrollHeight));
  await dialog.getByText("Total", { exact: true }).waitFor();
  expect(await dialog.getByRole("button", { name: "Close" }).evaluate(isInWindow)).toBe(true);
  await dialog.getByRole("button", { name: "Close" }).click();
  await dialog.waitFor({ state: "hidden" });
});

test("My Profile and My Orders begin at the same place", async () => {
  const { page } = await openSignedIn(shop);
  const start = async (name: string) => {
    const box = await page.getByRole("heading", { level: 1, name }).boundingBox();
    return [box?.x, box?.y];
  };
  const profile = await start("My Profile");
  await page.goto(`${shop.url}/profile/orders`);
  expect(await start("My Orders")).toEqual(profile);
});

describe.each([360, 1280])("at %i px", (width) => {
  test("a message does not cover the open account menu", async () => {
    const { page } = await openSignedIn(shop, { width });
    await profileReady(page);
    await page.evaluate(() => scrollTo(0, 0));
    await page.getByRole("button", { name: "Account", exact: true }).click();
    await page.keyboard.press("Escape");
    await page.getByRole("button", { name: "Save changes" }).click();
    await expectToast(page, "Profile updated");
    await page.evaluate(() => scrollTo(0, 0));
    await page.getByRole("button", { name: "Account", exact: true }).click();
    expect(await page.locator("[data-sonner-toast]").count()).toBe(1);
    for (const name of ["My Profile", "My Orders", "Wishlist", "Sign Out"]) {
      const item = page.getByRole("menuitem", { name });
      const isOnTop = await item.evaluate((one) => {
        const { x, y, width: w, height } = one.getBoundingClientRect();
        const points = [0.1, 0.5, 0.9].map((part) => document.elementFromPoint(x + w * part, y + height / 2));
        return points.every((found) => found !== null && one.contains(found));
      });
      expect(isOnTop, name).toBe(true);
    }
  });
});

const failing = { allow: [/Failed to load resource/, /Unexpected Server Error/, /Unable to decode/] };

test("details that the server fails to send are said as such, and the list stays", async () => {
  const { page, person } = await openSignedIn(shop, failing);
  const id = await makeOrder(shop.shop.database, person.id);
  await page.goto(`${shop.url}/profile/orders`);
  await page.getByText("Live", { exact: true }).waitFor();
  await failDetails(page);
  await page.getByRole("link", { name: /View Details/ }).click();
  await expectToast(page, "Error", "Failed to load order details. Please try again.");
  await page.getByRole("article", { name: id.slice(0, 8).toUpperCase() }).waitFor();
});

async function failDetails(page: Page): Promise<void> {
  await page.route("**/orders.data*", (route) => route.fulfill({ status: 500, body: "Oops" }));
}
