import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { RunningShop } from "#server/start.server.ts";
import { expectFit, expectFitAtBothWidths } from "../fixtures/browser-admin.ts";
import { newNumber } from "../fixtures/browser-trader.ts";
import { expectToast } from "../fixtures/customers.ts";
import { serve } from "../fixtures/sign-in-forms.ts";
import { codeIn, linkIn, messageTo, newEmail } from "../fixtures/visitor.ts";
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

async function open(options: Parameters<typeof newPage>[0] = {}, path = "/signup"): Promise<Page> {
  const extraHTTPHeaders = { "X-Forwarded-For": `10.3.0.${(visits += 1)}` };
  const page = await newPage({ allow: [/status of 4\d\d/], extraHTTPHeaders, ...options });
  await page.goto(at(path));
  await usable(page);
  return page;
}

async function fillSignUp(page: Page, who: string): Promise<void> {
  await page.getByLabel("First name").fill("Bola");
  await page.getByLabel("Last name").fill("Ade");
  await page.getByLabel("Email or phone number").fill(who);
  await page.getByLabel("Password", { exact: true }).fill("market-day");
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

test("sign-up with an address: log-in is refused until the link is opened, which signs in", async () => {
  const email = newEmail("bola");
  const page = await open();
  await page.getByRole("heading", { name: "Create your account" }).waitFor();
  await expectFitAtBothWidths(page);
  await fillSignUp(page, email);
  await page.getByText("Account creation initiated!", { exact: true }).waitFor();
  await page.getByText("Please check your email to confirm your account.", { exact: true }).waitFor();
  await page.waitForURL(at("/login"));
  const reminder = page
    .getByRole("main")
    .getByText("Account creation initiated! Please check your email to confirm your account.");
  await reminder.waitFor();
  await page.getByRole("button", { name: "Use a one-time code" }).click();
  await reminder.waitFor({ state: "detached" });
  await page.getByRole("button", { name: "Use a password" }).click();
  await page.getByLabel("Email or phone number").fill(email);
  await page.getByLabel("Password", { exact: true }).fill("market-day");
  await press(page, "Log in");
  const refusal = page.getByRole("main").getByRole("alert").getByText("Please confirm your email address first.");
  await refusal.waitFor();
  expect(await reminder.count()).toBe(0);
  await page.getByRole("button", { name: "Re-send the confirmation link" }).click();
  await page.getByText("Confirmation email sent").waitFor();
  expect(await refusal.count()).toBe(0);
  await page.goto(linkIn((await messageTo(shop, email, 1)).text, "verify-email").href);
  await page.waitForURL(at("/"));
  await account(page).click();
  await page.getByRole("menuitem", { name: "Sign Out" }).waitFor();
  expect(await page.getByRole("menuitem").allInnerTexts()).toEqual(["My Profile", "My Orders", "Wishlist", "Sign Out"]);
  await page.keyboard.press("End");
  await page.keyboard.press("Enter");
  await page.getByText("Signed out successfully").waitFor();
  await page.getByText("You have been signed out of your account").waitFor();
  await page.waitForURL(at("/"));
  await page.getByRole("link", { name: "Sign In" }).waitFor();
});

test("the third wrong code is reported as the last, and a new code can be sent", async () => {
  const { phone, typed } = newNumber();
  const page = await open({ width: 360 });
  await signUpByPhone(page, typed);
  const first = await code(phone);
  for (const words of ["wrong or has expired", "wrong or has expired", "Too many wrong codes."]) {
    await answer(page, wrongFor(first));
    await alert(page, words);
    await expect.poll(() => page.getByLabel("Code").inputValue()).toBe("");
    expect(await page.evaluate(() => document.activeElement?.id)).toBe("code");
  }
  await expectFit(page);
  await press(page, "Send a new code");
  await expectToast(page, "Code sent");
  expect(await page.getByRole("alert").getByText("Too many wrong codes.").count()).toBe(0);
  await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe("code");
  // The message of a wrong code leaves with the right one, which is welcomed.
  const second = await code(phone, 1);
  await answer(page, wrongFor(second));
  await alert(page, "wrong or has expired");
  await expectToast(page, "Error");
  await answer(page, second);
  await page.waitForURL(at("/"));
  await expectToast(page, "Account created", "Welcome to Oja!");
  await account(page).waitFor();
  const staying = page.locator('[data-sonner-toast][data-removed="false"]');
  expect(await staying.getByText("wrong or has expired").count()).toBe(0);
});

test("a malformed code is not sent, and a reload restores the code form", async () => {
  const { phone, typed } = newNumber();
  const page = await open({ width: 360 });
  await signUpByPhone(page, typed);
  let sent = 0;
  page.on("request", (request) => (sent += request.url().includes("/signup.data") ? 1 : 0));
  for (const digits of ["", "abc", "12345"]) {
    await answer(page, digits);
    await alert(page, "Please enter the 6 digits of the code.");
    await page.getByLabel("Code").press("1");
    expect(await page.getByText("Please enter the 6 digits of the code.").count()).toBe(0);
  }
  expect(sent).toBe(0);
  await page.reload();
  await page.getByText(`We sent a code by SMS to ${typed}`).waitFor();
  expect(await storedStep(page)).not.toContain("market-day");
  await press(page, "Change the number or send a new code");
  expect(await typedInto(page)).toEqual(["Bola", "Ade", typed, ""]);
  await page.getByLabel("Password", { exact: true }).fill("market-day");
  await press(page, "Create account");
  await answer(page, await code(phone, 1));
  await page.waitForURL(at("/"));
  await expect.poll(() => storedStep(page)).toBeNull();
});

test("an expired step is not restored", async () => {
  const page = await open();
  await signUpByPhone(page, newNumber().typed);
  await page.evaluate(() => {
    const stored = sessionStorage.getItem("oja-step-signup") ?? "";
    sessionStorage.setItem("oja-step-signup", stored.replace(/"until":\d+/, '"until":1'));
  });
  await page.reload();
  await usable(page);
  await page.getByRole("button", { name: "Create account" }).waitFor();
  expect(await storedStep(page)).toBeNull();
});

test("changing the number keeps names and password", async () => {
  const [wrong, right] = [newNumber(), newNumber()];
  const page = await open();
  await signUpByPhone(page, wrong.typed);
  await press(page, "Change the number");
  expect(await typedInto(page)).toEqual(["Bola", "Ade", wrong.typed, "market-day"]);
  await page.getByLabel("Email or phone number").fill(right.typed);
  await press(page, "Create account");
  await answer(page, await code(right.phone));
  await page.waitForURL(at("/"));
});

test("Google creates an account on the first sign-in and opens it on the second", async () => {
  const page = await open({}, "/login");
  await press(page, "Continue with Google");
  await page.getByRole("heading", { name: "Choose an account" }).waitFor();
  await page.getByRole("button", { name: "amina.bello@gmail.example" }).click();
  await page.waitForURL(at("/"));
  await account(page).waitFor();
  await page.goto(at("/profile"));
  await expect.poll(() => page.getByLabel("First name").inputValue()).toBe("Amina");
  expect(await page.getByLabel("Last name").inputValue()).toBe("Bello");
  const users = () => shop.shop.database.sql("select id from users where email = 'amina.bello@gmail.example'");
  const before = (await users()).rows;
  expect(before).toHaveLength(1);

  await page.context().clearCookies();
  await page.goto(at("/signup")).then(() => usable(page));
  await press(page, "Continue with Google");
  await page.getByRole("button", { name: "amina.bello@gmail.example" }).click();
  await page.waitForURL(at("/"));
  await account(page).waitFor();
  expect((await users()).rows).toEqual(before);
});

test.each([
  ["/signup", "Create account", "/sign-up/email", ["First name", "Last name"]],
  ["/login", "Log in", "/sign-in/email", []],
])("%s sends nothing while a field is empty, and moves the focus to that field", async (path, action, asked, names) => {
  const page = await open({}, path);
  const countRequests = serve(shop, asked, () => Response.json({ message: "Refused." }, { status: 400 }));
  const labels = [...names, "Email or phone number", "Password"];
  for (const empty of [...labels, null]) {
    for (const label of labels) {
      const text = label.startsWith("Email") ? "left-out@shop.example" : "market-day";
      await page.getByLabel(label, { exact: true }).fill(label === empty ? "" : text);
    }
    expect(countRequests()).toBe(0);
    await press(page, action);
    if (empty === null) break;
    const field = page.getByLabel(empty, { exact: true });
    await expect
      .poll(() => field.evaluate((one) => one === document.activeElement && one.matches(":invalid")))
      .toBe(true);
  }
  await expectToast(page, "Error", "Refused.");
  const box = page.getByRole("main").getByRole("alert").getByText("Refused.");
  // Red is the dominant colour channel.
  const [red = 0, green = 255, blue = 255] = await box.evaluate((one) => {
    const pixel = new OffscreenCanvas(1, 1).getContext("2d");
    if (!pixel) return [];
    pixel.fillStyle = getComputedStyle(one).color;
    pixel.fillRect(0, 0, 1, 1);
    return Array.from(pixel.getImageData(0, 0, 1, 1).data);
  });
  expect(red).toBeGreaterThan(1.5 * Math.max(green, blue));
  expect(countRequests()).toBe(1);
});
