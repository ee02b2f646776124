import type { Page } from "playwright-core";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { COMPANY_CLIENT } from "#sandbox/google/people.ts";
import type { RunningShop } from "#server/start.server.ts";
import { expectFitAtBothWidths, logIn, adminReady, person, REFUSED } from "../fixtures/browser-admin.ts";
import { signInPage } from "../fixtures/customers.ts";
import { newPage } from "../setup/browser.ts";
import { testShop } from "../setup/shop.ts";

let shop: RunningShop;
let boss: { email: string; password: string };

beforeAll(async () => {
  shop = await testShop({ env: { SSO: "1" } });
  boss = await person(shop, "admin");
});
afterAll(() => shop.close());
beforeEach(() => shop.shop.database.sql("delete from auth_rate_limits"));

const PAGE = "/admin/single-sign-on";
const at = (path: string) => shop.url + path;

async function atSetUp(options: Parameters<typeof newPage>[0] = {}): Promise<Page> {
  const page = await newPage({ allow: REFUSED, ...options });
  await signInPage(page, shop, boss);
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

async function expectRefused(page: Page, words: string): Promise<void> {
  await page.getByRole("heading", { name: "Authentication Error" }).waitFor();
  await page.getByRole("alert").getByText(words).waitFor();
  await page.getByRole("link", { name: "Return to login" }).click();
  await page.getByRole("heading", { name: "Welcome back" }).waitFor();
}

const account = (page: Page) => page.getByRole("button", { name: "Account", exact: true });

test("an admin sets it up, a worker comes in, and after the removal no longer", async () => {
  const adminPage = await atSetUp();
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

  const worker = await newPage({ width: 360, allow: REFUSED });
  await toCompany(worker, "bola@acme.example");
  await worker.getByText("Company sign-in", { exact: true }).waitFor();
  expect(await worker.getByLabel("E-mail").inputValue()).toBe("bola@acme.example");
  await signInAs(worker, "bola@acme.example");
  await worker.waitForURL(at("/"));
  await account(worker).waitFor();
  await worker.goto(at("/profile"));
  await expect.poll(() => worker.getByLabel("First name").inputValue()).toBe("Bola");
  await worker.goto(at("/admin"));
  await worker.waitForURL(at("/"));

  await remove(adminPage, "acme.example");
  await worker.goto(at("/profile"));
  await worker.waitForURL(at("/login"));
  await toCompany(worker, "bola@acme.example");
  await worker.getByRole("alert").getByText("There is no single sign-on for this address.").waitFor();
});

test("a foreign address, an unconfirmed one, Cancel and a removal meanwhile end with a reason and a way back", async () => {
  const adminPage = await atSetUp();
  await add(adminPage, "bolts.example");
  await adminPage.getByText("People with an address at bolts.example").waitFor();
  const worker = await newPage({ allow: REFUSED });
  await toCompany(worker, "bola@bolts.example");
  await signInAs(worker, "bola@elsewhere.example");
  await expectRefused(worker, "Your company's login named an address of another domain.");

  await toCompany(worker, "bola@bolts.example");
  await worker.getByLabel("This address is confirmed").uncheck();
  await signInAs(worker, "bola@bolts.example");
  await expectRefused(worker, "Your company's login has not confirmed your email address.");

  await toCompany(worker, "bola@bolts.example");
  await worker.getByRole("button", { name: "Cancel" }).click();
  await expectRefused(worker, "The sign-in was cancelled.");

  await toCompany(worker, "bola@bolts.example");
  await worker.getByText("Company sign-in", { exact: true }).waitFor();
  await remove(adminPage, "bolts.example");
  await signInAs(worker, "bola@bolts.example");
  await expectRefused(worker, "Single sign-on for this domain was switched off.");
  expect(
    (await shop.shop.database.sql("select 1 from users where email like '%bolts%' or email like '%elsewhere%'")).rows,
  ).toEqual([]);
});

test("removing asks first, and Keep keeps", async () => {
  const adminPage = await atSetUp();
  await add(adminPage, "kept.example");
  await adminPage.getByRole("link", { name: "Remove kept.example" }).click();
  const question = adminPage.getByRole("group", { name: "Remove the provider of kept.example?" });
  await expect.poll(() => question.evaluate((box) => box === document.activeElement)).toBe(true);
  await question.getByRole("link", { name: "Keep" }).click();
  await adminPage.getByRole("link", { name: "Remove kept.example" }).waitFor();
  await remove(adminPage, "kept.example");
});

test("both sides work without JavaScript", async () => {
  const adminPage = await newPage({ javaScriptEnabled: false, width: 360, allow: REFUSED });
  await logIn(adminPage, shop, boss);
  await adminPage.goto(at("/admin"));
  await adminPage.getByLabel("Back office menu").click();
  await adminPage.getByRole("link", { name: "Single sign-on" }).first().click();
  await add(adminPage, "plain.example", { secret: "wrong" });
  await adminPage.getByText("The provider does not accept this client id with this secret.").waitFor();
  expect(await adminPage.getByLabel("Email domain").inputValue()).toBe("plain.example");
  await add(adminPage, "plain.example");
  await adminPage.getByText("People with an address at plain.example").waitFor();

  const worker = await newPage({ javaScriptEnabled: false, allow: REFUSED });
  await toCompany(worker, "bola@nowhere.example");
  await worker.getByRole("alert").getByText("There is no single sign-on for this address.").waitFor();
  await toCompany(worker, "bola@plain.example");
  await worker.getByRole("link", { name: "Go on to your company's login" }).click();
  await signInAs(worker, "bola@plain.example");
  await worker.getByRole("button", { name: "Continue" }).click();
  await worker.waitForURL(at("/"));
  await worker.goto(at("/profile"));
  expect(worker.url()).toBe(at("/profile"));
  await remove(adminPage, "plain.example");
});

test("its pages are accessible and fit at both widths", async () => {
  const page = await atSetUp();
  await expectFitAtBothWidths(page);
  await page.getByRole("button", { name: "Add provider" }).click();
  await page.getByText("Please enter the client id").waitFor();
  await expectFitAtBothWidths(page);
  const domain = `${"very-long-name-of-a-company-".repeat(2)}x.example`;
  await add(page, domain);
  await page.getByRole("heading", { name: domain }).waitFor();
  await expectFitAtBothWidths(page);
  await page.getByRole("link", { name: `Remove ${domain}` }).click();
  await page.getByRole("group", { name: /Remove the provider/ }).waitFor();
  await expectFitAtBothWidths(page);
  await page.getByRole("link", { name: "Keep" }).click();
  await remove(page, domain);
  await page.context().clearCookies();
  await toCompany(page, "bola@nowhere.example");
  await page.getByRole("alert").getByText("There is no single sign-on").waitFor();
  await expectFitAtBothWidths(page);
  await page.goto(shop.demo?.googleUrl ?? "");
  await page.getByText(COMPANY_CLIENT.clientSecret).waitFor();
  await expectFitAtBothWidths(page);
});
