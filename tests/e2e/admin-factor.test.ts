import type { Page } from "playwright-core";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { RunningShop } from "#server/start.server.ts";
import { expectFitAtBothWidths, logIn, adminReady, person, REFUSED } from "../fixtures/browser-admin.ts";
import { signInPage } from "../fixtures/customers.ts";
import { totpOf } from "../fixtures/totp.ts";
import { newPage } from "../setup/browser.ts";
import { expectMessage } from "../setup/messages.ts";
import { testShop } from "../setup/shop.ts";

let shop: RunningShop;

beforeAll(async () => {
  shop = await testShop({ env: { ADMIN_SECOND_FACTOR: "1", SSO: "1" } });
});
afterAll(() => shop.close());
beforeEach(() => shop.shop.database.sql("delete from auth_rate_limits"));

const FACTOR = "/admin/second-factor";
const at = (path: string) => shop.url + path;
type Boss = { email: string; password: string };

/** An admin who has logged in with the password and opens the admin. */
async function atFactorStep(boss: Boss, options: Parameters<typeof newPage>[0] = {}): Promise<Page> {
  const page = await newPage({ allow: REFUSED, ...options });
  await signInPage(page, shop, boss);
  await page.goto(at("/admin"));
  return page;
}

/** The otpauth address of the key as the page shows it, in groups of four. */
const keyOf = async (page: Page) =>
  `otpauth://totp/x?secret=${(await page.getByLabel("Key for the app").innerText()).replaceAll(" ", "")}`;

/** Starts the set-up; returns the otpauth address and the backup codes. */
async function begin(page: Page, password: string): Promise<{ uri: string; codes: string[] }> {
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Begin" }).click();
  await page.getByRole("img", { name: /^QR code/ }).waitFor();
  const codes = await page.getByRole("region", { name: "Backup codes" }).getByRole("listitem").allInnerTexts();
  return { uri: await keyOf(page), codes };
}

const app = (page: Page) => page.getByLabel(/^Code (that the app shows now|from your authenticator app)$/);

test("an admin without one is sent to set it up, and from then on shows it at every sign-in", async () => {
  const boss = await person(shop, "admin");
  const page = await atFactorStep(boss);
  expect(page.url()).toBe(at(FACTOR));
  for (const path of ["/admin/security", "/admin/single-sign-on", "/admin/nothing-here"]) {
    await page.goto(at(path));
    expect(page.url()).toBe(at(FACTOR));
  }
  await page.getByRole("heading", { name: "Set up a second factor" }).waitFor();
  await page.getByLabel("Password", { exact: true }).fill("not-this-one");
  await page.getByRole("button", { name: "Begin" }).click();
  await page.getByRole("alert").getByText("This password is not right.").waitFor();
  const { uri, codes } = await begin(page, boss.password);
  expect(codes.length).toBeGreaterThan(5);
  await app(page).fill("000000");
  await page.getByRole("button", { name: "Turn on" }).click();
  await page.getByRole("alert").getByText("This code is wrong or has expired.").waitFor();
  await app(page).fill(totpOf(uri));
  await page.getByRole("button", { name: "Turn on" }).click();
  await page.waitForURL(at("/admin/overview"));
  await adminReady(page);
  await page.getByRole("button", { name: "Logout" }).click();
  await page.waitForURL(at("/login"));

  await logIn(page, shop, boss);
  await page.getByText("Enter the code that your authenticator app shows now.").waitFor();
  await page.getByLabel("Code").fill("000000");
  await page.getByRole("button", { name: "Continue" }).click();
  await page.getByRole("alert").getByText("This code is wrong or has expired.").waitFor();
  // The code of the set-up cannot be used again.
  await page.getByLabel("Code").fill(totpOf(uri, 1));
  await page.getByRole("button", { name: "Continue" }).click();
  await page.waitForURL(at("/"));
  await page.goto(at("/admin"));
  await adminReady(page);
  expect(page.url()).toBe(at("/admin/overview"));
  await page.getByRole("button", { name: "Logout" }).click();
  await page.waitForURL(at("/login"));

  await logIn(page, shop, boss);
  await page.getByRole("button", { name: "Use a backup code" }).click();
  await page.getByLabel("Backup code").fill("wrong-code1");
  await page.getByRole("button", { name: "Continue" }).click();
  await page.getByRole("alert").getByText("This code is wrong or has expired.").waitFor();
  await page.getByLabel("Backup code").fill(codes[0] ?? "");
  await page.getByRole("button", { name: "Continue" }).click();
  await page.waitForURL(at("/"));
  await page.goto(at("/admin"));
  await adminReady(page);
  expect(page.url()).toBe(at("/admin/overview"));
});

test("an admin without a password sets one on the way, and so does one who forgot it", async () => {
  const boss = await person(shop, "admin");
  const page = await atFactorStep(boss);
  await page.getByRole("link", { name: "I do not know my password" }).click();
  await page.getByLabel("New password").fill("short");
  await page.getByRole("button", { name: "Set password and begin" }).click();
  expect(await page.getByRole("img", { name: /^QR code/ }).count()).toBe(0);

  await shop.shop.database.sql("update accounts set password = null where user_id = $1", [boss.id]);
  await page.goto(at("/admin"));
  await page.getByLabel("New password").fill("a-new-password");
  await page.getByRole("button", { name: "Set password and begin" }).click();
  await page.getByRole("img", { name: /^QR code/ }).waitFor();
  await app(page).fill(totpOf(await keyOf(page)));
  await page.getByRole("button", { name: "Turn on" }).click();
  await page.waitForURL(at("/admin/overview"));
  await adminReady(page);
  const again = await newPage({ allow: REFUSED });
  await logIn(again, shop, { ...boss, password: "a-new-password" });
  await again.getByText("Enter the code that your authenticator app shows now.").waitFor();
});

test("a session from before shows it once, by code or by backup code, or leaves", async () => {
  const boss = await person(shop, "admin");
  const second = await atFactorStep(boss);
  const { uri, codes } = await begin(second, boss.password);
  await app(second).fill(totpOf(uri));
  await second.getByRole("button", { name: "Turn on" }).click();
  await second.waitForURL(at("/admin/overview"));

  const resetFactor = () =>
    shop.shop.database.sql(
      "update sessions set auth_method = null where user_id = (select id from users where email = $1)",
      [boss.email],
    );
  await resetFactor();
  await second.goto(at("/admin"));
  await second.getByRole("heading", { name: "Confirm it is you" }).waitFor();
  await app(second).fill("000000");
  await second.getByRole("button", { name: "Confirm" }).click();
  await second.getByRole("alert").getByText("This code is wrong or has expired.").waitFor();
  await second.getByRole("button", { name: "Use a backup code instead" }).click();
  await second.getByLabel("One of your backup codes").fill(codes[1] ?? "");
  await second.getByRole("button", { name: "Confirm" }).click();
  await second.waitForURL(at("/admin/overview"));

  await resetFactor();
  await second.goto(at("/admin"));
  await second.getByRole("button", { name: "Sign out", exact: true }).click();
  await second.waitForURL(at("/login"));
});

test("on a phone the key goes to its app by a link or by copying; the backup codes are copied and downloaded", async () => {
  const boss = await person(shop, "admin");
  const page = await atFactorStep(boss, { width: 360, permissions: ["clipboard-read", "clipboard-write"] });
  const { uri, codes } = await begin(page, boss.password);
  const key = uri.split("secret=")[1] ?? "";
  const link = page.getByRole("link", { name: "The app is on this phone" });
  expect(await link.getAttribute("href")).toMatch(new RegExp(`^otpauth://totp/.*secret=${key}`));
  const clipboard = () => page.evaluate(() => navigator.clipboard.readText());
  await page.getByRole("button", { name: "Copy key" }).click();
  await expectMessage(page, "Key copied");
  expect(await clipboard()).toBe(key);
  await page.getByRole("button", { name: "Copy codes" }).click();
  await expectMessage(page, "Backup codes copied");
  expect((await clipboard()).trim().split("\n")).toEqual(codes);
  const download = page.waitForEvent("download");
  await page.getByRole("button", { name: "Download codes" }).click();
  expect((await download).suggestedFilename()).toBe("oja-backup-codes.txt");
});

test("the page is accessible and fits at both widths, in all its steps", async () => {
  const boss = await person(shop, "admin");
  const page = await atFactorStep(boss);
  await expectFitAtBothWidths(page);
  await page.goto(at(`${FACTOR}?password=new`));
  await page.getByLabel("New password").waitFor();
  await expectFitAtBothWidths(page);
  await page.goto(at(FACTOR));
  const { uri } = await begin(page, boss.password);
  await expectFitAtBothWidths(page);
  await app(page).fill(totpOf(uri));
  await page.getByRole("button", { name: "Turn on" }).click();
  await page.waitForURL(at("/admin/overview"));
  await shop.shop.database.sql("update sessions set auth_method = null");
  await page.goto(at("/admin"));
  await page.getByRole("heading", { name: "Confirm it is you" }).waitFor();
  await expectFitAtBothWidths(page);
});
