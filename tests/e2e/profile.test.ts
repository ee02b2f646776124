import type { Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import type { RunningShop } from "#server/start.server.ts";
import { expectFitFromPhone } from "../fixtures/browser-admin.ts";
import {
  expectToast,
  makePerson,
  openSignedIn,
  profileReady,
  signInElsewhere,
  signInPage,
} from "../fixtures/customers.ts";
import { makeOrder } from "../fixtures/orders.ts";
import { linkIn, messageTo } from "../fixtures/visitor.ts";
import { atBothWidths } from "../setup/browser.ts";
import { testShop } from "../setup/shop.ts";

/** The profile: its tabs, its form, failures, and another account in the same browser. */
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

const sql = (text: string, values: unknown[] = []) => shop.shop.database.sql(text, values);
const field = (page: Page, label: string) => page.getByLabel(label, { exact: true });
const tab = (page: Page, name: string) => page.getByRole("tab", { name });

const ALLOW = { allow: [/Failed to load resource/, /Failed to fetch/, /Unexpected Server Error/, /Unable to decode/] };
/** Breaks the database until the test ends. */
async function breakIt(text: string, restoreSql: string): Promise<void> {
  await sql(text);
  restore = () => sql(restoreSql);
}

test("Personal Details opens first, shows errors at their fields and saves, also while another tab is chosen; failures are reported, and input stays", async () => {
  const { page, person } = await openSignedIn(shop, ALLOW);
  await profileReady(page);
  expect(await tab(page, "Personal Details").getAttribute("aria-selected")).toBe("true");
  expect(await page.getByLabel("First name").inputValue()).toBe("Ada");
  expect(await field(page, "Country").inputValue()).toBe("Nigeria");

  await field(page, "Phone").fill("0803 111 2222");
  await field(page, "City").fill("Jos");
  await field(page, "State").selectOption("Plateau");
  await page.getByLabel("First name").fill("A");
  await page.getByLabel("Last name").fill(" ");
  const save = page.getByRole("button", { name: "Save changes" });
  await save.click();
  await page.getByText("First name must be at least 2 characters.").waitFor();
  await page.getByText("Last name must be at least 2 characters.").waitFor();
  await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe("profile-first_name");

  const asked: string[] = [];
  page.on("request", (request) => {
    // Pages and their data; icons and files loaded after hydration may still arrive.
    const isData = new URL(request.url()).pathname.endsWith(".data");
    if (isData || request.isNavigationRequest()) asked.push(request.url());
  });
  await tab(page, "Security").click();
  await page.waitForURL(`${shop.url}/profile?tab=security`);
  await tab(page, "Personal Details").click();
  await page.waitForURL(`${shop.url}/profile`);
  await page.getByText("First name must be at least 2 characters.").waitFor();
  expect([await field(page, "City").inputValue(), await field(page, "State").inputValue()]).toEqual(["Jos", "Plateau"]);
  expect(asked).toEqual([]);

  await page.getByLabel("First name").fill("Adaeze");
  await page.getByLabel("Last name").fill("Obi");
  // A tab chosen during a submission does not cancel it.
  await page.route("**/profile.data*", async (route) => {
    await tab(page, "Support").click();
    await page.getByText("Monday to Friday, 9am to 5pm").waitFor();
    await route.continue();
  });
  await save.click();
  await expectToast(page, "Profile updated", "Your profile has been successfully updated.");
  await page.waitForURL(`${shop.url}/profile?tab=support`);
  const { rows } = await sql(
    `select u.name, u.first_name, p.first_name as profile_name, p.phone, p.state, p.country from users u join profiles p on p.id = u.id where u.id = $1`,
    [person.id],
  );
  expect(rows).toEqual([
    {
      name: "Adaeze Obi",
      first_name: "Adaeze",
      profile_name: "Adaeze",
      phone: "0803 111 2222",
      state: "Plateau",
      country: "Nigeria",
    },
  ]);
  await page.unroute("**/profile.data*");
  await tab(page, "Personal Details").click();
  await atBothWidths(page, async () => {
    await save.click();
    await expectToast(page, "Profile updated");
    await expectMenuInFront(page);
  });

  await field(page, "City").fill("Nowhere");
  const expectFailure = async (words: string) => {
    await save.click();
    await expectToast(page, "Error", words);
    expect(await field(page, "City").inputValue()).toBe("Nowhere");
    await page.unroute("**/profile.data*");
  };
  await page.route("**/profile.data*", (route) => route.abort());
  await expectFailure("Failed to update profile");
  await page.route("**/profile.data*", (route) => route.fulfill({ status: 502, body: "Bad gateway" }));
  await expectFailure("Failed to update profile");
  await breakIt(
    "alter table profiles add constraint broken check (city <> 'Nowhere')",
    "alter table profiles drop constraint broken",
  );
  await expectFailure("Failed to update profile");
  expect((await sql("select city from profiles where id = $1", [person.id])).rows).toEqual([{ city: "Jos" }]);
  await restore?.();
  // The page cannot be read again after it has been saved.
  await page.route("**/profile.data*", (route) =>
    route.request().method() === "GET" ? route.abort() : route.continue(),
  );
  await expectFailure("Failed to load profile data");

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

/** A message does not cover the open account menu. */
async function expectMenuInFront(page: Page): Promise<void> {
  await page.evaluate(() => scrollTo(0, 0));
  await page.getByRole("button", { name: "Account", exact: true }).click();
  expect(await page.locator("[data-sonner-toast]").count()).toBeGreaterThan(0);
  for (const name of ["My Profile", "My Orders", "Wishlist", "Sign Out"]) {
    const item = page.getByRole("menuitem", { name });
    const isOnTop = await item.evaluate((one) => {
      const { x, y, width: w, height } = one.getBoundingClientRect();
      const points = [0.1, 0.5, 0.9].map((part) => document.elementFromPoint(x + w * part, y + height / 2));
      return points.every((found) => found !== null && one.contains(found));
    });
    expect(isOnTop, name).toBe(true);
  }
  await page.keyboard.press("Escape");
}

test("every tab is accessible and fits the window at both widths; a reload and Back show it, My Orders begins at its place", async () => {
  const { page, person } = await openSignedIn(shop, { path: null });
  await signInElsewhere(shop, person);
  await page.goto(`${shop.url}/profile`);
  await profileReady(page);
  await expectFitFromPhone(page);
  await tab(page, "Personal Details").focus();
  await page.keyboard.press("End");
  await page.getByText("Monday to Friday, 9am to 5pm").waitFor();
  const panel = page.getByRole("tabpanel", { name: "Support" });
  await panel.getByRole("link", { name: "hello@oja.example" }).waitFor();
  expect(await panel.locator("details").count()).toBe(4);
  await page.getByText("How do I return a product?").click();
  await page.getByText(/Refunds arrive within/).waitFor();
  expect(await page.getByRole("link", { name: "Contact us", exact: true }).getAttribute("href")).toBe("/contact");
  await expectFitFromPhone(page);
  await tab(page, "Security").click();
  await page.waitForURL(`${shop.url}/profile?tab=security`);
  await expectFitFromPhone(page);
  await page.reload();
  await page.getByRole("heading", { name: "Two-step verification" }).waitFor();
  const start = async (name: string) => {
    const box = await page.getByRole("heading", { level: 1, name }).boundingBox();
    return [box?.x, box?.y];
  };
  const profile = await start("My Profile");
  await page.getByRole("link", { name: "My Orders" }).first().click();
  await page.waitForURL(`${shop.url}/profile/orders`);
  await page.getByRole("heading", { level: 1, name: "My Orders" }).waitFor();
  expect(await start("My Orders")).toEqual(profile);
  await page.goBack();
  await page.getByRole("heading", { name: "Two-step verification" }).waitFor();
});

const NOTHING = "Somebody else is now signed in here. Nothing was changed.";

/** Another customer with a profile. */
async function bola() {
  const person = await makePerson(shop);
  await sql("update users set name = 'Bola Ade', first_name = 'Bola', last_name = 'Ade' where id = $1", [person.id]);
  await sql("insert into profiles (id, first_name, last_name, city) values ($1, 'Bola', 'Ade', 'Jos')", [person.id]);
  return person;
}
const profileOf = async (id: string) =>
  (await sql("select first_name, last_name, city from profiles where id = $1", [id])).rows[0];

test("a recovery link in another tab replaces profile and orders by those of its account", async () => {
  const { page, person } = await openSignedIn(shop);
  await profileReady(page);
  await field(page, "City").fill("Nowhere");
  await makeOrder(shop.shop.database, person.id);
  const orders = await page.context().newPage();
  await orders.goto(`${shop.url}/profile/orders`);
  await orders.getByRole("article").waitFor();
  const other = await bola();
  await page.evaluate(
    async (email) =>
      void (await fetch("/api/auth/request-password-reset", {
        method: "POST",
        headers: { "Content-Type": "application/json" },
        body: JSON.stringify({ email }),
      })),
    other.email,
  );
  const link = linkIn((await messageTo(shop, other.email)).text, "type=recovery");
  const third = await page.context().newPage();
  await third.goto(link.href);
  await third.getByRole("button", { name: "Continue with the link" }).click();
  await third.getByText("Password Reset Required").waitFor();

  await expect.poll(() => page.getByLabel("First name").inputValue()).toBe("Bola");
  expect(await field(page, "City").inputValue()).toBe("Jos");
  await orders.getByRole("heading", { name: "No Orders Yet" }).waitFor();
  await page.getByRole("button", { name: "Save changes" }).click();
  await expectToast(page, "Profile updated");
  expect(await profileOf(other.id)).toEqual({ first_name: "Bola", last_name: "Ade", city: "Jos" });
  expect(await profileOf(person.id)).toBeUndefined();
});

test("a form or a deletion of the previous account changes nothing of the account that is signed in now", async () => {
  const { page, person } = await openSignedIn(shop, { allow: [/status of 409/] });
  await profileReady(page);
  await field(page, "City").fill("Nowhere");
  const other = await bola();
  // By cookies: the other tabs are not notified.
  await signInPage(page, shop, other);
  await page.getByRole("button", { name: "Save changes" }).click();
  await expectToast(page, "Error", NOTHING);
  await expect.poll(() => page.getByLabel("First name").inputValue()).toBe("Bola");
  expect(await field(page, "City").inputValue()).toBe("Jos");
  expect(await profileOf(other.id)).toEqual({ first_name: "Bola", last_name: "Ade", city: "Jos" });
  expect(await profileOf(person.id)).toBeUndefined();

  await tab(page, "Security").click();
  await signInPage(page, shop, person);
  await page.getByRole("button", { name: "Delete Account" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Delete Account" }).click();
  await expectToast(page, "Error", "Somebody else is now signed in here.");
  await signInElsewhere(shop, other);
  await signInElsewhere(shop, person);
});
