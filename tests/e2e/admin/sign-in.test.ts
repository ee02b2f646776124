import type { Page } from "playwright-core";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { COMPANY_CLIENT } from "#sandbox/google/people.ts";
import type { RunningShop } from "#server/start.server.ts";
import { adminReady, expectFit, expectFitFromPhone, person, REFUSED } from "#tests/fixtures/browser-admin.ts";
import { signInPage } from "#tests/fixtures/customers.ts";
import { totpOf } from "#tests/fixtures/totp.ts";
import { Visitor } from "#tests/fixtures/visitor.ts";
import { newPage } from "#tests/setup/browser.ts";
import { expectMessage } from "#tests/setup/messages.ts";
import { testShop } from "#tests/setup/shop.ts";

/** The admin's pages of signing in: the required second factor, and single sign-on of companies. */
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

const app = (page: Page) => page.getByLabel(/^Code (that the app shows now|from your authenticator app)$/);

test("an admin sets up the second factor on a phone, with the password or a new one, and confirms it where it is missing", async () => {
  const boss = await person(shop, "admin");
  const page = await atFactorStep(boss, { width: 360, permissions: ["clipboard-read", "clipboard-write"] });
  expect(page.url()).toBe(at(FACTOR));
  await page.getByRole("heading", { name: "Set up a second factor" }).waitFor();
  await expectFitFromPhone(page);
  await page.getByLabel("Password", { exact: true }).fill("not-this-one");
  await page.getByRole("button", { name: "Begin" }).click();
  await page.getByRole("alert").getByText("This password is not right.").waitFor();
  await page.getByLabel("Password", { exact: true }).fill(boss.password);
  await page.getByRole("button", { name: "Begin" }).click();
  const picture = page.getByRole("img", { name: /^QR code/ });
  await picture.waitFor();

  await page.goto(at(FACTOR));
  await page.getByRole("link", { name: "I do not know my password" }).click();
  const password = page.getByLabel("New password");
  const start = page.getByRole("button", { name: "Set password and begin" });
  await password.fill("short");
  await start.click();
  await expect.poll(() => password.evaluate((one) => one.matches(":invalid"))).toBe(true);
  expect(await picture.count()).toBe(0);
  await expectFit(page);
  await password.fill("a-new-password");
  await start.click();
  await picture.waitFor();
  const codes = await page.getByRole("region", { name: "Backup codes" }).getByRole("listitem").allInnerTexts();
  expect(codes.length).toBeGreaterThan(5);
  const uri = await keyOf(page);
  await expectFitFromPhone(page);

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

  await app(page).fill("000000");
  await page.getByRole("button", { name: "Turn on" }).click();
  await page.getByRole("alert").getByText("This code is wrong or has expired.").waitFor();
  await app(page).fill(totpOf(uri));
  await page.getByRole("button", { name: "Turn on" }).click();
  await page.waitForURL(at("/admin/overview"));
  const answer = await new Visitor(shop.url).signIn(boss.email, "a-new-password");
  expect(answer.json["twoFactorRedirect"]).toBe(true);

  // A session from before the shop required the factor.
  await shop.shop.database.sql("update sessions set auth_method = null where user_id = $1", [boss.id]);
  await page.goto(at("/admin"));
  await page.getByRole("heading", { name: "Confirm it is you" }).waitFor();
  await expectFitFromPhone(page);
  await app(page).fill("000000");
  await page.getByRole("button", { name: "Confirm" }).click();
  await page.getByRole("alert").getByText("This code is wrong or has expired.").waitFor();
  await page.getByRole("button", { name: "Use a backup code instead" }).click();
  await page.getByLabel("One of your backup codes").fill(codes[1] ?? "");
  await page.getByRole("button", { name: "Confirm" }).click();
  await page.waitForURL(at("/admin/overview"));
  await shop.shop.database.sql("update sessions set auth_method = null where user_id = $1", [boss.id]);
  await page.goto(at("/admin"));
  await page.getByRole("button", { name: "Sign out", exact: true }).click();
  await page.waitForURL(at("/login"));
});

const PAGE = "/admin/single-sign-on";

/** The page of single sign-on, for an admin who has confirmed the second factor. */
async function atSetUp(): Promise<Page> {
  const boss = await person(shop, "admin");
  const page = await newPage({ width: 360, allow: REFUSED });
  await signInPage(page, shop, boss);
  await shop.shop.database.sql("update users set two_factor_enabled = true where id = $1", [boss.id]);
  await shop.shop.database.sql("update sessions set auth_method = 'second-factor' where user_id = $1", [boss.id]);
  await page.goto(at(PAGE));
  await adminReady(page);
  return page;
}

async function add(page: Page, domain: string, change: { issuer?: string; secret?: string } = {}): Promise<void> {
  await page.getByLabel("Email domain").fill(domain);
  await page.getByLabel("Provider's address").fill(change.issuer ?? shop.demo?.googleUrl ?? "");
  await page.getByLabel("Client id").fill(COMPANY_CLIENT.clientId);
  await page.getByLabel("Client secret").fill(change.secret ?? COMPANY_CLIENT.clientSecret);
  await page.getByRole("button", { name: "Add provider" }).click();
}

/** Asks on the page of single sign-on for the company's own login. */
async function askCompany(page: Page, email: string): Promise<void> {
  await page.getByLabel("Work email").fill(email);
  await page.getByRole("button", { name: "Continue", exact: true }).click();
}

test("an admin adds a provider with its errors at their fields, and removes it after a confirmation that Keep cancels; an employee is led to the company's own login, with the address filled in", async () => {
  const page = await atSetUp();
  await page.getByText("None yet. Add the first one below.").waitFor();
  await page.getByText(`${shop.url}/api/auth/sso/callback`).waitFor();
  await page.getByRole("button", { name: "Add provider" }).click();
  await page.getByText("Please enter the client id").waitFor();
  await expectFit(page);
  const domain = `${"very-long-name-of-a-company-".repeat(2)}x.example`;
  await add(page, domain, { issuer: "https://127.0.0.1" });
  const issuer = page.getByLabel("Provider's address");
  await expect.poll(() => issuer.getAttribute("aria-invalid")).toBe("true");
  await page.getByText("This address is in a private network.").waitFor();
  await expect.poll(() => issuer.evaluate((field) => field === document.activeElement)).toBe(true);
  await add(page, domain, { secret: "not-this-one" });
  await page.getByText("The provider does not accept this client id with this secret.").waitFor();
  expect(await page.getByLabel("Client secret").inputValue()).toBe("not-this-one");
  await add(page, domain);
  await page.getByText(`People with an address at ${domain} can log in`).waitFor();
  expect(await page.getByLabel("Client secret").inputValue()).toBe("");
  await page.getByRole("heading", { name: domain }).waitFor();

  const employee = await newPage({ width: 360, allow: REFUSED });
  await employee.goto(at("/login"));
  await employee.getByRole("link", { name: "Use single sign-on" }).click();
  await employee.getByRole("heading", { level: 1, name: "Single sign-on" }).waitFor();
  await askCompany(employee, "bola@unknown.example");
  await employee.getByRole("alert").getByText("There is no single sign-on for this address.").waitFor();
  await expectFitFromPhone(employee);
  await askCompany(employee, `bola@${domain}`);
  await employee.getByRole("heading", { name: "Choose an account" }).waitFor();
  expect(await employee.getByLabel("E-mail").inputValue()).toBe(`bola@${domain}`);
  await employee.goto(shop.demo?.googleUrl ?? "");
  await employee.getByText(COMPANY_CLIENT.clientSecret).waitFor();
  await expectFitFromPhone(employee);

  await page.getByRole("link", { name: `Remove ${domain}` }).click();
  const question = page.getByRole("group", { name: `Remove the provider of ${domain}?` });
  await expect.poll(() => question.evaluate((box) => box === document.activeElement)).toBe(true);
  await expectFitFromPhone(page);
  await question.getByRole("link", { name: "Keep" }).click();
  await page.getByRole("link", { name: `Remove ${domain}` }).click();
  await question.getByRole("button", { name: "Remove" }).click();
  await page.getByText(`The provider of ${domain} is removed.`).waitFor();
});
