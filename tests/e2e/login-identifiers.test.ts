import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { setRole } from "#app/features/accounts/commands.server.ts";
import type { RunningShop } from "#server/start.server.ts";
import { expectFitAtBothWidths, logIn } from "../fixtures/browser-admin.ts";
import { makeTrader, newNumber, openTrader } from "../fixtures/browser-trader.ts";
import { expectToast, makePerson, openPlain, openSignedIn, profileReady } from "../fixtures/customers.ts";
import { codeIn, messageTo, newEmail } from "../fixtures/visitor.ts";
import { expectAccessible } from "../setup/axe.ts";
import { atBothWidths } from "../setup/browser.ts";
import { testShop } from "../setup/shop.ts";

/** The card "Account" of the Security tab: adding a number to an account with an address, and the reverse. */
let shop: RunningShop;

beforeAll(async () => {
  shop = await testShop({ env: { TRUST_PROXY: "1", HOST: "localhost" } });
});
afterAll(() => shop.close());

const SECURITY = "/profile?tab=security";
const REFUSED = { allow: [/status of 4\d\d/] };
const sql = (text: string, values: unknown[] = []) => shop.shop.database.sql(text, values);
const card = (page: Page) => page.getByRole("region", { name: "Account", exact: true });
const button = (page: Page, name: string) => card(page).getByRole("button", { name, exact: true });
const code = async (to: string, after = 0) => codeIn((await messageTo(shop, to, after)).text);
const wrongFor = (right: string) => (right === "111111" ? "222222" : "111111");
const fits = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
const focused = (page: Page) => page.evaluate(() => document.activeElement?.id);

async function signIn(body: Record<string, string>): Promise<number> {
  const path = "email" in body ? "email" : "phone-number";
  const headers = { "Content-Type": "application/json", Origin: shop.url };
  const init = { method: "POST", headers, body: JSON.stringify(body) };
  return (await fetch(`${shop.url}/api/auth/sign-in/${path}`, init)).status;
}

async function askForNumber(page: Page, typed: string, action = "Add a phone number"): Promise<void> {
  await card(page).getByText(action, { exact: true }).click();
  await card(page).getByLabel("New phone number").fill(typed);
  await button(page, "Send code by SMS").click();
}

async function confirmNumber(page: Page, digits: string): Promise<void> {
  await card(page).getByLabel("Code from the SMS").fill(digits);
  await button(page, "Confirm number").click();
}

test("a number is added with its code, changed, and removed; it signs in while it is there", async () => {
  const { page, person } = await openSignedIn(shop, { path: SECURITY, width: 360, ...REFUSED });
  const [first, second] = [newNumber(), newNumber()];
  await profileReady(page);
  await page.emulateMedia({ reducedMotion: "reduce" });
  await askForNumber(page, "12345");
  await card(page).getByText("Please enter a valid phone number.").waitFor();
  await expect.poll(() => focused(page)).toBe("own-phone-value");
  expect(await card(page).getByLabel("New phone number").inputValue()).toBe("12345");
  await card(page).getByLabel("New phone number").fill(first.typed);
  await expectFitAtBothWidths(page);
  await button(page, "Send code by SMS").click();
  await card(page).getByText(`We sent a message to ${first.shown}.`).waitFor();
  await expect.poll(() => focused(page)).toBe("own-phone-code");
  await expectFitAtBothWidths(page);

  const old = await code(first.phone);
  await confirmNumber(page, wrongFor(old));
  await card(page).getByText("This code is wrong or has expired.").waitFor();
  await button(page, "Send a new code").click();
  await expectToast(page, "Code sent");
  await confirmNumber(page, await code(first.phone, 1));
  await expectToast(page, "Phone number added", "You can now sign in with it.");
  await card(page).getByText(first.shown).waitFor();
  await card(page).getByText(person.email).waitFor();
  expect(await signIn({ phoneNumber: first.typed, password: person.password })).toBe(200);

  await askForNumber(page, second.typed, "Change");
  await confirmNumber(page, await code(second.phone));
  await expectToast(page, "Phone number changed");
  await card(page).getByText(second.shown).waitFor();
  expect(await signIn({ phoneNumber: first.phone, password: person.password })).toBe(401);

  await card(page).getByText("Remove", { exact: true }).click();
  await expectFitAtBothWidths(page);
  await button(page, "Remove number").click();
  await expectToast(page, "Phone number removed");
  await card(page).getByText("Add a phone number").waitFor();
  expect(await card(page).getByText(second.shown).count()).toBe(0);
  expect(await signIn({ phoneNumber: second.phone, password: person.password })).toBe(401);
});

test("an address is added to a number, confirmed with the code from its mail, and the trader can become an admin", async () => {
  const { page, trader } = await openTrader(shop, SECURITY, { width: 360, ...REFUSED });
  const email = newEmail("ngozi-of-the-very-long-address");
  await profileReady(page);
  await card(page).getByText(trader.shown).waitFor();
  await card(page).getByText("Phone number and password login").waitFor();
  expect(await card(page).getByText("phone.invalid").count()).toBe(0);
  expect(await card(page).getByText("Remove", { exact: true }).count()).toBe(0);
  await card(page).getByText("Add an email address").click();
  await card(page).getByLabel("Email address").fill("ngozi");
  await button(page, "Send code by mail").click();
  await card(page).getByText("Please enter a valid email address.").waitFor();
  await card(page).getByLabel("Email address").fill(email.toUpperCase());
  await button(page, "Send code by mail").click();
  await card(page).getByText(`We sent a message to ${email}.`).waitFor();
  await expectFitAtBothWidths(page);
  await card(page)
    .getByLabel("Code from the mail")
    .fill(await code(email));
  await button(page, "Confirm address").click();
  await expectToast(page, "Email address added", "You can now sign in with it.");
  await card(page).getByText("Email and password login").waitFor();
  expect(await card(page).getByText("Add an email address").count()).toBe(0);
  await card(page).getByText("Remove", { exact: true }).waitFor();
  await atBothWidths(page, async () => expect(await fits(page)).toBeLessThanOrEqual(0));
  expect(await signIn({ email, password: trader.password })).toBe(200);
  expect(await signIn({ phoneNumber: trader.phone, password: trader.password })).toBe(200);
  expect(await setRole(shop.shop.db, email, "admin")).toEqual({ ok: true });
  // A role change starts a new session.
  await page.goto(shop.url + SECURITY);
  await page.waitForURL("**/login");
  await logIn(page, shop, { email, password: trader.password });
  // Back to the page where the guard redirected the guest, which is not for admins.
  await page.waitForURL("**/admin/overview");
});

test("a taken number and a taken address look like free ones, and nothing moves", async () => {
  const { page, person } = await openSignedIn(shop, { path: SECURITY, ...REFUSED });
  const owner = await makeTrader(shop);
  await profileReady(page);
  await askForNumber(page, owner.phone);
  await card(page).getByText(`We sent a message to ${owner.shown}.`).waitFor();
  expect((await messageTo(shop, owner.phone)).text).toContain("belongs to another one");
  for (const words of ["wrong or has expired", "wrong or has expired", "Too many wrong codes"]) {
    await confirmNumber(page, "123456");
    await card(page).getByText(words).waitFor();
    await card(page).getByLabel("Code from the SMS").fill("");
  }
  const { rows } = await sql("select id, phone_number from users where id in ($1, $2) order by phone_number", [
    person.id,
    owner.id,
  ]);
  expect(rows).toEqual([
    { id: owner.id, phone_number: owner.phone },
    { id: person.id, phone_number: null },
  ]);

  const other = await openTrader(shop, SECURITY, REFUSED);
  await profileReady(other.page);
  await card(other.page).getByText("Add an email address").click();
  await card(other.page).getByLabel("Email address").fill(person.email);
  await button(other.page, "Send code by mail").click();
  await card(other.page).getByText(`We sent a message to ${person.email}.`).waitFor();
  expect((await messageTo(shop, person.email)).text).toContain("belongs to another one");
  await card(other.page).getByText("Use another address").click();
  await card(other.page).getByText("We sent a message to").waitFor({ state: "detached" });
  await card(other.page).getByText("Add an email address").click();
  await card(other.page).getByLabel("Email address").waitFor();
});

test("a session that is not recent proves itself with a code first", async () => {
  const { page, trader } = await openTrader(shop, SECURITY, { width: 360, ...REFUSED });
  await sql("update sessions set created_at = now() - interval '3 days' where user_id = $1", [trader.id]);
  const { phone, typed } = newNumber();
  await profileReady(page);
  await askForNumber(page, typed, "Change");
  const confirmation = card(page).getByRole("group", { name: "Confirm that it is you" });
  await confirmation.getByText(`We sent a code to ${trader.shown}`).waitFor();
  await expect.poll(() => focused(page)).toBe("own-phone-reauth-code");
  await expectAccessible(page);
  expect(await fits(page)).toBeLessThanOrEqual(0);
  await code(trader.phone);
  await confirmation.getByRole("button", { name: "Send a new code" }).click();
  await confirmation.getByLabel("Code").fill(await code(trader.phone, 1));
  await button(page, "Send code by SMS").click();
  await confirmNumber(page, await code(phone));
  await expectToast(page, "Phone number changed");
  expect((await messageTo(shop, trader.phone, 2)).text).toContain("was changed");
  expect(await signIn({ phoneNumber: phone, password: trader.password })).toBe(200);
});

test("works without JavaScript", async () => {
  const { page, person } = await openPlain(shop, SECURITY);
  const { phone, typed, shown } = newNumber();
  await card(page).getByText("Add a phone number").click();
  await card(page).getByLabel("New phone number").fill("08");
  await button(page, "Send code by SMS").click();
  await card(page).getByText("Please enter a valid phone number.").waitFor();
  await card(page).getByLabel("New phone number").fill(typed);
  await button(page, "Send code by SMS").click();
  await card(page).getByText(`We sent a message to ${shown}.`).waitFor();
  await confirmNumber(page, await code(phone));
  await page.getByText("Phone number added").waitFor();
  await card(page).getByText(shown).waitFor();
  expect(await signIn({ phoneNumber: phone, password: person.password })).toBe(200);
  await card(page).getByText("Remove", { exact: true }).click();
  await button(page, "Remove number").click();
  await page.getByText("Phone number removed").waitFor();
});

test("what does not come through is said, and what was typed stays", async () => {
  const { page } = await openSignedIn(shop, { path: SECURITY, allow: [/Failed to load resource/] });
  await profileReady(page);
  await page.route("**/profile.data*", (route) => route.abort());
  await askForNumber(page, "0803 123 4567");
  await expectToast(page, "Error", "Failed to change the phone number");
  expect(await card(page).getByLabel("New phone number").inputValue()).toBe("0803 123 4567");
});

test("the profile's own phone number is another thing", async () => {
  const { page, person } = await openSignedIn(shop, { path: "/profile" });
  const other = await makePerson(shop);
  await profileReady(page);
  await page.getByLabel("Phone", { exact: true }).fill("0803 999 8888");
  await page.getByRole("button", { name: "Save changes" }).click();
  await expectToast(page, "Profile updated");
  await page.getByRole("tab", { name: "Security" }).click();
  await card(page).getByText("Add a phone number").waitFor();
  expect(await signIn({ phoneNumber: "0803 999 8888", password: person.password })).toBe(401);
  expect(await signIn({ email: other.email, password: other.password })).toBe(200);
});
