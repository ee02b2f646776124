import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { RunningShop } from "#server/start.server.ts";
import { expectFit, expectNoOverflow } from "../fixtures/browser-admin.ts";
import { newNumber, openTrader } from "../fixtures/browser-trader.ts";
import { expectToast, openSignedIn, profileReady, signInElsewhere } from "../fixtures/customers.ts";
import { makeOrder } from "../fixtures/orders.ts";
import { codeIn, messageTo, newEmail } from "../fixtures/visitor.ts";
import { expectAccessible } from "../setup/axe.ts";
import { atBothWidths } from "../setup/browser.ts";
import { testShop } from "../setup/shop.ts";

/** The account on the Security tab: its number and address, its password, and its deletion. */
let shop: RunningShop;

beforeAll(async () => {
  shop = await testShop({ env: { TRUST_PROXY: "1", HOST: "localhost", LOG_LEVEL: "silent" } });
});
afterAll(() => shop.close());

const SECURITY = "/profile?tab=security";
const DELETION = "**/functions/v1/delete-user-account";
const ALLOW = { allow: [/Failed to load resource/, /Failed to fetch/, /Unexpected Server Error/, /Unable to decode/] };
const sql = (text: string, values: unknown[] = []) => shop.shop.database.sql(text, values);
const field = (page: Page, label: string) => page.getByLabel(label, { exact: true });
const card = (page: Page) => page.getByRole("region", { name: "Account", exact: true });
const button = (page: Page, name: string) => card(page).getByRole("button", { name, exact: true });
const code = async (to: string, after = 0) => codeIn((await messageTo(shop, to, after)).text);
const wrongFor = (right: string) => (right === "111111" ? "222222" : "111111");
const focused = (page: Page) => page.evaluate(() => document.activeElement?.id);

async function askForNumber(page: Page, typed: string, action = "Add a phone number"): Promise<void> {
  await card(page).getByText(action, { exact: true }).click();
  await card(page).getByLabel("New phone number").fill(typed);
  await button(page, "Send code by SMS").click();
}

async function confirmNumber(page: Page, digits: string): Promise<void> {
  await card(page).getByLabel("Code from the SMS").fill(digits);
  await button(page, "Confirm number").click();
}

test("a number is added with its code, and removed; a failed request is reported, and the typed number stays", async () => {
  const { page, person } = await openSignedIn(shop, { path: SECURITY, width: 360, ...ALLOW });
  const { phone, typed, shown } = newNumber();
  await profileReady(page);
  await askForNumber(page, "12345");
  await card(page).getByText("Please enter a valid phone number.").waitFor();
  await expect.poll(() => focused(page)).toBe("own-phone-value");
  expect(await card(page).getByLabel("New phone number").inputValue()).toBe("12345");
  await card(page).getByLabel("New phone number").fill(typed);
  await page.route("**/profile.data*", (route) => route.abort());
  await button(page, "Send code by SMS").click();
  await expectToast(page, "Error", "Failed to change the phone number");
  expect(await card(page).getByLabel("New phone number").inputValue()).toBe(typed);
  await page.unroute("**/profile.data*");
  await button(page, "Send code by SMS").click();
  await card(page).getByText(`We sent a message to ${shown}.`).waitFor();
  await expect.poll(() => focused(page)).toBe("own-phone-code");
  await expectFit(page);

  const old = await code(phone);
  await confirmNumber(page, wrongFor(old));
  await card(page).getByText("This code is wrong or has expired.").waitFor();
  await button(page, "Send a new code").click();
  await expectToast(page, "Code sent");
  await confirmNumber(page, await code(phone, 1));
  await expectToast(page, "Phone number added", "You can now sign in with it.");
  await card(page).getByText(shown).waitFor();
  await card(page).getByText(person.email).waitFor();

  await card(page).getByText("Remove", { exact: true }).click();
  await expectNoOverflow(page);
  await button(page, "Remove number").click();
  await expectToast(page, "Phone number removed");
  await card(page).getByText("Add a phone number").waitFor();
  expect(await card(page).getByText(shown).count()).toBe(0);
});

test("a session that is not recent needs a code first; an address is added to a number with the code from its mail", async () => {
  const { page, trader } = await openTrader(shop, SECURITY, { width: 360, ...ALLOW });
  await profileReady(page);
  await card(page).getByText("Phone number and password login").waitFor();
  expect(await card(page).getByText("phone.invalid").count()).toBe(0);
  expect(await card(page).getByText("Remove", { exact: true }).count()).toBe(0);
  await sql("update sessions set created_at = now() - interval '3 days' where user_id = $1", [trader.id]);
  const { phone, typed } = newNumber();
  await askForNumber(page, typed, "Change");
  const confirmation = card(page).getByRole("group", { name: "Confirm that it is you" });
  await confirmation.getByText(`We sent a code to ${trader.shown}`).waitFor();
  await expect.poll(() => focused(page)).toBe("own-phone-reauth-code");
  await expectFit(page);
  await code(trader.phone);
  await confirmation.getByRole("button", { name: "Send a new code" }).click();
  await confirmation.getByLabel("Code").fill(await code(trader.phone, 1));
  await button(page, "Send code by SMS").click();
  await confirmNumber(page, await code(phone));
  await expectToast(page, "Phone number changed");

  await sql("delete from rate_limits");
  const email = newEmail("ngozi-of-the-very-long-address");
  const ask = async (address: string) => {
    await card(page).getByText("Add an email address").click();
    await card(page).getByLabel("Email address").fill(address);
    await button(page, "Send code by mail").click();
  };
  await ask("ngozi");
  await card(page).getByText("Please enter a valid email address.").waitFor();
  await card(page).getByLabel("Email address").fill(newEmail("typing-error"));
  await button(page, "Send code by mail").click();
  await card(page).getByText("We sent a message to").waitFor();
  await card(page).getByText("Use another address").click();
  await card(page).getByText("We sent a message to").waitFor({ state: "detached" });
  await ask(email.toUpperCase());
  await card(page).getByText(`We sent a message to ${email}.`).waitFor();
  await expectNoOverflow(page);
  await card(page)
    .getByLabel("Code from the mail")
    .fill(await code(email));
  await button(page, "Confirm address").click();
  await expectToast(page, "Email address added", "You can now sign in with it.");
  await card(page).getByText("Email and password login").waitFor();
  await card(page).getByText("Remove", { exact: true }).waitFor();
  await atBothWidths(page, () => expectNoOverflow(page));
});

test("a password is checked and changed, with a code where the session is not recent; deletion asks for confirmation, signs out and keeps the orders; failures are reported", async () => {
  const { page, person } = await openSignedIn(shop, { path: "/profile?reset=true", ...ALLOW });
  await profileReady(page);
  expect(await page.getByRole("tab", { name: "Security" }).getAttribute("aria-selected")).toBe("true");
  await page.getByText("Password Reset Required").waitFor();
  await page.getByText("Please set a new password for your account.").waitFor();
  await card(page).getByText(person.email).waitFor();
  await card(page).getByText("Email and password login").waitFor();

  const change = page.getByRole("button", { name: "Change Password" });
  await field(page, "New password").fill("12345");
  await field(page, "Confirm password").fill("12345");
  await change.click();
  await expect.poll(() => page.getByText("Password must be at least 6 characters.").count()).toBe(2);
  await field(page, "New password").fill("second-password");
  await field(page, "Confirm password").fill("second-passwort");
  await change.click();
  const confirmation = page.locator("#password-confirmPassword-error");
  await expect.poll(() => confirmation.innerText()).toBe("Passwords do not match");

  await field(page, "Confirm password").fill("second-password");
  await page.route("**/profile.data*", (route) => route.abort());
  await change.click();
  await expectToast(page, "Error", "Failed to update password");
  await page.unroute("**/profile.data*");
  await sql("alter table accounts rename column password to lost");
  try {
    await change.click();
    await expectToast(page, "Error", "Failed to update password");
  } finally {
    await sql("alter table accounts rename column lost to password");
  }
  await signInElsewhere(shop, person);
  for (const name of ["New password", "Confirm password"]) {
    await field(page, name).evaluate((input: HTMLInputElement, text) => (input.value = text), "x".repeat(129));
  }
  await change.click();
  await expectToast(page, "Error", "Password should be at most 128 characters.");
  await field(page, "New password").fill("second-password");
  await field(page, "Confirm password").fill("second-password");
  await change.click();
  await expectToast(page, "Password updated", "Your password has been successfully updated.");
  await expect.poll(() => field(page, "New password").inputValue()).toBe("");
  await expect.poll(() => page.getByText("Password Reset Required").count()).toBe(0);
  await expect.poll(() => new URL(page.url()).searchParams.has("reset")).toBe(false);
  await signInElsewhere(shop, { ...person, password: "second-password" });

  await messageTo(shop, person.email, 0, "was just changed");
  await sql("update sessions set created_at = now() - interval '3 days' where user_id = $1", [person.id]);
  await field(page, "New password").fill("third-password");
  await field(page, "Confirm password").fill("third-password");
  await change.click();
  await page.getByText("We sent a code to").waitFor();
  await page.getByLabel("Code", { exact: true }).fill(await code(person.email, 1));
  await change.click();
  await expectToast(page, "Password updated");
  await signInElsewhere(shop, { ...person, password: "third-password" });

  const order = await makeOrder(shop.shop.database, person.id);
  await page.getByRole("button", { name: "Delete Account" }).click();
  const dialog = page.getByRole("dialog", { name: "Are you absolutely sure?" });
  await dialog
    .getByText(
      "This action cannot be undone. This will permanently delete your account and remove your data from our servers.",
    )
    .waitFor();
  await expectAccessible(page);
  await dialog.getByRole("button", { name: "Cancel" }).click();
  expect((await sql("select id from users where id = $1", [person.id])).rows).toHaveLength(1);
  const deletion = page.getByRole("button", { name: "Delete Account" });
  const closed = "The shop is closed for stock-taking.";
  for (const [words, answer] of [
    ["Failed to delete account", { status: 500, body: "{}" }],
    ["Failed to delete account", null],
    [closed, { status: 409, json: { message: closed } }],
  ] as const) {
    await page.unroute(DELETION);
    await page.route(DELETION, (route) => (answer ? route.fulfill(answer) : route.abort()));
    await deletion.click();
    await dialog.getByRole("button", { name: "Delete Account" }).click();
    await expectToast(page, "Error", words);
    await dialog.waitFor({ state: "hidden" });
    await expect.poll(() => deletion.evaluate((one) => one === document.activeElement)).toBe(true);
  }
  await page.unroute(DELETION);
  expect((await sql("select id from users where id = $1", [person.id])).rows).toHaveLength(1);
  await deletion.click();
  await dialog.getByRole("button", { name: "Delete Account" }).click();
  await expectToast(page, "Account deleted", "Your account has been successfully deleted.");
  await page.waitForURL(`${shop.url}/`);
  expect((await page.context().cookies()).some(({ name }) => name.includes("session_token"))).toBe(false);
  for (const table of ["users", "profiles"]) {
    expect((await sql(`select id from ${table} where id = $1`, [person.id])).rows).toEqual([]);
  }
  expect((await sql("select user_id from orders where id = $1", [order])).rows).toEqual([{ user_id: null }]);
});
