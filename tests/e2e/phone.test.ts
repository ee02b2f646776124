import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { RunningShop } from "#server/start.server.ts";
import { expectFitAtBothWidths } from "../fixtures/browser-admin.ts";
import { makeTrader, newNumber } from "../fixtures/browser-trader.ts";
import { expectToast, profileReady } from "../fixtures/customers.ts";
import { totpOf } from "../fixtures/totp.ts";
import { codeIn, messageTo } from "../fixtures/visitor.ts";
import { expectAccessible } from "../setup/axe.ts";
import { newPage } from "../setup/browser.ts";
import { testShop } from "../setup/shop.ts";
import { usable } from "./steps.ts";

/** Signing up with a phone number, and password recovery of an account with only a number. */
let shop: RunningShop;
let visits = 0;

beforeAll(async () => {
  shop = await testShop({ env: { TRUST_PROXY: "1", HOST: "localhost" } });
});
afterAll(() => shop.close());

const code = async (to: string, after = 0) => codeIn((await messageTo(shop, to, after)).text);
const wrongFor = (right: string) => (right === "111111" ? "222222" : "111111");
const alert = (page: Page, words: string) => page.getByRole("alert").getByText(words).first().waitFor();
const press = (page: Page, name: string) => page.getByRole("button", { name, exact: true }).click();

async function open(path: string, options: Parameters<typeof newPage>[0] = {}): Promise<Page> {
  const extraHTTPHeaders = { "X-Forwarded-For": `10.3.0.${(visits += 1)}` };
  const page = await newPage({ allow: [/status of 4\d\d/], extraHTTPHeaders, ...options });
  await page.goto(shop.url + path);
  if (options.javaScriptEnabled !== false) await usable(page);
  return page;
}

async function signUp(page: Page, typed: string): Promise<void> {
  await page.getByLabel("First name").fill("Bola");
  await page.getByLabel("Last name").fill("Ade");
  await page.getByLabel("Email or phone number").fill(typed);
  await page.getByLabel("Password", { exact: true }).fill("market-day");
  await press(page, "Create account");
  await page.getByText("We sent a code by SMS to").waitFor();
}

async function answer(page: Page, digits: string, action: string): Promise<void> {
  await page.getByLabel("Code").fill(digits);
  await press(page, action);
}

const typedInto = (page: Page) =>
  Promise.all(
    ["First name", "Last name", "Email or phone number", "Password"].map((label) =>
      page.getByLabel(label, { exact: true }).inputValue(),
    ),
  );

describe("sign-up", () => {
  test("after three wrong codes it says so, and one click sends another", async () => {
    const { phone, typed } = newNumber();
    const page = await open("/signup", { width: 360 });
    await page.emulateMedia({ reducedMotion: "reduce" });
    await signUp(page, typed);
    const first = await code(phone);
    for (const words of ["wrong or has expired", "wrong or has expired", "Too many wrong codes."]) {
      await answer(page, wrongFor(first), "Confirm number");
      await alert(page, words);
      await expect.poll(() => page.getByLabel("Code").inputValue()).toBe("");
      expect(await page.evaluate(() => document.activeElement?.id)).toBe("code");
    }
    await expectAccessible(page);
    await press(page, "Send a new code");
    await expectToast(page, "Code sent");
    expect(await page.getByRole("alert").getByText("Too many wrong codes.").count()).toBe(0);
    await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe("code");
    await answer(page, await code(phone, 1), "Confirm number");
    await page.waitForURL(`${shop.url}/`);
    await page.getByRole("button", { name: "Account", exact: true }).waitFor();
  });

  test("what cannot be a code is not sent, and a reload finds the code's form again", async () => {
    const { phone, typed } = newNumber();
    const page = await open("/signup", { width: 360 });
    await signUp(page, typed);
    let sent = 0;
    page.on("request", (request) => (sent += request.url().includes("/signup.data") ? 1 : 0));
    for (const digits of ["", "abc", "12345"]) {
      await answer(page, digits, "Confirm number");
      await alert(page, "Please enter the 6 digits of the code.");
      await page.getByLabel("Code").press("1");
      expect(await page.getByText("Please enter the 6 digits of the code.").count()).toBe(0);
    }
    expect(sent).toBe(0);
    await page.reload();
    await page.getByText(`We sent a code by SMS to ${typed}`).waitFor();
    expect(await page.evaluate(() => sessionStorage.getItem("oja-step-signup"))).not.toContain("market-day");
    await press(page, "Change the number or send a new code");
    expect(await typedInto(page)).toEqual(["Bola", "Ade", typed, ""]);
    await page.getByLabel("Password", { exact: true }).fill("market-day");
    await press(page, "Create account");
    await answer(page, await code(phone, 1), "Confirm number");
    await page.waitForURL(`${shop.url}/`);
    await expect.poll(() => page.evaluate(() => sessionStorage.getItem("oja-step-signup"))).toBeNull();
  });

  test("a step that has lapsed is not found again", async () => {
    const page = await open("/signup");
    await signUp(page, newNumber().typed);
    await page.evaluate(() => {
      const storedStep = sessionStorage.getItem("oja-step-signup") ?? "";
      sessionStorage.setItem("oja-step-signup", storedStep.replace(/"until":\d+/, '"until":1'));
    });
    await page.reload();
    await usable(page);
    await page.getByRole("button", { name: "Create account" }).waitFor();
    expect(await page.evaluate(() => sessionStorage.getItem("oja-step-signup"))).toBeNull();
  });

  test("changing the number keeps what was typed", async () => {
    const [wrong, right] = [newNumber(), newNumber()];
    const page = await open("/signup");
    await signUp(page, wrong.typed);
    await press(page, "Change the number");
    expect(await typedInto(page)).toEqual(["Bola", "Ade", wrong.typed, "market-day"]);
    await page.getByLabel("Email or phone number").fill(right.typed);
    await press(page, "Create account");
    await answer(page, await code(right.phone), "Confirm number");
    await page.waitForURL(`${shop.url}/`);
  });

  test("without JavaScript the names and the number stay, the password is asked again", async () => {
    const { phone, typed } = newNumber();
    const page = await open("/signup", { javaScriptEnabled: false });
    await signUp(page, typed);
    await answer(page, wrongFor(await code(phone)), "Confirm number");
    await alert(page, "wrong or has expired");
    await press(page, "Change the number or send a new code");
    expect(await typedInto(page)).toEqual(["Bola", "Ade", typed, ""]);
    await page.getByLabel("Password", { exact: true }).fill("market-day");
    await press(page, "Create account");
    await answer(page, await code(phone, 1), "Confirm number");
    await page.waitForURL(`${shop.url}/`);
  });
});

test("a one-time code at login outlives a reload, and Back leads to the form before", async () => {
  const { phone, typed } = newNumber();
  const page = await open("/login", { width: 360 });
  const heading = (name: string) => page.getByRole("heading", { level: 1, name, exact: true }).waitFor();
  await press(page, "Use a one-time code");
  await page.getByLabel("Email or phone number").fill(typed);
  await press(page, "Send code");
  await heading("Enter your code");
  await page.goBack();
  await heading("One-time code");
  await page.goBack();
  await heading("Welcome back");
  await page.goForward();
  await page.goForward();
  await heading("Enter your code");
  await page.reload();
  await page.getByText(`Enter the code that we sent to ${typed}`).waitFor();
  await press(page, "Use a password");
  await heading("Welcome back");
  await page.goForward();
  await page.reload();
  await usable(page);
  await heading("Welcome back");
  await press(page, "Use a one-time code");
  await page.getByLabel("Email or phone number").fill(typed);
  await press(page, "Send code");
  await answer(page, await code(phone, 1), "Log in");
  await page.waitForURL(`${shop.url}/`);
  await expect.poll(() => page.evaluate(() => sessionStorage.getItem("oja-step-login"))).toBeNull();
});

describe("a forgotten password", () => {
  test("a code by SMS leads to a new one", async () => {
    const trader = await makeTrader(shop);
    const page = await open("/login", { width: 360 });
    await page.getByRole("link", { name: "Forgot password?" }).click();
    await page.getByText("Only a phone number?").waitFor();
    await press(page, "Send reset link");
    await alert(page, "Please enter your email address or phone number.");
    await page.getByLabel("Email", { exact: true }).fill("0803 12");
    await press(page, "Send reset link");
    await alert(page, "Please enter a valid phone number.");
    await page.getByLabel("Email", { exact: true }).fill(`0${trader.phone.slice(4)}`);
    await press(page, "Send reset link");
    await page.getByRole("heading", { level: 1, name: "Enter your code" }).waitFor();
    await page.emulateMedia({ reducedMotion: "reduce" });
    await expectFitAtBothWidths(page);
    const first = await code(trader.phone);
    await answer(page, wrongFor(first), "Continue");
    await alert(page, "wrong or has expired");
    await page.reload();
    await page.getByText(`We sent a code by SMS to 0${trader.phone.slice(4)}`).waitFor();
    await press(page, "Send a new code");
    await answer(page, await code(trader.phone, 1), "Continue");
    await page.waitForURL(`${shop.url}/profile?reset=true`);
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

  test("an unknown number is answered like a known one", async () => {
    const page = await open("/forgot-password");
    await page.getByLabel("Email", { exact: true }).fill(newNumber().typed);
    await press(page, "Send reset link");
    await page.getByRole("heading", { level: 1, name: "Enter your code" }).waitFor();
    await press(page, "Use another number or address");
    await page.getByRole("heading", { level: 1, name: "Reset your password" }).waitFor();
  });

  test("the second factor is asked for on this way as well", async () => {
    const trader = await makeTrader(shop);
    const page = await open("/login");
    const post = async (path: string, data: object) =>
      (await (
        await page.request.post(`${shop.url}/api/auth${path}`, { data, headers: { Origin: shop.url } })
      ).json()) as {
        totpURI: string;
      };
    await post("/sign-in/phone-number", { phoneNumber: trader.phone, password: trader.password });
    const { totpURI } = await post("/two-factor/enable", { password: trader.password });
    await shop.shop.database.sql("update users set two_factor_enabled = true where id = $1", [trader.id]);
    await shop.shop.database.sql("update two_factors set verified = true where user_id = $1", [trader.id]);
    await page.context().clearCookies();
    await page.goto(`${shop.url}/forgot-password`);
    await usable(page);
    await page.getByLabel("Email", { exact: true }).fill(trader.phone);
    await press(page, "Send reset link");
    await answer(page, await code(trader.phone), "Continue");
    await page.getByRole("heading", { level: 1, name: "One more step" }).waitFor();
    await answer(page, totpOf(totpURI), "Continue");
    await page.waitForURL(`${shop.url}/profile?reset=true`);
  });

  test("works without JavaScript", async () => {
    const trader = await makeTrader(shop);
    const page = await open("/forgot-password", { javaScriptEnabled: false });
    await page.getByLabel("Email", { exact: true }).fill(trader.phone);
    await press(page, "Send reset link");
    const right = await code(trader.phone);
    await answer(page, wrongFor(right), "Continue");
    await alert(page, "wrong or has expired");
    await answer(page, right, "Continue");
    await page.waitForURL(`${shop.url}/profile?reset=true`);
    await page.getByText("Password Reset Required").waitFor();
  });
});
