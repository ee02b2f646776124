import type { Locator, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { RunningShop } from "#server/start.server.ts";
import { expectFitAtBothWidths } from "../fixtures/browser-admin.ts";
import { newNumber } from "../fixtures/browser-trader.ts";
import { codeIn, linkIn, messageTo, newEmail } from "../fixtures/visitor.ts";
import { expectAccessible } from "../setup/axe.ts";
import { atBothWidths, newPage } from "../setup/browser.ts";
import { testShop } from "../setup/shop.ts";
import { usable } from "./steps.ts";

/** The service refuses with these, and the browser logs them as console errors. */
const REFUSED = [/status of 4\d\d/];
const ADA = { email: "ada@oja.example", password: "oja-demo-ada" };

/** Waits until an element is visible. */
const expectSeen = (what: Locator) => what.first().waitFor();

let shop: RunningShop;

beforeAll(async () => {
  shop = await testShop();
});
afterAll(() => shop.close());

/** The digits in the newest message to `to`, after `after` earlier ones. */
const codeTo = async (to: string, after = 0) => codeIn((await messageTo(shop, to, after)).text);
const at = (path: string) => shop.url + path;

async function open(path: string, options: Parameters<typeof newPage>[0] = {}): Promise<Page> {
  const page = await newPage({ allow: REFUSED, ...options });
  await page.goto(at(path));
  if (options.javaScriptEnabled !== false) await usable(page);
  return page;
}

async function fillSignUp(page: Page, who: string): Promise<void> {
  await page.getByLabel("First name").fill("Bola");
  await page.getByLabel("Last name").fill("Ade");
  await page.getByLabel("Email or phone number").fill(who);
  await page.getByLabel("Password", { exact: true }).fill("market-day");
  await page.getByRole("button", { name: "Create account" }).click();
}

async function logIn(page: Page, who: string, password: string): Promise<void> {
  await page.getByLabel("Email or phone number").fill(who);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Log in" }).click();
}

const account = (page: Page) => page.getByRole("button", { name: "Account", exact: true });

test("sign up, meet the closed door, confirm, be signed in, sign out", async () => {
  const email = newEmail("bola");
  const page = await open("/signup");
  await expectSeen(page.getByRole("heading", { name: "Create your account" }));
  await fillSignUp(page, email);
  await expectSeen(page.getByText("Account creation initiated!"));
  await expectSeen(page.getByText("Please check your email to confirm your account.", { exact: true }));
  await page.waitForURL(at("/login"));
  const reminder = page
    .getByRole("main")
    .getByText("Account creation initiated! Please check your email to confirm your account.");
  await expectSeen(reminder);
  await page.getByRole("button", { name: "Use a one-time code" }).click();
  await reminder.waitFor({ state: "detached" });
  await page.getByRole("button", { name: "Use a password" }).click();
  await logIn(page, email, "market-day");
  const refusal = page.getByRole("main").getByRole("alert").getByText("Please confirm your email address first.");
  await expectSeen(refusal);
  expect(await reminder.count()).toBe(0);
  await page.getByRole("button", { name: "Re-send the confirmation link" }).click();
  await expectSeen(page.getByText("Confirmation email sent"));
  expect(await refusal.count()).toBe(0);
  await page.goto(linkIn((await messageTo(shop, email, 1)).text, "verify-email").href);
  await page.waitForURL(at("/"));
  await account(page).click();
  await expectSeen(page.getByRole("menuitem", { name: "Sign Out" }));
  expect(await page.getByRole("menuitem").allInnerTexts()).toEqual(["My Profile", "My Orders", "Wishlist", "Sign Out"]);
  await page.keyboard.press("End");
  await page.keyboard.press("Enter");
  await expectSeen(page.getByText("Signed out successfully"));
  await expectSeen(page.getByText("You have been signed out of your account"));
  await page.waitForURL(at("/"));
  await expectSeen(page.getByRole("link", { name: "Sign In" }));
});

test("a wrong password and an unknown address get the same answer; the right one leads home", async () => {
  const page = await open("/login");
  for (const who of ["nobody@shop.ng", ADA.email]) {
    await logIn(page, who, "not-this-one");
    await expectSeen(page.getByRole("alert").getByText("Invalid email or password."));
    await expectSeen(page.getByText("Error", { exact: true }));
  }
  await page.getByLabel("Password", { exact: true }).fill(ADA.password);
  await page.getByRole("button", { name: "Log in" }).click();
  await expectSeen(page.getByText("Logged in successfully!"));
  await expectSeen(page.getByText("Welcome back!"));
  await page.waitForURL(at("/"));
  for (const path of ["/login", "/signup"]) await page.goto(at(path)).then(() => page.waitForURL(at("/profile")));
});

test("a taken address is answered like a new one, and its owner gets a mail", async () => {
  const page = await open("/signup");
  await fillSignUp(page, ADA.email);
  await expectSeen(page.getByText("Account creation initiated!"));
  await page.waitForURL(at("/login"));
  const subjects = () =>
    shop.shop.database.sql("select subject from mailbox_messages where to_address = $1", [ADA.email]);
  await expect.poll(async () => (await subjects()).rows).toContainEqual({ subject: "You already have an account" });
});

test("a phone number signs up with a code and signs in with its password in another spelling", async () => {
  const { phone, typed, shown } = newNumber();
  const page = await open("/signup", { width: 360 });
  await fillSignUp(page, typed);
  await expectSeen(page.getByText("We sent a code by SMS to"));
  await page.getByLabel("Code").fill("000000");
  await page.getByRole("button", { name: "Confirm number" }).click();
  await expectSeen(page.getByRole("alert").getByText("This code is wrong or has expired."));
  await page.getByLabel("Code").fill(await codeTo(phone));
  await page.getByRole("button", { name: "Confirm number" }).click();
  await page.waitForURL(at("/"));
  await account(page).click();
  await page.getByRole("menuitem", { name: "Sign Out" }).click();
  await expectSeen(page.getByText("Signed out successfully"));
  await page.goto(at("/login"));
  await logIn(page, shown, "market-day");
  await page.waitForURL(at("/"));
  await page.getByRole("button", { name: "Menu", exact: true }).click();
  await expectSeen(page.getByRole("navigation", { name: "Account" }).getByRole("link", { name: "My Orders" }));
});

test.each(["SMS", "mail"])("a one-time code by %s signs in whoever answers it", async (way) => {
  const number = newNumber();
  const email = newEmail("new-here");
  const [typed, to] = way === "SMS" ? [number.typed, number.phone] : [email, email];
  const page = await open("/login");
  await expectSeen(page.getByRole("heading", { name: "Welcome back" }));
  await page.getByLabel("Email or phone number").fill(typed);
  await page.getByRole("button", { name: "Use a one-time code" }).click();
  await expectSeen(page.getByRole("heading", { name: "One-time code" }));
  await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe("who");
  expect(await page.getByLabel("Email or phone number").inputValue()).toBe(typed);
  await page.getByRole("button", { name: "Send code" }).click();
  await expectSeen(page.getByText("Enter the code that we sent to"));
  const first = await codeTo(to);
  await page.getByLabel("Code").fill(first === "111111" ? "222222" : "111111");
  await page.getByRole("button", { name: "Log in" }).click();
  await expectSeen(page.getByRole("alert").getByText("This code is wrong or has expired."));
  await page.getByRole("button", { name: "Send a new code" }).click();
  await page.getByLabel("Code").fill(await codeTo(to, 1));
  await page.getByRole("button", { name: "Log in" }).click();
  await expectSeen(page.getByText("Your account is ready"));
  await expectSeen(page.getByText("Add your name in your profile."));
  await account(page).waitFor();
  await page.waitForURL(at("/"));
});

test("a forgotten password: mail, link, session, profile; the link works once", async () => {
  const page = await open("/login");
  await page.getByRole("link", { name: "Forgot password?" }).click();
  await expectSeen(page.getByRole("heading", { name: "Reset your password" }));
  await page.getByLabel("Email", { exact: true }).fill(ADA.email);
  await page.getByRole("button", { name: "Send reset link" }).click();
  await expectSeen(page.getByRole("heading", { name: "Email sent" }));
  expect(await page.evaluate(() => document.activeElement?.textContent)).toBe("Email sent");
  await expectSeen(page.getByText("Password reset email sent"));
  await expectSeen(page.getByText("Check your email for a link to reset your password"));
  await page.reload();
  await expectSeen(page.getByText(`If there is an account for ${ADA.email}`));
  const link = linkIn((await messageTo(shop, ADA.email, 0, "type=recovery")).text, "type=recovery").href;
  await page.goto(link);
  await page.waitForURL(at("/profile?reset=true"));
  await account(page).waitFor();
  const other = await newPage({ allow: REFUSED });
  await other.goto(link);
  await expectSeen(other.getByRole("heading", { name: "Authentication Error" }));
  await expectSeen(
    other.getByRole("alert").getByText("This link is invalid or has expired. Please request a new one."),
  );
  await other.getByRole("link", { name: "Return to login" }).click();
  await expectSeen(other.getByRole("heading", { name: "Welcome back" }));
});

test("a callback that brings no session is an Authentication Error with a way back", async () => {
  const page = await newPage({ allow: REFUSED });
  for (const [address, words] of [
    ["?code=short", "This link is invalid or has expired. Please request a new one."],
    ["?code=nothing-that-we-ever-sent-out", "This link is invalid or has expired. Please request a new one."],
    ["?type=recovery&code=", "No code detected."],
    ["?type=recovery", "No code detected."],
    ["?error=INVALID_TOKEN", "This link is invalid or has expired. Please request a new one."],
    ["?provider=google&error=access_denied", "The sign-in was cancelled."],
    ["?provider=google&error=%3Cscript%3E", "Google sign-in failed. Please try again."],
    ["#access_token=x", "No session defined in URL"],
  ] as const) {
    await page.goto(at(`/auth/callback${address}`));
    await expectSeen(page.getByRole("heading", { name: "Authentication Error" }));
    await expectSeen(page.getByRole("alert").getByText(words));
    await expectSeen(page.getByRole("link", { name: "Return to login" }));
  }
});

test("the callback without a code leads a guest to login", async () => {
  const page = await open("/auth/callback?provider=google");
  await page.waitForURL(at("/login"));
  expect(page.url()).toBe(at("/login"));
});

test("a confirmation link that was changed on its way is an Authentication Error", async () => {
  const page = await open("/api/auth/verify-email?token=abc&callbackURL=/auth/callback");
  await expectSeen(page.getByRole("heading", { name: "Authentication Error" }));
});

test("two tabs: sign-in and sign-out in one are seen in the other", async () => {
  const left = await open("/login");
  const right = await left.context().newPage();
  await right.goto(at("/cart"));
  await expectSeen(right.getByRole("link", { name: "Sign In" }));
  await logIn(left, "admin@oja.example", "oja-demo-admin");
  await left.waitForURL(at("/"));
  await account(right).click();
  await expectSeen(right.getByRole("menuitem", { name: "Sign Out" }));
  expect(await right.getByRole("menuitem").allInnerTexts()).toEqual(["Admin Dashboard", "Settings", "Sign Out"]);
  await right.keyboard.press("Escape");
  await account(left).click();
  await left.getByRole("menuitem", { name: "Sign Out" }).click();
  await expectSeen(right.getByRole("link", { name: "Sign In" }));
});

test("a sign-out that fails says so", async () => {
  const page = await open("/login", { allow: [/status of (4|5)\d\d/] });
  await logIn(page, "admin@oja.example", "oja-demo-admin");
  await page.waitForURL(at("/"));
  await page.route("**/api/auth/sign-out", (route) => route.fulfill({ status: 500, body: "{}" }));
  await account(page).click();
  await page.getByRole("menuitem", { name: "Sign Out" }).click();
  await expectSeen(page.getByText("Sign out failed"));
  await account(page).waitFor();
});

test("login, sign-up and forgotten password work without JavaScript", async () => {
  const email = newEmail("plain");
  const page = await open("/signup", { javaScriptEnabled: false, width: 360 });
  await fillSignUp(page, email);
  await expectSeen(page.getByText("Account creation initiated! Please check your email to confirm your account."));
  await logIn(page, email, "wrong-password");
  await expectSeen(page.getByRole("alert").getByText("Invalid email or password."));
  expect(await page.getByLabel("Email or phone number").inputValue()).toBe(email);
  await page.goto(at("/forgot-password"));
  await page.getByLabel("Email", { exact: true }).fill(ADA.email);
  await page.getByRole("button", { name: "Send reset link" }).click();
  await expectSeen(page.getByRole("heading", { name: "Email sent" }));
  await page.goto(linkIn((await messageTo(shop, email)).text, "verify-email").href);
  await page.goto(at("/login"));
  await page.waitForURL(at("/profile"));
});

test("a form that was sent before the script ran still says welcome", async () => {
  const page = await newPage({ allow: [/ERR_FAILED/] });
  let held = true;
  await page.route("**/assets/*.js", (route) => (held ? route.abort() : route.continue()));
  await page.goto(at("/login"), { waitUntil: "domcontentloaded" });
  await page.getByLabel("Email or phone number").fill("admin@oja.example");
  await page.getByLabel("Password", { exact: true }).fill("oja-demo-admin");
  held = false;
  await page.getByRole("button", { name: "Log in" }).click();
  await page.waitForURL(at("/"));
  await expectSeen(page.getByText("Logged in successfully!"));
  await account(page).waitFor();
});

test("every page is accessible and fits at both widths", async () => {
  const page = await newPage({ allow: REFUSED });
  for (const path of ["/signup", "/forgot-password", "/auth/callback?code=short", "/auth/callback?mfa=required"]) {
    await page.goto(at(path));
    if (path.includes("short")) await expectSeen(page.getByRole("heading", { name: "Authentication Error" }));
    await expectFitAtBothWidths(page);
  }
  await page.goto(at("/login"));
  await expectFitAtBothWidths(page);
  await logIn(page, "admin@oja.example", "wrong-password");
  await expectSeen(page.getByRole("alert").getByText("Invalid email or password."));
  await expectFitAtBothWidths(page);
  await logIn(page, "admin@oja.example", "oja-demo-admin");
  await page.waitForURL(at("/"));
  await atBothWidths(page, async () => {
    await account(page).click();
    await expectSeen(page.getByRole("menuitem", { name: "Sign Out" }));
    await expectAccessible(page).then(() => page.keyboard.press("Escape"));
  });
});
