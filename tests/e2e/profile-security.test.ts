import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { RunningShop } from "#server/start.server.ts";
import { expectToast, openSignedIn, profileReady, signInElsewhere, signInPage } from "../fixtures/customers.ts";
import { totpOf } from "../fixtures/totp.ts";
import { expectAccessible } from "../setup/axe.ts";
import { testShop } from "../setup/shop.ts";

/** The Security tab: two-step verification, passkeys, Google and open sessions. */
let shop: RunningShop;

beforeAll(async () => {
  shop = await testShop({ env: { TRUST_PROXY: "1", HOST: "localhost", LOG_LEVEL: "silent" } });
});
afterAll(() => shop.close());

const ALLOW = { allow: [/Failed to load resource/, /Failed to fetch/, /Unexpected Server Error/, /Unable to decode/] };
const SECURITY = "/profile?tab=security";
const sql = (text: string, values: unknown[] = []) => shop.shop.database.sql(text, values);
const section = (page: Page, name: string) => page.getByRole("region", { name, exact: true });

const isOpen = async (cookie: string) =>
  (await (await fetch(`${shop.url}/api/auth/get-session`, { headers: { Cookie: cookie } })).json()) !== null;

/** The code for a key as the page shows it, in groups of four. */
const totp = (key: string) => totpOf(`otpauth://totp/Oja?secret=${key.replace(/\s/g, "")}`);

test("two-step verification refuses a wrong password and a wrong code, is turned on, renews its codes and is turned off", async () => {
  const { page, person } = await openSignedIn(shop, { path: SECURITY, allow: [/40[01]/] });
  await profileReady(page);
  const card = section(page, "Two-step verification");
  await card.getByRole("button", { name: "Turn on two-step verification" }).click();
  await card.getByLabel("Your password").fill("not-my-password");
  await card.getByRole("button", { name: "Continue" }).click();
  await expectToast(page, "Error", "This password is not right.");
  await card.getByRole("alert").getByText("This password is not right.").waitFor();
  await card.getByLabel("Your password").fill(person.password);
  await card.getByRole("button", { name: "Continue" }).click();
  await card.getByRole("img", { name: "QR code" }).waitFor();
  const secret = await card.getByLabel("Key for the app").innerText();

  await card.getByLabel("Enter the code that the app shows").fill("123");
  await card.getByRole("button", { name: "Verify and turn on" }).click();
  await card.getByText("Please enter the 6 digits that the app shows.").waitFor();
  const code = totp(secret);
  await card.getByLabel("Enter the code that the app shows").fill(code === "000000" ? "111111" : "000000");
  await card.getByRole("button", { name: "Verify and turn on" }).click();
  await expectToast(page, "Error", "This code is wrong or has expired.");
  await card.getByRole("alert").getByText("This code is wrong or has expired.").waitFor();
  await card.getByLabel("Enter the code that the app shows").fill(totp(secret));
  await card.getByRole("button", { name: "Verify and turn on" }).click();
  await expectToast(page, "Two-step verification is on");
  await expect.poll(() => card.getByRole("listitem").count()).toBe(10);
  await expect.poll(() => page.locator("[data-sonner-toast]").count()).toBe(0);
  await expectAccessible(page);
  const download = page.waitForEvent("download");
  await card.getByRole("button", { name: "Download codes" }).click();
  expect((await download).suggestedFilename()).toBe("oja-backup-codes.txt");
  await card.getByRole("button", { name: "Done" }).click();
  await card.getByText("Your account asks for a code.").waitFor();
  expect((await sql("select two_factor_enabled from users where id = $1", [person.id])).rows).toEqual([
    { two_factor_enabled: true },
  ]);

  await page.reload();
  await profileReady(page);
  expect(await card.getByRole("listitem").count()).toBe(0);
  await card.getByRole("button", { name: "New backup codes" }).click();
  await card.getByText("New backup codes replace the old ones, which stop working.").waitFor();
  await card.getByLabel("Your password").fill(person.password);
  await card.getByRole("button", { name: "Make new codes" }).click();
  const list = card.getByRole("list", { name: "Backup codes" }).getByRole("listitem");
  await expect.poll(() => list.count()).toBe(10);
  await card.getByRole("button", { name: "Done" }).click();
  await card.getByRole("button", { name: "Turn off" }).click();
  await card.getByLabel("Your password").fill(person.password);
  await card.getByRole("button", { name: "Turn off" }).click();
  await expectToast(page, "Two-step verification is off");
  await card.getByRole("button", { name: "Turn on two-step verification" }).waitFor();
});

test("a passkey is added, renamed and removed after confirmation; Google is linked after its sign-in and unlinked, and failures are reported", async () => {
  const { page, person } = await openSignedIn(shop, { path: SECURITY, ...ALLOW });
  const local = await page.context().newCDPSession(page);
  await local.send("WebAuthn.enable");
  await local.send("WebAuthn.addVirtualAuthenticator", {
    options: {
      protocol: "ctap2",
      transport: "internal",
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
    },
  });
  await profileReady(page);
  const card = section(page, "Passkeys");
  await card.getByText("You have no passkeys yet.").waitFor();
  await card.getByRole("button", { name: "Add a passkey" }).click();
  await expectToast(page, "Passkey added");
  await card.getByText("Rename Chrome on Linux").click();
  await card.getByLabel("Name").fill(" ");
  await card.getByRole("button", { name: "Save name" }).click();
  await card.getByText("Please enter a name.").waitFor();
  await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute("name"))).toBe("name");
  await card.getByLabel("Name").fill("Counter laptop");
  await page.route("**/profile.data*", (route) => route.abort());
  await card.getByRole("button", { name: "Save name" }).click();
  await expectToast(page, "Error", "Failed to rename the passkey");
  expect(await card.getByLabel("Name").inputValue()).toBe("Counter laptop");
  await page.unroute("**/profile.data*");
  await card.getByLabel("Name").focus();
  await page.keyboard.press("Enter");
  await expectToast(page, "Passkey renamed");
  await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe("Rename Counter laptop");
  await card.getByRole("button", { name: "Remove Counter laptop" }).click();
  await page.getByRole("button", { name: "Remove", exact: true }).click();
  await expectToast(page, "Passkey removed");
  await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe("Add a passkey");
  await card.getByText("You have no passkeys yet.").waitFor();

  const link = async () => {
    await page.getByRole("button", { name: "Link Google" }).click();
    await page.getByRole("heading", { name: "Choose an account" }).waitFor();
  };
  await link();
  await page.getByRole("button", { name: "Cancel" }).click();
  await page.waitForURL(/\/profile\?tab=security$/);
  await expectToast(page, "Google was not linked", "You cancelled at Google.");
  await profileReady(page);
  await link();
  await page.getByLabel("E-mail").fill(person.email);
  await page.getByLabel("First name").fill("Ada");
  await page.getByRole("button", { name: "Continue" }).click();
  await page.waitForURL(/\/profile\?tab=security$/);
  await expectToast(page, "Google linked", "You can now sign in with Google.");
  await section(page, "Account").getByText("Account linked with Google").waitFor();
  await page.getByRole("button", { name: "Unlink Google" }).click();
  await page.getByRole("button", { name: "Unlink", exact: true }).click();
  await expectToast(page, "Google unlinked");
  await expect.poll(() => page.getByRole("button", { name: "Unlink Google" }).count()).toBe(0);
  // Another address leads back with an error.
  await page.goto(`${shop.url}/profile?tab=security&error=email_does_not_match`);
  await expectToast(page, "Error", "Google could not be linked. Use the Google account with the same email address.");
  await page.waitForURL(/\/profile\?tab=security$/);
});

test("one session and all others can be ended, then the own one alone, or all at once; failures are reported with their reason; who acts after the end sees Logged out at the login", async () => {
  const { page, person } = await openSignedIn(shop, { path: null, ...ALLOW });
  const agent = "Mozilla/5.0 (Linux; Android 14; TECNO) AppleWebKit/537.36 Chrome/140.0.0.0 Mobile Safari/537.36";
  const phone = await signInElsewhere(shop, person, agent);
  const others = [await signInElsewhere(shop, person), await signInElsewhere(shop, person, "wget/1")];
  expect(await isOpen(phone)).toBe(true);
  await page.goto(shop.url + SECURITY);
  await profileReady(page);
  const card = section(page, "Open sessions");
  expect(await card.getByRole("listitem").count()).toBe(4);
  await card.getByText("This device").waitFor();
  await card
    .getByText(/^IP 10\.1\.0\.\d+ · Last seen [A-Z]\w+ \d+, 20\d\d, \d\d:\d\d$/)
    .first()
    .waitFor();
  expect(await card.getByText(/^Signed in [A-Z]\w+ \d+, 20\d\d$/).count()).toBe(4);
  await card.getByRole("button", { name: "Sign out there: Chrome on Android" }).click();
  await expectToast(page, "Signed out there");
  await expect.poll(() => card.getByRole("listitem").count()).toBe(3);
  expect(await isOpen(phone)).toBe(false);
  const elsewhere = card.getByRole("button", { name: "Sign out everywhere else" });
  await page.route("**/profile.data*", (route) => route.abort());
  await elsewhere.click();
  await expectToast(page, "Error", "Failed to sign out. Please try again.");
  await page.unroute("**/profile.data*");
  await elsewhere.click();
  await expectToast(page, "Signed out everywhere else");
  await expect.poll(() => card.getByRole("listitem").count()).toBe(1);
  await expect
    .poll(() => page.evaluate(() => document.activeElement?.getAttribute("aria-label")))
    .toBe("Open sessions");
  expect(await Promise.all(others.map(isOpen))).toEqual([false, false]);

  const laptop = await signInElsewhere(shop, person);
  await page.route("**/api/auth/sign-out", (route) =>
    route.fulfill({ status: 400, json: { message: "Come back later." } }),
  );
  await page.getByRole("button", { name: "Sign out on this device", exact: true }).click();
  await expectToast(page, "Sign out failed", "Come back later.");
  await page.unroute("**/api/auth/sign-out");
  await page.route("**/api/auth/sign-out", (route) => route.abort());
  await page.getByRole("button", { name: "Sign out on this device", exact: true }).click();
  await expectToast(page, "Sign out failed", "Please try again.");
  expect(new URL(page.url()).pathname).toBe("/profile");
  await page.unroute("**/api/auth/sign-out");
  await page.getByRole("button", { name: "Sign out on this device", exact: true }).click();
  await expectToast(page, "Signed out successfully", "You have been signed out of your account");
  await page.waitForURL(`${shop.url}/`);
  expect(await isOpen(laptop)).toBe(true);
  await page.getByRole("link", { name: "Sign In" }).waitFor();

  await signInPage(page, shop, person);
  await page.goto(shop.url + SECURITY);
  await profileReady(page);
  await page.getByRole("button", { name: "Sign out everywhere", exact: true }).click();
  await expectToast(page, "Signed out successfully");
  await page.waitForURL(`${shop.url}/`);
  await page.getByRole("link", { name: "Sign In" }).waitFor();
  expect(await isOpen(laptop)).toBe(false);

  // Ended elsewhere, before the user acts.
  for (const [first, then] of [
    ["Add a passkey", null],
    ["Delete Account", "Delete Account"],
  ] as const) {
    await signInPage(page, shop, person);
    await page.goto(shop.url + SECURITY);
    await profileReady(page);
    await page.getByRole("button", { name: "Account", exact: true }).click();
    await page.getByRole("menuitem", { name: "Sign Out" }).waitFor();
    await page.keyboard.press("Escape");
    await sql("delete from sessions where user_id = $1", [person.id]);
    await page.getByRole("button", { name: first, exact: true }).click();
    if (then) await page.getByRole("button", { name: then, exact: true }).last().click();
    await page.waitForURL(`${shop.url}/login`);
    await expectToast(page, "Logged out", "Your session has ended. You can log in again at any time.");
  }
});
