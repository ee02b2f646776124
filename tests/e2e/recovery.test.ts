import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { RunningShop } from "#server/start.server.ts";
import { expectFitAtBothWidths } from "../fixtures/browser-admin.ts";
import { makeTrader } from "../fixtures/browser-trader.ts";
import { expectToast, openSignedIn, profileReady } from "../fixtures/customers.ts";
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

/** A browser with a unique address, at `path` unless that is null. */
async function open(path: string | null, options: Parameters<typeof newPage>[0] = {}): Promise<Page> {
  const extraHTTPHeaders = { "X-Forwarded-For": `10.4.0.${(visits += 1)}` };
  const page = await newPage({ allow: [/Failed to load resource/], extraHTTPHeaders, ...options });
  if (path === null) return page;
  await page.goto(at(path));
  await usable(page);
  return page;
}

const wrongFor = (right: string) => (right === "111111" ? "222222" : "111111");

async function enter(page: Page, digits: string): Promise<void> {
  await page.getByLabel("Code").fill(digits);
  await press(page, "Continue");
}

test("a forgotten password: the mail's link opens a session and the page for a new password, once", async () => {
  const { email } = await makeCustomer(shop, { email: "ngozi@adeniyifoods.example" });
  const page = await open("/login");
  await page.getByRole("link", { name: "Forgot password?" }).click();
  await heading(page, "Reset your password").waitFor();
  await expectFitAtBothWidths(page);
  await page.getByLabel("Email", { exact: true }).fill(email);
  await press(page, "Send reset link");
  await heading(page, "Email sent").waitFor();
  expect(await page.evaluate(() => document.activeElement?.textContent)).toBe("Email sent");
  await expectToast(page, "Password reset email sent", "Check your email for a link to reset your password");
  await page.reload();
  const address = page.getByRole("main").getByText(email);
  await atBothWidths(page, async () => {
    expect(await address.evaluate((one) => [one.getClientRects().length, one.clientHeight < 40])).toEqual([1, true]);
  });
  const link = linkIn((await messageTo(shop, email, 0, "type=recovery")).text, "type=recovery").href;
  await page.goto(link);
  await page.waitForURL(at("/profile?reset=true"));
  await account(page).waitFor();
  const other = await open(null);
  await other.goto(link);
  await heading(other, "Authentication Error").waitFor();
  await alert(other, "This link is invalid or has expired. Please request a new one.");
  await expectFitAtBothWidths(other);
  await other.getByRole("link", { name: "Return to login" }).click();
  await heading(other, "Welcome back").waitFor();
});

test("a forgotten password of an account with a number: a code by SMS opens the page for a new one", async () => {
  const trader = await makeTrader(shop);
  const page = await open("/login", { width: 360 });
  await page.getByRole("link", { name: "Forgot password?" }).click();
  const field = page.getByLabel("Email", { exact: true });
  expect([await field.getAttribute("type"), await field.getAttribute("required")]).toEqual(["email", ""]);
  await page.getByText("Only a phone number?").waitFor();
  await press(page, "Send reset link");
  await alert(page, "Please enter your email address or phone number.");
  await page.getByLabel("Email", { exact: true }).fill("0803 12");
  await press(page, "Send reset link");
  await alert(page, "Please enter a valid phone number.");
  await page.getByLabel("Email", { exact: true }).fill(`0${trader.phone.slice(4)}`);
  await press(page, "Send reset link");
  await heading(page, "Enter your code").waitFor();
  await press(page, "Use another number or address");
  await heading(page, "Reset your password").waitFor();
  await page.getByLabel("Email", { exact: true }).fill(`0${trader.phone.slice(4)}`);
  await press(page, "Send reset link");
  await heading(page, "Enter your code").waitFor();
  await expectFitAtBothWidths(page);
  const first = await code(trader.phone, 1);
  await enter(page, wrongFor(first));
  await alert(page, "wrong or has expired");
  await page.reload();
  await page.getByText(`We sent a code by SMS to 0${trader.phone.slice(4)}`).waitFor();
  await press(page, "Send a new code");
  await expectToast(page, "Code sent");
  await enter(page, await code(trader.phone, 2));
  await page.waitForURL(at("/profile?reset=true"));
  await page.getByText("Password Reset Required").waitFor();
  await profileReady(page);
  await page.getByLabel("New password").fill("second-password");
  await page.getByLabel("Confirm password").fill("second-password");
  await press(page, "Change Password");
  await expectToast(page, "Password updated");
  const body = { phoneNumber: trader.phone, password: "second-password" };
  const signedIn = await page.request.post(`${shop.url}/api/auth/sign-in/phone-number`, {
    data: body,
    headers: { Origin: shop.url },
  });
  expect(signedIn.status()).toBe(200);
});

test.each([
  ["a link from a mail", "?code=nothing-that-we-ever-sent-out", "Authentication Error"],
  ["Google", "?provider=google", "Welcome back"],
])("the callback from %s shows 'Completing sign in...' until the answer comes", async (_, query, then) => {
  const page = await open(null);
  let answer = () => {};
  const held = new Promise<void>((resolve) => (answer = resolve));
  await page.route(sentFrom("/auth/callback"), (route) => held.then(() => route.continue()));
  await page.goto(at(`/auth/callback${query}`));
  await heading(page, "Completing sign in...").waitFor();
  await page.getByRole("status").getByText("This takes a moment.").waitFor();
  await page.getByRole("link", { name: "Return to login" }).waitFor();
  answer();
  await heading(page, then).waitFor();
  expect(await heading(page, "Completing sign in...").count()).toBe(0);
});

test("a request for a reset mail that fails is reported, and the address stays", async () => {
  const page = await open("/forgot-password");
  const words = "Failed to send reset email. Please try again.";
  await page.getByLabel("Email", { exact: true }).fill("ada@oja.example");
  await page.route(sentFrom("/forgot-password"), (route) => route.abort());
  await press(page, "Send reset link");
  await expectToast(page, "Error", words);
  await alert(page, words);
  await heading(page, "Reset your password").waitFor();
  expect(await page.getByLabel("Email", { exact: true }).inputValue()).toBe("ada@oja.example");
});

test("the callback reads an error from the fragment of its address", async () => {
  const page = await open(null);
  await page.goto(at("/auth/callback#access_token=x"));
  await heading(page, "Authentication Error").waitFor();
  await alert(page, "No session defined in URL");
  await page.goto(at("/auth/callback?mfa=required"));
  await heading(page, "One more step").waitFor();
  await expectFitAtBothWidths(page);
});

const isInWindow = (one: Element) => {
  const { top, bottom } = one.getBoundingClientRect();
  return top >= 0 && bottom <= innerHeight;
};

test.each(["/profile?reset=true", "/admin/security?reset=true"])(
  "at 360 px %s shows the form for a new password first",
  async (path) => {
    const { page, person } = await openSignedIn(shop, { width: 360 });
    if (path.startsWith("/admin"))
      await shop.shop.database.sql("update users set role = 'admin', staff_role = 'owner' where id = $1", [person.id]);
    await page.goto(shop.url + path);
    const notice = page.getByRole("alert").filter({ hasText: "Password Reset Required" });
    await expect.poll(() => notice.evaluate((one) => one === document.activeElement)).toBe(true);
    for (const one of [notice, page.getByLabel("New password"), page.getByLabel("Confirm password")]) {
      expect(await one.evaluate(isInWindow)).toBe(true);
    }
  },
);
