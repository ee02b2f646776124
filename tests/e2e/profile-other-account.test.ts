import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { RunningShop } from "#server/start.server.ts";
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
import { testShop } from "../setup/shop.ts";

/** A page of one user while another one signs in, in another tab of the same browser. */
let shop: RunningShop;

beforeAll(async () => {
  shop = await testShop({ env: { TRUST_PROXY: "1", HOST: "localhost" } });
});
afterAll(() => shop.close());

const sql = (text: string, values: unknown[] = []) => shop.shop.database.sql(text, values);
const field = (page: Page, label: string) => page.getByLabel(label, { exact: true });
const NOTHING = "Somebody else is now signed in here. Nothing was changed.";

/** Another customer with his own profile. */
async function bola() {
  const person = await makePerson(shop);
  await sql("update users set name = 'Bola Ade', first_name = 'Bola', last_name = 'Ade' where id = $1", [person.id]);
  await sql("insert into profiles (id, first_name, last_name, city) values ($1, 'Bola', 'Ade', 'Jos')", [person.id]);
  return person;
}
const profileOf = async (id: string) =>
  (await sql("select first_name, last_name, city from profiles where id = $1", [id])).rows[0];

/** Signs a user in without notifying the other tabs. */
async function changeCookies(page: Page, person: Awaited<ReturnType<typeof bola>>): Promise<void> {
  await signInPage(page, shop, person);
}

test("a recovery link in another tab: the profile and the orders become those of who came", async () => {
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
  const tab = await page.context().newPage();
  await tab.goto(link.href);
  await tab.getByRole("button", { name: "Continue with the link" }).click();
  await tab.getByText("Password Reset Required").waitFor();

  await expect.poll(() => page.getByLabel("First name").inputValue()).toBe("Bola");
  expect(await field(page, "City").inputValue()).toBe("Jos");
  await orders.getByRole("heading", { name: "No Orders Yet" }).waitFor();
  await page.getByRole("button", { name: "Save changes" }).click();
  await expectToast(page, "Profile updated");
  expect(await profileOf(other.id)).toEqual({ first_name: "Bola", last_name: "Ade", city: "Jos" });
  expect(await profileOf(person.id)).toBeUndefined();
});

test("who came unnoticed gets nothing from the form of who was there before", async () => {
  const { page, person } = await openSignedIn(shop, { allow: [/status of 409/] });
  await profileReady(page);
  await field(page, "City").fill("Nowhere");
  const other = await bola();
  await changeCookies(page, other);
  await page.getByRole("button", { name: "Save changes" }).click();
  await expectToast(page, "Error", NOTHING);
  await expect.poll(() => page.getByLabel("First name").inputValue()).toBe("Bola");
  expect(await field(page, "City").inputValue()).toBe("Jos");
  expect(await profileOf(other.id)).toEqual({ first_name: "Bola", last_name: "Ade", city: "Jos" });
  expect(await profileOf(person.id)).toBeUndefined();
});

test("nor do the password and the end of the account reach him", async () => {
  const { page, person } = await openSignedIn(shop, { path: "/profile?tab=security", allow: [/409/] });
  await profileReady(page);
  const other = await bola();
  await changeCookies(page, other);
  await page.getByRole("button", { name: "Delete Account" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Delete Account" }).click();
  await expectToast(page, "Error", "Somebody else is now signed in here.");
  await field(page, "New password").fill("not-for-bola");
  await field(page, "Confirm password").fill("not-for-bola");
  await page.getByRole("button", { name: "Change Password" }).click();
  await expectToast(page, "Error", NOTHING);
  await signInElsewhere(shop, other);
  await signInElsewhere(shop, person);
});

test("a recovery link asks before it takes the place of the account in use", async () => {
  const { page, person } = await openSignedIn(shop);
  const other = await makePerson(shop);
  const headers = { "Content-Type": "application/json", Origin: shop.url };
  const body = JSON.stringify({ email: other.email });
  await fetch(`${shop.url}/api/auth/request-password-reset`, { method: "POST", headers, body });
  const link = linkIn((await messageTo(shop, other.email)).text, "type=recovery").href;
  await page.goto(link);
  await page.getByRole("heading", { name: "You are signed in already" }).waitFor();
  await page.getByText(`As ${person.email}.`).waitFor();
  await page.getByRole("link", { name: "Stay signed in" }).click();
  await page.waitForURL(`${shop.url}/`);
  await page.goto(`${shop.url}/profile?tab=security`);
  await page.getByText(person.email, { exact: true }).first().waitFor();

  await page.goto(link);
  await page.getByRole("button", { name: "Continue with the link" }).click();
  await page.waitForURL(`${shop.url}/profile?reset=true`);
  await page.getByText("Password Reset Required").waitFor();
  await page.getByText(other.email, { exact: true }).first().waitFor();
});
