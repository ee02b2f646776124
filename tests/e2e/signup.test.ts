import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { RunningShop } from "#server/start.server.ts";
import { expectFitFromPhone } from "../fixtures/browser-admin.ts";
import { newNumber } from "../fixtures/browser-trader.ts";
import { expectToast } from "../fixtures/customers.ts";
import { codeIn, messageTo, newEmail } from "../fixtures/visitor.ts";
import { newPage } from "../setup/browser.ts";
import { testShop } from "../setup/shop.ts";
import { usable } from "./steps.ts";

/** Signing up: with an address and a link, with a number and a code, with Google. */
let shop: RunningShop;
let visits = 0;

beforeAll(async () => {
  shop = await testShop({ env: { TRUST_PROXY: "1", HOST: "localhost" } });
});
afterAll(() => shop.close());

const at = (path: string) => shop.url + path;
const code = async (to: string, after = 0) => codeIn((await messageTo(shop, to, after)).text);
const wrongFor = (right: string) => (right === "111111" ? "222222" : "111111");
const account = (page: Page) => page.getByRole("button", { name: "Account", exact: true });
const alert = (page: Page, words: string) => page.getByRole("alert").getByText(words).first().waitFor();
const press = (page: Page, name: string) => page.getByRole("button", { name, exact: true }).click();
const storedStep = (page: Page) => page.evaluate(() => sessionStorage.getItem("oja-step-signup"));

async function open(options: Parameters<typeof newPage>[0] = {}): Promise<Page> {
  const extraHTTPHeaders = { "X-Forwarded-For": `10.3.0.${(visits += 1)}` };
  const page = await newPage({ allow: [/status of 4\d\d/], extraHTTPHeaders, ...options });
  await page.goto(at("/signup"));
  await usable(page);
  return page;
}

/** Fills in the form except the field `empty`, and sends it. */
async function fillSignUp(page: Page, who: string, empty = ""): Promise<void> {
  for (const [label, text] of [
    ["First name", "Bola"],
    ["Last name", "Ade"],
    ["Email or phone number", who],
    ["Password", "market-day"],
  ] as const)
    await page.getByLabel(label, { exact: true }).fill(label === empty ? "" : text);
  await press(page, "Create account");
}

async function signUpByPhone(page: Page, typed: string): Promise<void> {
  await fillSignUp(page, typed);
  await page.getByText("We sent a code by SMS to").waitFor();
}

async function answer(page: Page, digits: string): Promise<void> {
  await page.getByLabel("Code").fill(digits);
  await press(page, "Confirm number");
}

const typedInto = (page: Page) =>
  Promise.all(
    ["First name", "Last name", "Email or phone number", "Password"].map((label) =>
      page.getByLabel(label, { exact: true }).inputValue(),
    ),
  );

test("sign-up with an address: it leads to the login with a reminder, the link can be sent again; Google signs up too", async () => {
  const email = newEmail("bola");
  const page = await open({ width: 360 });
  await page.getByRole("heading", { name: "Create your account" }).waitFor();
  await expectFitFromPhone(page);
  let sent = 0;
  page.on("request", (request) => (sent += request.url().includes("/signup.data") ? 1 : 0));
  // A field that is empty gets the focus, and nothing is sent.
  for (const empty of ["First name", "Last name", "Email or phone number", "Password"]) {
    await fillSignUp(page, email, empty);
    const field = page.getByLabel(empty, { exact: true });
    await expect
      .poll(() => field.evaluate((one) => one === document.activeElement && one.matches(":invalid")))
      .toBe(true);
  }
  expect(sent).toBe(0);
  await fillSignUp(page, "bola@");
  await expectToast(page, "Error", "Please enter a valid email address.");
  await alert(page, "Please enter a valid email address.");
  expect(sent).toBe(1);
  await fillSignUp(page, email);
  await expectToast(page, "Account creation initiated!", "Please check your email to confirm your account.");
  await page.waitForURL(at("/login"));
  const reminder = page
    .getByRole("main")
    .getByText("Account creation initiated! Please check your email to confirm your account.");
  await reminder.waitFor();
  await press(page, "Use a one-time code");
  await reminder.waitFor({ state: "detached" });
  await press(page, "Use a password");
  await page.getByLabel("Email or phone number").fill(email);
  await page.getByLabel("Password", { exact: true }).fill("market-day");
  await press(page, "Log in");
  const refusal = page.getByRole("main").getByRole("alert").getByText("Please confirm your email address first.");
  await refusal.waitFor();
  expect(await reminder.count()).toBe(0);
  await press(page, "Re-send the confirmation link");
  await page.getByText("Confirmation email sent").waitFor();
  expect(await refusal.count()).toBe(0);

  await press(page, "Continue with Google");
  await page.getByRole("heading", { name: "Choose an account" }).waitFor();
  await page.getByRole("button", { name: "amina.bello@gmail.example" }).click();
  await page.waitForURL(at("/"));
  await account(page).click();
  await page.getByRole("menuitem", { name: "Sign Out" }).waitFor();
  expect(await page.getByRole("menuitem").allInnerTexts()).toEqual(["My Profile", "My Orders", "Wishlist", "Sign Out"]);
  await page.keyboard.press("End");
  await page.keyboard.press("Enter");
  await expectToast(page, "Signed out successfully", "You have been signed out of your account");
  await page.waitForURL(at("/"));
  await page.getByRole("link", { name: "Sign In" }).waitFor();
});

test("sign-up with a number: names and password stay while it is changed, a reload restores the code form", async () => {
  const [wrong, right] = [newNumber(), newNumber()];
  const page = await open({ width: 360 });
  await signUpByPhone(page, wrong.typed);
  await press(page, "Change the number");
  expect(await typedInto(page)).toEqual(["Bola", "Ade", wrong.typed, "market-day"]);
  // An expired step is not restored.
  await press(page, "Create account");
  await page.getByText("We sent a code by SMS to").waitFor();
  await page.evaluate(() => {
    const stored = sessionStorage.getItem("oja-step-signup") ?? "";
    sessionStorage.setItem("oja-step-signup", stored.replace(/"until":\d+/, '"until":1'));
  });
  await page.reload();
  await usable(page);
  await page.getByRole("button", { name: "Create account" }).waitFor();
  expect(await storedStep(page)).toBeNull();

  await signUpByPhone(page, right.typed);
  let sent = 0;
  page.on("request", (request) => (sent += request.url().includes("/signup.data") ? 1 : 0));
  for (const digits of ["", "abc", "12345"]) {
    await answer(page, digits);
    await alert(page, "Please enter the 6 digits of the code.");
    await page.getByLabel("Code").press("1");
    expect(await page.getByText("Please enter the 6 digits of the code.").count()).toBe(0);
  }
  expect(sent).toBe(0);
  const first = await code(right.phone);
  for (const words of ["wrong or has expired", "wrong or has expired", "Too many wrong codes."]) {
    await answer(page, wrongFor(first));
    await alert(page, words);
    await expect.poll(() => page.getByLabel("Code").inputValue()).toBe("");
    expect(await page.evaluate(() => document.activeElement?.id)).toBe("code");
  }
  await expectFitFromPhone(page);
  await press(page, "Send a new code");
  await expectToast(page, "Code sent");
  expect(await page.getByRole("alert").getByText("Too many wrong codes.").count()).toBe(0);
  await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe("code");

  await code(right.phone, 1);
  await page.reload();
  await page.getByText(`We sent a code by SMS to ${right.typed}`).waitFor();
  expect(await storedStep(page)).not.toContain("market-day");
  await press(page, "Change the number or send a new code");
  expect(await typedInto(page)).toEqual(["Bola", "Ade", right.typed, ""]);
  await page.getByLabel("Password", { exact: true }).fill("market-day");
  await press(page, "Create account");
  const last = await code(right.phone, 2);
  // The message of a wrong code leaves with the right one, which is welcomed.
  await answer(page, wrongFor(last));
  await alert(page, "wrong or has expired");
  await expectToast(page, "Error");
  await answer(page, last);
  await page.waitForURL(at("/"));
  await expectToast(page, "Account created", "Welcome to Oja!");
  await account(page).waitFor();
  const staying = page.locator('[data-sonner-toast][data-removed="false"]');
  expect(await staying.getByText("wrong or has expired").count()).toBe(0);
  await expect.poll(() => storedStep(page)).toBeNull();
});
