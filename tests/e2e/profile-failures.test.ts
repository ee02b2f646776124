import type { Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import type { RunningShop } from "#server/start.server.ts";
import { expectToast, makePasskey, openSignedIn, profileReady, signInElsewhere } from "../fixtures/customers.ts";
import { makeOrder, setStatus } from "../fixtures/orders.ts";
import { testShop } from "../setup/shop.ts";

/** The profile and My Orders when the shop's database, the connection or the service fails. */
let shop: RunningShop;
let restore: (() => Promise<unknown>) | null = null;

beforeAll(async () => {
  shop = await testShop({ env: { TRUST_PROXY: "1", HOST: "localhost", LOG_LEVEL: "silent" } });
});
afterEach(async () => {
  await restore?.();
  restore = null;
});
afterAll(() => shop.close());

const SECURITY = "/profile?tab=security";
const DELETION = "**/functions/v1/delete-user-account";
const ALLOW = { allow: [/Failed to load resource/, /Failed to fetch/, /Unexpected Server Error/, /Unable to decode/] };
const sql = (text: string, values: unknown[] = []) => shop.shop.database.sql(text, values);
const field = (page: Page, label: string) => page.getByLabel(label, { exact: true });

/** Breaks the database until the test ends. */
async function breakIt(text: string, restoreSql: string): Promise<void> {
  await sql(text);
  restore = () => sql(restoreSql);
}

/** Data requests of this page fail from now on; documents load. */
const cutLine = (page: Page) => page.route("**/profile.data*", (route) => route.abort());

async function setPassword(page: Page): Promise<void> {
  await field(page, "New password").fill("second-password");
  await field(page, "Confirm password").fill("second-password");
  await page.getByRole("button", { name: "Change Password" }).click();
}

test("Failed to load profile data: opened with a broken database", async () => {
  const { page } = await openSignedIn(shop, { path: "/", ...ALLOW });
  await breakIt("alter table profiles rename to lost", "alter table lost rename to profiles");
  const answer = await page.goto(`${shop.url}/profile`);
  expect(answer?.status()).toBe(500);
  await expectToast(page, "Error", "Failed to load profile data");
  await page.getByRole("heading", { name: "Something went wrong" }).waitFor();
  await restore?.();
  restore = null;
  await page.getByRole("button", { name: "Try again" }).click();
  await page.getByRole("heading", { name: "My Profile" }).waitFor();
});

test("Failed to load profile data: a refresh that does not come through leaves the page as it is", async () => {
  const { page } = await openSignedIn(shop, ALLOW);
  await profileReady(page);
  await page.route("**/profile.data*", (route) =>
    route.request().method() === "GET" ? route.abort() : route.continue(),
  );
  await field(page, "City").fill("Jos");
  await page.getByRole("button", { name: "Save changes" }).click();
  await expectToast(page, "Error", "Failed to load profile data");
  expect(await field(page, "City").inputValue()).toBe("Jos");
});

test("Failed to update profile: the line is cut, the server fails, the database refuses; what was typed stays", async () => {
  const { page, person } = await openSignedIn(shop, ALLOW);
  await profileReady(page);
  await cutLine(page);
  await field(page, "City").fill("Nowhere");
  const save = page.getByRole("button", { name: "Save changes" });
  await save.click();
  await expectToast(page, "Error", "Failed to update profile");
  expect(await field(page, "City").inputValue()).toBe("Nowhere");
  await page.unroute("**/profile.data*");
  await page.route("**/profile.data*", (route) => route.fulfill({ status: 502, body: "Bad gateway" }));
  await save.click();
  await expectToast(page, "Error", "Failed to update profile");
  expect(await field(page, "City").inputValue()).toBe("Nowhere");
  await page.unroute("**/profile.data*");
  await breakIt(
    "alter table profiles add constraint broken check (city <> 'Nowhere')",
    "alter table profiles drop constraint broken",
  );
  await save.click();
  await expectToast(page, "Error", "Failed to update profile");
  expect(await field(page, "City").inputValue()).toBe("Nowhere");
  expect((await sql("select city from profiles where id = $1", [person.id])).rows).toEqual([]);
});

test("Failed to update password: the line is cut, then the database refuses", async () => {
  const { page, person } = await openSignedIn(shop, { path: SECURITY, ...ALLOW });
  await profileReady(page);
  await cutLine(page);
  await setPassword(page);
  await expectToast(page, "Error", "Failed to update password");
  await page.unroute("**/profile.data*");
  await breakIt(
    "alter table accounts rename column password to lost",
    "alter table accounts rename column lost to password",
  );
  await page.getByRole("button", { name: "Change Password" }).click();
  await expectToast(page, "Error", "Failed to update password");
  await restore?.();
  restore = null;
  await signInElsewhere(shop, person);
});

test("a refusal of the service comes in its own words", async () => {
  const { page } = await openSignedIn(shop, { path: SECURITY, ...ALLOW });
  await profileReady(page);
  for (const name of ["New password", "Confirm password"]) {
    await field(page, name).evaluate((input: HTMLInputElement, text) => (input.value = text), "x".repeat(129));
  }
  await page.getByRole("button", { name: "Change Password" }).click();
  await expectToast(page, "Error", "Password should be at most 128 characters.");
});

test("deletion fails: the service breaks, the line is cut, the service refuses", async () => {
  const { page, person } = await openSignedIn(shop, { path: SECURITY, ...ALLOW });
  await profileReady(page);
  const button = page.getByRole("button", { name: "Delete Account" });
  const closed = "The shop is closed for stock-taking.";
  for (const [words, answer] of [
    ["Failed to delete account", { status: 500, body: "{}" }],
    ["Failed to delete account", null],
    [closed, { status: 409, json: { message: closed } }],
  ] as const) {
    await page.unroute(DELETION);
    await page.route(DELETION, (route) => (answer ? route.fulfill(answer) : route.abort()));
    await button.click();
    await page.getByRole("dialog").getByRole("button", { name: "Delete Account" }).click();
    await expectToast(page, "Error", words);
    await page.getByRole("dialog").waitFor({ state: "hidden" });
    await expect.poll(() => button.evaluate((one) => one === document.activeElement)).toBe(true);
    expect((await sql("select id from users where id = $1", [person.id])).rows).toHaveLength(1);
  }
});

test("a passkey's name and a session's end that do not come through are said", async () => {
  const { page, person } = await openSignedIn(shop, { path: "/", ...ALLOW });
  await makePasskey(shop, person.id, "Old phone");
  await signInElsewhere(shop, person);
  await page.goto(`${shop.url}${SECURITY}`);
  await profileReady(page);
  await cutLine(page);
  await page.getByText("Rename Old phone").click();
  await field(page, "Name").fill("New phone");
  await page.getByRole("button", { name: "Save name" }).click();
  await expectToast(page, "Error", "Failed to rename the passkey");
  expect(await field(page, "Name").inputValue()).toBe("New phone");
  await page.getByRole("button", { name: "Sign out everywhere else" }).click();
  await expectToast(page, "Error", "Failed to sign out. Please try again.");
});

test("Failed to load your orders: opened with a broken database, by address and by a link", async () => {
  const { page } = await openSignedIn(shop, ALLOW);
  await profileReady(page);
  await breakIt("alter table order_items rename to lost", "alter table lost rename to order_items");
  await page.getByRole("link", { name: "My Orders" }).first().click();
  await expectToast(page, "Error", "Failed to load your orders. Please try again.");
  await page.getByRole("heading", { name: "Something went wrong" }).waitFor();
  const answer = await page.goto(`${shop.url}/profile/orders`);
  expect(answer?.status()).toBe(500);
  await expectToast(page, "Error", "Failed to load your orders. Please try again.");
});

test("Failed to load order details: the list stands, its order cannot be read", async () => {
  const { page, person } = await openSignedIn(shop, ALLOW);
  const id = await makeOrder(shop.shop.database, person.id);
  await breakIt(
    "alter table order_items rename column product_price_kobo to lost",
    "alter table order_items rename column lost to product_price_kobo",
  );
  const answer = await page.goto(`${shop.url}/profile/orders?order=${id}`);
  expect(answer?.status()).toBe(500);
  await expectToast(page, "Error", "Failed to load order details. Please try again.");
  await page.getByRole("article", { name: id.slice(0, 8).toUpperCase() }).waitFor();
  expect(await page.getByRole("dialog").count()).toBe(0);
});

test("what loads late and does not come takes no page with it", async () => {
  const { page, person } = await openSignedIn(shop, ALLOW);
  const id = await makeOrder(shop.shop.database, person.id);
  await page.route(/assets\/(toaster-view|account-menu)/, (route) => route.abort());
  await page.goto(`${shop.url}/profile/orders`);
  await page.getByText("Live", { exact: true }).waitFor();
  await page.getByRole("link", { name: "Account", exact: true }).waitFor();
  const failed = page.waitForEvent("requestfailed", (request) => request.url().includes("toaster-view"));
  await page.route("**/orders.data*", (route) => route.abort());
  await setStatus(shop.shop.database, id, "shipped");
  await failed;
  await page.getByRole("link", { name: "Account", exact: true }).click();
  await page.getByRole("heading", { name: "My Profile" }).waitFor();
});

test("a menu and a set-up that do not come leave a way on", async () => {
  const { page } = await openSignedIn(shop, { ...ALLOW, width: 360 });
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

test("the account's part of the menu that does not come leaves the way to the profile", async () => {
  const { page } = await openSignedIn(shop, { ...ALLOW, width: 360 });
  await page.getByRole("button", { name: "Account", exact: true }).waitFor();
  await page.route(/assets\/mobile-account/, (route) => route.abort());
  await page.goto(`${shop.url}/cart`);
  await page.getByRole("button", { name: "Menu", exact: true }).click();
  await page.getByRole("dialog").getByRole("link", { name: "My Profile" }).click();
  await page.getByRole("heading", { name: "My Profile" }).waitFor();
});
