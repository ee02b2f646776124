import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { RunningShop } from "#server/start.server.ts";
import { expectToast, openSignedIn, profileReady, signInElsewhere, type Person } from "../fixtures/customers.ts";
import { testShop } from "../setup/shop.ts";

/** Signing out in its three scopes, and the messages when it happened elsewhere. */
let shop: RunningShop;

beforeAll(async () => {
  shop = await testShop({ env: { TRUST_PROXY: "1", HOST: "localhost" } });
});
afterAll(() => shop.close());

const SECURITY = "/profile?tab=security";
const isOpen = async (cookie: string) =>
  (await (await fetch(`${shop.url}/api/auth/get-session`, { headers: { Cookie: cookie } })).json()) !== null;
const endAll = ({ id }: Person) => shop.shop.database.sql("delete from sessions where user_id = $1", [id]);
const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });
const signInLink = (page: Page) => page.getByRole("link", { name: "Sign In" });
const countLoggedOutNotices = (page: Page) => page.getByText("Logged out", { exact: true }).count();

/** A page in a browser with a stored session. */
async function openKnown(path: string, allow: RegExp[] = []) {
  const opened = await openSignedIn(shop, { allow });
  await button(opened.page, "Account").waitFor();
  await opened.page.goto(shop.url + path);
  return opened;
}

/** Another tab of the same browser with a stored session. */
async function anotherTab(page: Page, path: string): Promise<Page> {
  const tab = await page.context().newPage();
  await tab.goto(shop.url + path);
  await button(tab, "Account").click();
  await tab.getByRole("menuitem", { name: "Sign Out" }).waitFor();
  await tab.keyboard.press("Escape");
  return tab;
}

test("local: Sign Out of the menu ends this browser's session; its other tabs say Logged out, other devices stay", async () => {
  const { page, person } = await openKnown("/cart");
  const phone = await signInElsewhere(shop, person);
  const shopping = await anotherTab(page, "/wishlist");
  const profile = await anotherTab(page, "/profile");
  await button(page, "Account").click();
  await page.getByRole("menuitem", { name: "Sign Out" }).click();
  await expectToast(page, "Signed out successfully", "You have been signed out of your account");
  await page.waitForURL(`${shop.url}/`);
  await expectToast(shopping, "Logged out", "Your session has ended.");
  await signInLink(shopping).waitFor();
  expect(new URL(shopping.url()).pathname).toBe("/wishlist");
  await profile.waitForURL(`${shop.url}/login`);
  await expectToast(profile, "Logged out");
  await expect.poll(() => profile.getByText(person.email).count()).toBe(0);
  expect(await countLoggedOutNotices(page)).toBe(0);
  expect(await isOpen(phone)).toBe(true);
});

test("local: the button in the row of this device; a sign-out that the service refuses says so, and why", async () => {
  const { page, person } = await openSignedIn(shop, { path: SECURITY, allow: [/Failed to load resource/] });
  const phone = await signInElsewhere(shop, person);
  await profileReady(page);
  await page.route("**/api/auth/sign-out", (route) =>
    route.fulfill({ status: 400, json: { message: "Come back later." } }),
  );
  await button(page, "Sign out on this device").click();
  await expectToast(page, "Sign out failed", "Come back later.");
  await page.unroute("**/api/auth/sign-out");
  await page.route("**/api/auth/sign-out", (route) => route.abort());
  await button(page, "Sign out on this device").click();
  await expectToast(page, "Sign out failed", "Please try again.");
  expect(new URL(page.url()).pathname).toBe("/profile");
  await page.unroute("**/api/auth/sign-out");
  await button(page, "Sign out on this device").click();
  await expectToast(page, "Signed out successfully");
  await page.waitForURL(`${shop.url}/`);
  expect(await isOpen(phone)).toBe(true);
});

test("others: Sign out everywhere else leaves this device signed in, and the focus on the list", async () => {
  const { page, person } = await openSignedIn(shop, { path: "/profile" });
  const [phone, laptop] = [await signInElsewhere(shop, person), await signInElsewhere(shop, person)];
  await page.goto(shop.url + SECURITY);
  await profileReady(page);
  await button(page, "Sign out everywhere else").click();
  await expectToast(page, "Signed out everywhere else");
  await expect
    .poll(() => page.evaluate(() => document.activeElement?.getAttribute("aria-label")))
    .toBe("Open sessions");
  expect([await isOpen(phone), await isOpen(laptop)]).toEqual([false, false]);
  expect(await button(page, "Sign out everywhere").count()).toBe(0);
  await page.reload();
  expect(new URL(page.url()).pathname).toBe("/profile");
});

test("global: Sign out everywhere ends every session, here too", async () => {
  const { page, person } = await openSignedIn(shop, { path: "/profile" });
  const phone = await signInElsewhere(shop, person);
  await page.goto(shop.url + SECURITY);
  await profileReady(page);
  await button(page, "Sign out everywhere").click();
  await expectToast(page, "Signed out successfully", "You have been signed out of your account");
  await page.waitForURL(`${shop.url}/`);
  expect(await isOpen(phone)).toBe(false);
  await signInLink(page).waitFor();
});

test("who was signed out on another device is told Logged out at the next page that needs an account", async () => {
  const { page, person } = await openKnown("/cart");
  await button(page, "Account").click();
  await page.getByRole("menuitem", { name: "My Orders" }).waitFor();
  await endAll(person);
  await page.getByRole("menuitem", { name: "My Orders" }).click();
  await page.waitForURL(`${shop.url}/login`);
  await expectToast(page, "Logged out", "Your session has ended. You can log in again at any time.");
  await signInLink(page).waitFor();
});

test("who comes back after the session has ended is told Logged out, once", async () => {
  const { page, person } = await openKnown("/cart");
  await anotherTab(page, "/wishlist").then((tab) => tab.close());
  await endAll(person);
  await page.goto(`${shop.url}/wishlist`);
  await expectToast(page, "Logged out");
  await signInLink(page).waitFor();
  await page.reload();
  await signInLink(page).waitFor();
  expect(await countLoggedOutNotices(page)).toBe(0);
});

test.each([
  ["turns on the second factor", "Turn on two-step verification", "Continue"],
  ["adds a passkey", "Add a passkey", null],
  ["deletes the account", "Delete Account", "Delete Account"],
])("who %s after the session has ended is told Logged out, at the login", async (_, first, then) => {
  const { page, person } = await openKnown(SECURITY, [/401/]);
  await profileReady(page);
  await button(page, "Account").click();
  await page.getByRole("menuitem", { name: "Sign Out" }).waitFor();
  await page.keyboard.press("Escape");
  await endAll(person);
  await button(page, first).click();
  const password = page.getByLabel("Your password");
  if (then === "Continue") await password.fill(person.password);
  if (then) await button(page, then).last().click();
  await page.waitForURL(`${shop.url}/login`);
  await expectToast(page, "Logged out", "Your session has ended. You can log in again at any time.");
});

test("My Orders in another tab closes when this one signs out", async () => {
  const { page } = await openKnown("/cart", [/401/]);
  const orders = await anotherTab(page, "/profile/orders");
  await button(page, "Account").click();
  await page.getByRole("menuitem", { name: "Sign Out" }).click();
  await orders.waitForURL(`${shop.url}/login`);
  await expectToast(orders, "Logged out");
});
