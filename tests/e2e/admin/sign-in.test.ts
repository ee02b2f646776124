import type { Page } from "playwright-core";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { COMPANY_CLIENT } from "#sandbox/google/people.ts";
import type { RunningShop } from "#server/start.server.ts";
import { expectFitAtBothWidths, logIn, adminReady, person, REFUSED } from "#tests/fixtures/browser-admin.ts";
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

/** Starts the set-up; returns the otpauth address and the backup codes. */
async function begin(page: Page, password: string): Promise<{ uri: string; codes: string[] }> {
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Begin" }).click();
  await page.getByRole("img", { name: /^QR code/ }).waitFor();
  const codes = await page.getByRole("region", { name: "Backup codes" }).getByRole("listitem").allInnerTexts();
  return { uri: await keyOf(page), codes };
}

const app = (page: Page) => page.getByLabel(/^Code (that the app shows now|from your authenticator app)$/);

test("an admin without a second factor is redirected to set it up, and has to enter a code at each log-in", async () => {
  const boss = await person(shop, "admin");
  const page = await atFactorStep(boss);
  expect(page.url()).toBe(at(FACTOR));
  await page.getByRole("heading", { name: "Set up a second factor" }).waitFor();
  await expectFitAtBothWidths(page);
  await page.getByLabel("Password", { exact: true }).fill("not-this-one");
  await page.getByRole("button", { name: "Begin" }).click();
  await page.getByRole("alert").getByText("This password is not right.").waitFor();
  const { uri, codes } = await begin(page, boss.password);
  expect(codes.length).toBeGreaterThan(5);
  await expectFitAtBothWidths(page);
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
  // The code of the set-up cannot be used again.
  await page.getByLabel("Code").fill(totpOf(uri, 1));
  await page.getByRole("button", { name: "Continue" }).click();
  await page.waitForURL(at("/"));
  await page.goto(at("/admin"));
  await adminReady(page);
  expect(page.url()).toBe(at("/admin/overview"));

  // A session from before the shop required the factor.
  await shop.shop.database.sql("update sessions set auth_method = null where user_id = $1", [boss.id]);
  await page.goto(at("/admin"));
  await page.getByRole("heading", { name: "Confirm it is you" }).waitFor();
  await expectFitAtBothWidths(page);
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

test("an admin who does not know the password sets one before the second factor", async () => {
  const boss = await person(shop, "admin");
  const page = await atFactorStep(boss);
  await page.getByRole("link", { name: "I do not know my password" }).click();
  await page.getByLabel("New password").fill("short");
  await page.getByRole("button", { name: "Set password and begin" }).click();
  expect(await page.getByRole("img", { name: /^QR code/ }).count()).toBe(0);
  await expectFitAtBothWidths(page);
  await shop.shop.database.sql("update accounts set password = null where user_id = $1", [boss.id]);
  await page.goto(at("/admin"));
  await page.getByLabel("New password").fill("a-new-password");
  await page.getByRole("button", { name: "Set password and begin" }).click();
  await page.getByRole("img", { name: /^QR code/ }).waitFor();
  await app(page).fill(totpOf(await keyOf(page)));
  await page.getByRole("button", { name: "Turn on" }).click();
  await page.waitForURL(at("/admin/overview"));
  const answer = await new Visitor(shop.url).signIn(boss.email, "a-new-password");
  expect(answer.json["twoFactorRedirect"]).toBe(true);
});

test("on a phone the key opens its app by a link or is copied; backup codes are copied and downloaded", async () => {
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

const PAGE = "/admin/single-sign-on";
const account = (page: Page) => page.getByRole("button", { name: "Account", exact: true });

/** The page of single sign-on, for an admin who has confirmed the second factor. */
async function atSetUp(): Promise<Page> {
  const boss = await person(shop, "admin");
  const page = await newPage({ allow: REFUSED });
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

async function remove(page: Page, domain: string): Promise<void> {
  await page.getByRole("link", { name: `Remove ${domain}` }).click();
  const question = page.getByRole("group", { name: `Remove the provider of ${domain}?` });
  await question.getByRole("button", { name: "Remove" }).click();
  await page.getByText(`The provider of ${domain} is removed.`).waitFor();
}

/** From the login page to the company's own one. */
async function toCompany(page: Page, email: string): Promise<void> {
  await page.goto(at("/login"));
  await page.getByRole("link", { name: "Use single sign-on" }).click();
  await page.getByRole("heading", { level: 1, name: "Single sign-on" }).waitFor();
  await page.getByLabel("Work email").fill(email);
  await page.getByRole("button", { name: "Continue", exact: true }).click();
}

/** Enters the identity at the company's login. */
async function signInAs(page: Page, email: string, first = "Bola", last = "Ade"): Promise<void> {
  await page.getByText("Company sign-in", { exact: true }).waitFor();
  await page.getByLabel("E-mail").fill(email);
  await page.getByLabel("First name").fill(first);
  await page.getByLabel("Last name").fill(last);
  await page.getByRole("button", { name: "Continue" }).click();
}

test("an admin adds a provider, an employee signs in, and cannot after the removal", async () => {
  const adminPage = await atSetUp();
  await expectFitAtBothWidths(adminPage);
  await adminPage.getByText("None yet. Add the first one below.").waitFor();
  await adminPage.getByText(`${shop.url}/api/auth/sso/callback`).waitFor();
  await add(adminPage, "acme.example", { issuer: "https://127.0.0.1" });
  const issuer = adminPage.getByLabel("Provider's address");
  await expect.poll(() => issuer.getAttribute("aria-invalid")).toBe("true");
  await adminPage.getByText("This address is in a private network.").waitFor();
  await expect.poll(() => issuer.evaluate((field) => field === document.activeElement)).toBe(true);
  await add(adminPage, "acme.example", { secret: "not-this-one" });
  await adminPage.getByText("The provider does not accept this client id with this secret.").waitFor();
  expect(await adminPage.getByLabel("Client secret").inputValue()).toBe("not-this-one");
  await add(adminPage, "acme.example");
  await adminPage.getByText("People with an address at acme.example can log in").waitFor();
  expect(await adminPage.getByLabel("Client secret").inputValue()).toBe("");
  await adminPage.getByRole("heading", { name: "acme.example" }).waitFor();

  const employee = await newPage({ width: 360, allow: REFUSED });
  await toCompany(employee, "bola@acme.example");
  await employee.getByText("Company sign-in", { exact: true }).waitFor();
  expect(await employee.getByLabel("E-mail").inputValue()).toBe("bola@acme.example");
  await signInAs(employee, "bola@acme.example");
  await employee.waitForURL(at("/"));
  await account(employee).waitFor();
  await employee.goto(at("/profile"));
  await expect.poll(() => employee.getByLabel("First name").inputValue()).toBe("Bola");
  await employee.goto(at("/admin"));
  await employee.waitForURL(at("/"));

  await remove(adminPage, "acme.example");
  await employee.goto(at("/profile"));
  await employee.waitForURL(at("/login"));
  await toCompany(employee, "bola@acme.example");
  await employee.getByRole("alert").getByText("There is no single sign-on for this address.").waitFor();
});

test("removing a provider asks for confirmation, and Keep cancels it", async () => {
  const adminPage = await atSetUp();
  const domain = `${"very-long-name-of-a-company-".repeat(2)}x.example`;
  await adminPage.getByRole("button", { name: "Add provider" }).click();
  await adminPage.getByText("Please enter the client id").waitFor();
  await expectFitAtBothWidths(adminPage);
  await add(adminPage, domain);
  await adminPage.getByRole("heading", { name: domain }).waitFor();
  await expectFitAtBothWidths(adminPage);
  await adminPage.getByRole("link", { name: `Remove ${domain}` }).click();
  const question = adminPage.getByRole("group", { name: `Remove the provider of ${domain}?` });
  await expect.poll(() => question.evaluate((box) => box === document.activeElement)).toBe(true);
  await expectFitAtBothWidths(adminPage);
  await question.getByRole("link", { name: "Keep" }).click();
  await adminPage.getByRole("link", { name: `Remove ${domain}` }).waitFor();
  await remove(adminPage, domain);
});

test("the pages of single sign-on fit and are accessible at both widths", async () => {
  const page = await newPage({ allow: REFUSED });
  await toCompany(page, "bola@unknown.example");
  await page.getByRole("alert").getByText("There is no single sign-on").waitFor();
  await expectFitAtBothWidths(page);
  await page.goto(shop.demo?.googleUrl ?? "");
  await page.getByText(COMPANY_CLIENT.clientSecret).waitFor();
  await expectFitAtBothWidths(page);
});
