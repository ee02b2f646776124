import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { RunningShop } from "#server/start.server.ts";
import { expectFitFromPhone } from "../fixtures/browser-admin.ts";
import { makeTrader } from "../fixtures/browser-trader.ts";
import { expectToast } from "../fixtures/customers.ts";
import { sentFrom } from "../fixtures/sign-in-forms.ts";
import { codeIn, linkIn, makeCustomer, messageTo } from "../fixtures/visitor.ts";
import { atBothWidths, newPage } from "../setup/browser.ts";
import { testShop } from "../setup/shop.ts";
import { usable } from "./steps.ts";

/** A forgotten password, and the page that finishes a sign-in. */
let shop: RunningShop;
let visits = 0;

beforeAll(async () => {
  shop = await testShop({ env: { TRUST_PROXY: "1", HOST: "localhost" } });
});
afterAll(() => shop.close());

const at = (path: string) => shop.url + path;
const heading = (page: Page, name: string) => page.getByRole("heading", { level: 1, name, exact: true });
const account = (page: Page) => page.getByRole("button", { name: "Account", exact: true });
const alert = (page: Page, words: string) => page.getByRole("main").getByRole("alert").getByText(words).waitFor();
const press = (page: Page, name: string) => page.getByRole("button", { name, exact: true }).click();
const code = async (to: string, after = 0) => codeIn((await messageTo(shop, to, after)).text);

/** A browser with a unique address. */
async function open(options: Parameters<typeof newPage>[0]): Promise<Page> {
  const extraHTTPHeaders = { "X-Forwarded-For": `10.4.0.${(visits += 1)}` };
  return await newPage({ allow: [/Failed to load resource/], extraHTTPHeaders, ...options });
}

const wrongFor = (right: string) => (right === "111111" ? "222222" : "111111");

async function enter(page: Page, digits: string): Promise<void> {
  await page.getByLabel("Code").fill(digits);
  await press(page, "Continue");
}

const isInWindow = (one: Element) => {
  const { top, bottom } = one.getBoundingClientRect();
  return top >= 0 && bottom <= innerHeight;
};

/** The notice has the focus, and the form for a new password is in sight. */
async function expectNewPasswordFirst(page: Page): Promise<void> {
  const notice = page.getByRole("alert").filter({ hasText: "Password Reset Required" });
  await expect.poll(() => notice.evaluate((one) => one === document.activeElement)).toBe(true);
  for (const one of [notice, page.getByLabel("New password"), page.getByLabel("Confirm password")])
    await expect.poll(() => one.evaluate(isInWindow)).toBe(true);
}

test("the callback shows 'Completing sign in...' until the answer comes; a forgotten password: a code by SMS or the link of a mail, each of which opens a session and the page for a new one", async () => {
  const trader = await makeTrader(shop);
  const customer = await makeCustomer(shop, { email: "ngozi@adeniyifoods.example" });
  const page = await open({ width: 360 });
  await page.goto(at("/auth/callback#access_token=x"));
  await heading(page, "Authentication Error").waitFor();
  await alert(page, "No session defined in URL");
  await page.goto(at("/auth/callback?mfa=required"));
  await heading(page, "One more step").waitFor();
  const callback = sentFrom("/auth/callback");
  const held = Promise.withResolvers<void>();
  await page.route(callback, (route) => held.promise.then(() => route.continue()));
  await page.goto(at("/auth/callback?code=nothing-that-we-ever-sent-out"));
  await heading(page, "Completing sign in...").waitFor();
  await page.getByRole("status").getByText("This takes a moment.").waitFor();
  await page.getByRole("link", { name: "Return to login" }).waitFor();
  held.resolve();
  await heading(page, "Authentication Error").waitFor();
  expect(await heading(page, "Completing sign in...").count()).toBe(0);
  await page.unroute(callback);
  await alert(page, "This link is invalid or has expired. Please request a new one.");
  await expectFitFromPhone(page);
  await page.getByRole("link", { name: "Return to login" }).click();
  await heading(page, "Welcome back").waitFor();

  await page.getByRole("link", { name: "Forgot password?" }).click();
  await heading(page, "Reset your password").waitFor();
  await expectFitFromPhone(page);
  const field = page.getByLabel("Email", { exact: true });
  expect([await field.getAttribute("type"), await field.getAttribute("required")]).toEqual(["email", ""]);
  await page.getByText("Only a phone number?").waitFor();
  const words = "Failed to send reset email. Please try again.";
  await field.fill(customer.email);
  await page.route(sentFrom("/forgot-password"), (route) => route.abort());
  await press(page, "Send reset link");
  await expectToast(page, "Error", words);
  await alert(page, words);
  expect(await field.inputValue()).toBe(customer.email);
  await page.unroute(sentFrom("/forgot-password"));
  await field.fill("");
  await press(page, "Send reset link");
  await alert(page, "Please enter your email address or phone number.");

  await field.fill(`0${trader.phone.slice(4)}`);
  await press(page, "Send reset link");
  await heading(page, "Enter your code").waitFor();
  await expectFitFromPhone(page);
  await enter(page, wrongFor(await code(trader.phone)));
  await alert(page, "wrong or has expired");
  await page.reload();
  await page.getByText(`We sent a code by SMS to 0${trader.phone.slice(4)}`).waitFor();
  await press(page, "Send a new code");
  await expectToast(page, "Code sent");
  await code(trader.phone, 1);
  await press(page, "Use another number or address");
  await field.fill(`0${trader.phone.slice(4)}`);
  await press(page, "Send reset link");
  await enter(page, await code(trader.phone, 2));
  await page.waitForURL(at("/profile?reset=true"));
  await account(page).waitFor();

  await page.context().clearCookies();
  await page.goto(at("/forgot-password"));
  await usable(page);
  await field.fill(customer.email);
  await press(page, "Send reset link");
  await heading(page, "Email sent").waitFor();
  await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe("Email sent");
  await expectToast(page, "Password reset email sent", "Check your email for a link to reset your password");
  await page.reload();
  const address = page.getByRole("main").getByText(customer.email);
  await atBothWidths(page, async () => {
    await expect
      .poll(() => address.evaluate((one) => [one.getClientRects().length, one.clientHeight < 40]))
      .toEqual([1, true]);
  });
  const { text } = await messageTo(shop, customer.email, 0, "type=recovery");
  await page.goto(linkIn(text, "type=recovery").href);
  await page.waitForURL(at("/profile?reset=true"));
  await account(page).waitFor();
  await expectNewPasswordFirst(page);
  await shop.shop.database.sql("update users set role = 'admin', staff_role = 'owner' where id = $1", [customer.id]);
  await page.goto(at("/admin/security?reset=true"));
  await expectNewPasswordFirst(page);
});
