import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { RunningShop } from "#server/start.server.ts";
import { makePasskey, openPlain, signInElsewhere } from "../fixtures/customers.ts";
import { newPage } from "../setup/browser.ts";
import { testShop } from "../setup/shop.ts";

/** The profile without JavaScript. */
let shop: RunningShop;

beforeAll(async () => {
  shop = await testShop({ env: { TRUST_PROXY: "1", HOST: "localhost", LOG_LEVEL: "silent" } });
});
afterAll(() => shop.close());

const SECURITY = "/profile?tab=security";
const sql = (text: string, values: unknown[] = []) => shop.shop.database.sql(text, values);
const field = (page: Page, label: string) => page.getByLabel(label, { exact: true });
const isOpen = async (cookie: string) =>
  (await (await fetch(`${shop.url}/api/auth/get-session`, { headers: { Cookie: cookie } })).json()) !== null;

async function setPassword(page: Page, password: string, again = password): Promise<void> {
  await field(page, "New password").fill(password);
  await field(page, "Confirm password").fill(again);
  await page.getByRole("button", { name: "Change Password" }).click();
}

test("the tabs are links, and what needs JavaScript says so", async () => {
  const { page } = await openPlain(shop, "/profile");
  await page.getByRole("tab", { name: "Support" }).click();
  await page.getByText("Monday to Friday, 9am to 5pm").waitFor();
  await page.getByRole("tab", { name: "Security" }).click();
  await page.waitForURL(/tab=security/);
  // Locators by text ignore <noscript>.
  const noscriptTexts = (one: Page) => one.locator("main noscript p").allInnerTexts();
  expect(await noscriptTexts(page)).toEqual([expect.stringContaining("linked accounts need JavaScript")]);
  const guest = await newPage({ javaScriptEnabled: false });
  await guest.goto(`${shop.url}/login`);
  expect(await noscriptTexts(guest)).toEqual([expect.stringContaining("Passkeys and Google need JavaScript.")]);
  await guest.goto(`${shop.url}/signup`);
  expect(await noscriptTexts(guest)).toEqual([expect.stringContaining("Google needs JavaScript.")]);
});

test("a password is checked and changed; other devices are signed out, this one stays", async () => {
  const { page, person } = await openPlain(shop, "/profile?reset=true");
  const other = await signInElsewhere(shop, person);
  await page.getByText("Password Reset Required").waitFor();
  await setPassword(page, "second-password", "another-password");
  await page.getByText("Passwords do not match").waitFor();
  expect(await field(page, "New password").inputValue()).toBe("");
  await setPassword(page, "second-password");
  await page.getByText("Your password has been successfully updated.").waitFor();
  expect(await page.getByText("Password Reset Required").count()).toBe(0);
  await page.getByText("This device").waitFor();
  expect(await isOpen(other)).toBe(false);
  await signInElsewhere(shop, { ...person, password: "second-password" });
});

test("a session that is not recent is asked for the code from the mail", async () => {
  const { page, person } = await openPlain(shop, SECURITY);
  await sql("update sessions set created_at = now() - interval '3 days' where user_id = $1", [person.id]);
  await setPassword(page, "third-password");
  await page.getByText("We sent you a code. Enter it with your new password.").waitFor();
  await setPassword(page, "third-password");
  await page.getByText("Please enter the code.").waitFor();
  await page.getByRole("button", { name: "Send a new code" }).click();
  const codes = async () =>
    (await sql("select text from mailbox_messages where to_address = $1 order by created_at desc", [person.email]))
      .rows;
  await expect.poll(codes).toHaveLength(2);
  const code = /\b\d{6}\b/.exec(String((await codes())[0]?.["text"]))?.[0] ?? "";
  await field(page, "Code").fill(code === "000000" ? "111111" : "000000");
  await setPassword(page, "third-password");
  await page.getByText("This code is wrong or has expired. Ask for a new one.").waitFor();
});

test("a passkey gets another name", async () => {
  const { page, person } = await openPlain(shop, "/profile");
  const id = await makePasskey(shop, person.id, "Chrome on Android");
  await page.getByRole("tab", { name: "Security" }).click();
  await page.getByText("Rename Chrome on Android").click();
  await field(page, "Name").fill("  ");
  await page.getByRole("button", { name: "Save name" }).click();
  await page.getByText("Please enter a name.").waitFor();
  await field(page, "Name").fill("Shop phone");
  await page.getByRole("button", { name: "Save name" }).click();
  await page.getByText("Passkey renamed").waitFor();
  expect((await sql("select name from passkeys where id = $1", [id])).rows).toEqual([{ name: "Shop phone" }]);
});

test("one session is signed out there, then this one here", async () => {
  const { page, person } = await openPlain(shop, "/profile");
  const phone = await signInElsewhere(shop, person, "Mozilla/5.0 (Linux; Android 14) Chrome/140.0.0.0 Mobile");
  await page.getByRole("tab", { name: "Security" }).click();
  await page.getByRole("button", { name: "Sign out there: Chrome on Android" }).click();
  await page.getByText("Signed out there", { exact: true }).waitFor();
  expect(await isOpen(phone)).toBe(false);
  await page.getByRole("button", { name: "Sign out on this device" }).click();
  await page.waitForURL(`${shop.url}/`);
  expect((await sql("select id from sessions where user_id = $1", [person.id])).rows).toEqual([]);
  await page.goto(`${shop.url}/profile`);
  expect(page.url()).toBe(`${shop.url}/login`);
});

test("Sign out everywhere ends every session", async () => {
  const { page, person } = await openPlain(shop, "/profile");
  const others = [await signInElsewhere(shop, person), await signInElsewhere(shop, person)];
  await page.getByRole("tab", { name: "Security" }).click();
  await page.getByRole("button", { name: "Sign out everywhere", exact: true }).click();
  await page.waitForURL(`${shop.url}/`);
  expect(await Promise.all(others.map(isOpen))).toEqual([false, false]);
  await page.goto(`${shop.url}/profile`);
  expect(page.url()).toBe(`${shop.url}/login`);
});

test("deletion asks on a page of its own, can be left, and ends at the login", async () => {
  const { page, person } = await openPlain(shop, SECURITY);
  const there = async () => (await sql("select id from users where id = $1", [person.id])).rows.length;
  await page.getByRole("button", { name: "Delete Account" }).click();
  await page.getByText("Are you absolutely sure?").waitFor();
  expect(await there()).toBe(1);
  await page.getByRole("link", { name: "Keep my account" }).click();
  await page.getByRole("button", { name: "Delete Account" }).click();
  await page.getByRole("button", { name: "Yes, delete my account" }).click();
  await page.waitForURL(/\/login\b/);
  await page.getByText("Your account has been successfully deleted.").waitFor();
  expect(await there()).toBe(0);
  expect((await page.context().cookies()).map(({ name }) => name)).not.toContain("oja.session_token");
});

test("another site's form is refused, whatever it wants", async () => {
  const { page, person } = await openPlain(shop, SECURITY);
  const Cookie = (await page.context().cookies()).map(({ name, value }) => `${name}=${value}`).join("; ");
  const forms: Record<string, string>[] = [
    { intent: "password", password: "stolen-it", confirmPassword: "stolen-it" },
    { intent: "delete-account", confirmed: "yes" },
    { intent: "end-all" },
  ];
  for (const form of forms) {
    const headers = { Cookie, Origin: "https://evil.example" };
    const answer = await fetch(`${shop.url}/profile`, { method: "POST", headers, body: new URLSearchParams(form) });
    expect(answer.status).toBeGreaterThanOrEqual(400);
  }
  expect(await isOpen(Cookie)).toBe(true);
  await signInElsewhere(shop, person);
});
