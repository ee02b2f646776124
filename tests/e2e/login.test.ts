import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { RunningShop } from "#server/start.server.ts";
import { expectFit, expectFitFromPhone } from "../fixtures/browser-admin.ts";
import { newNumber } from "../fixtures/browser-trader.ts";
import { expectToast, makePerson } from "../fixtures/customers.ts";
import { sentFrom } from "../fixtures/sign-in-forms.ts";
import { totpOf } from "../fixtures/totp.ts";
import { codeIn, messageTo, signedIn } from "../fixtures/visitor.ts";
import { atBothWidths, newPage } from "../setup/browser.ts";
import { testShop } from "../setup/shop.ts";
import { usable } from "./steps.ts";

/** The login page: password, one-time code, passkey and second factor. */
let shop: RunningShop;
let visits = 0;

// Passkeys need a host name: browsers create none for an address like 127.0.0.1.
beforeAll(async () => {
  shop = await testShop({ env: { TRUST_PROXY: "1", HOST: "localhost" } });
});
afterAll(() => shop.close());

type Options = Parameters<typeof newPage>[0];
type Who = { email: string; password: string };

const ADMIN = { email: "admin@oja.example", password: "oja-demo-admin" };
const at = (path: string) => shop.url + path;
const press = (page: Page, name: string) => page.getByRole("button", { name, exact: true }).click();
const account = (page: Page) => page.getByRole("button", { name: "Account", exact: true });
const heading = (page: Page, name: string) => page.getByRole("heading", { level: 1, name, exact: true }).waitFor();
const refusal = (page: Page, words: string) => page.getByRole("main").getByRole("alert").getByText(words).waitFor();
const focused = (page: Page) => page.evaluate(() => document.activeElement?.id);
const codeTo = async (to: string, after = 0) => codeIn((await messageTo(shop, to, after)).text);

/** The login page for a visitor with a unique address. */
async function open(options: Options = {}): Promise<Page> {
  const extraHTTPHeaders = { "X-Forwarded-For": `10.6.0.${(visits += 1)}` };
  const page = await newPage({ allow: [/Failed to load resource/], extraHTTPHeaders, ...options });
  await page.goto(at("/login"));
  await usable(page);
  return page;
}

async function logIn(page: Page, { email, password }: Who): Promise<void> {
  await page.getByLabel("Email or phone number").fill(email);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await press(page, "Log in");
}

test("busy buttons name what is under way, failed requests are reported; fields are required, a wrong password and an unknown address get the same answer; password and passkey lead home", async () => {
  const page = await open();
  await heading(page, "Welcome back");
  const answers: (() => void)[] = [];
  const hold = (address: string) =>
    page.route(address, (route) => new Promise<void>((go) => answers.push(() => go(route.abort()))));
  await hold("**/api/auth/sign-in/social");
  await hold(sentFrom("/login"));
  const waits = async (name: string, meanwhile: string) => {
    await press(page, name);
    await page.getByRole("button", { name: meanwhile, exact: true }).waitFor();
    await expect.poll(() => answers.length).toBe(1);
    answers.pop()?.();
    await page.getByRole("button", { name, exact: true }).waitFor();
  };
  await waits("Continue with Google", "Opening Google...");
  await press(page, "Use a one-time code");
  await page.getByLabel("Email or phone number").fill(newNumber().typed);
  await waits("Send code", "Sending...");
  await page.unroute(sentFrom("/login"));
  await press(page, "Send code");
  await page.getByLabel("Code").fill("000000");
  await hold(sentFrom("/login"));
  await waits("Log in", "Checking...");
  expect(await page.getByLabel("Code").inputValue()).toBe("000000");

  const failed = "Authentication failed. Please try again.";
  await press(page, "Use a password");
  await page.unroute(sentFrom("/login"));
  await page.route(sentFrom("/login"), (route) => route.abort());
  await logIn(page, ADMIN);
  await expectToast(page, "Error", failed);
  await refusal(page, failed);
  const words = "Google sign-in failed. Please try again.";
  const asked = "**/api/auth/sign-in/social";
  await page.unroute(asked);
  for (const answer of [null, { status: 404, json: { code: "PROVIDER_NOT_FOUND", message: "Provider not found" } }]) {
    await page.route(asked, (route) => (answer ? route.fulfill(answer) : route.abort()));
    await press(page, "Continue with Google");
    await expectToast(page, "Google Sign-in Error", words);
    await refusal(page, words);
    await page.unroute(asked);
  }
  expect(page.url()).toBe(at("/login"));
  await page.unroute(sentFrom("/login"));

  let sent = 0;
  page.on("request", (request) => (sent += request.url().includes("/login.data") ? 1 : 0));
  for (const [who, password, empty] of [
    ["", "not-this-one", "Email or phone number"],
    [ADMIN.email, "", "Password"],
  ] as const) {
    await logIn(page, { email: who, password });
    const field = page.getByLabel(empty, { exact: true });
    await expect
      .poll(() => field.evaluate((one) => one === document.activeElement && one.matches(":invalid")))
      .toBe(true);
  }
  expect(sent).toBe(0);
  for (const email of ["unknown@shop.ng", ADMIN.email]) {
    await logIn(page, { email, password: "not-this-one" });
    await refusal(page, "Invalid email or password.");
    await expectToast(page, "Error", "Invalid email or password.");
  }
  // Red is the dominant colour channel.
  const box = page.getByRole("main").getByRole("alert").getByText("Invalid email or password.");
  const [red = 0, green = 255, blue = 255] = await box.evaluate((one) => {
    const pixel = new OffscreenCanvas(1, 1).getContext("2d");
    if (!pixel) return [];
    pixel.fillStyle = getComputedStyle(one).color;
    pixel.fillRect(0, 0, 1, 1);
    return Array.from(pixel.getImageData(0, 0, 1, 1).data);
  });
  expect(red).toBeGreaterThan(1.5 * Math.max(green, blue));
  await expectFitFromPhone(page);
  await logIn(page, ADMIN);
  await expectToast(page, "Logged in successfully!", "Welcome back!");
  await page.waitForURL(at("/"));
  await atBothWidths(page, async (width) => {
    await account(page).click();
    const menu = page.getByRole("menu");
    await menu.waitFor();
    expect(await menu.getByRole("menuitem").allInnerTexts()).toEqual(["Admin Dashboard", "Settings", "Sign Out"]);
    if (width < 600) await expectFit(page);
    const [list, button] = await Promise.all([menu.boundingBox(), account(page).boundingBox()]);
    // The menu hangs below its button, within the window.
    expect(list?.y).toBeGreaterThanOrEqual((button?.y ?? 0) + (button?.height ?? 0));
    expect(list?.x).toBeGreaterThanOrEqual(0);
    expect(list?.x).toBeLessThan(button?.x ?? 0);
    expect((list?.x ?? 0) + (list?.width ?? 0)).toBeGreaterThan(button?.x ?? Infinity);
    await page.keyboard.press("Escape");
  });

  const cdp = await page.context().newCDPSession(page);
  await cdp.send("WebAuthn.enable");
  const options = { protocol: "ctap2", transport: "internal", hasResidentKey: true, hasUserVerification: true };
  await cdp.send("WebAuthn.addVirtualAuthenticator", {
    options: { ...options, isUserVerified: true, automaticPresenceSimulation: true } as never,
  });
  await page.evaluate(async () => {
    const given = await (await fetch("/api/auth/passkey/generate-register-options")).json();
    const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(given);
    const made = (await navigator.credentials.create({ publicKey })) as PublicKeyCredential;
    const body = JSON.stringify({ response: made.toJSON(), name: "This phone" });
    const headers = { "Content-Type": "application/json" };
    const answer = await fetch("/api/auth/passkey/verify-registration", { method: "POST", headers, body });
    if (!answer.ok) throw new Error(await answer.text());
  });
  await page.context().clearCookies();
  await page.goto(at("/login"));
  await usable(page);
  await press(page, "Use a passkey");
  await page.getByText("Logged in successfully!").waitFor();
  await page.waitForURL(at("/"));
  await account(page).waitFor();
});

test("a one-time code by SMS signs in; its form survives a reload, and Back returns to the previous one", async () => {
  const { phone, typed } = newNumber();
  const page = await open({ width: 360 });
  await page.getByLabel("Email or phone number").fill(typed);
  await press(page, "Use a one-time code");
  await heading(page, "One-time code");
  await expect.poll(() => focused(page)).toBe("who");
  expect(await page.getByLabel("Email or phone number").inputValue()).toBe(typed);
  await press(page, "Send code");
  await heading(page, "Enter your code");
  await page.goBack();
  await heading(page, "One-time code");
  await page.goBack();
  await heading(page, "Welcome back");
  await page.goForward();
  await page.goForward();
  await heading(page, "Enter your code");
  await page.reload();
  await page.getByText(`Enter the code that we sent to ${typed}`).waitFor();
  await press(page, "Use a password");
  await heading(page, "Welcome back");
  await page.goForward();
  await page.reload();
  await usable(page);
  await heading(page, "Welcome back");

  await press(page, "Use a one-time code");
  await page.getByLabel("Email or phone number").fill(typed);
  await press(page, "Send code");
  await page.getByText("Enter the code that we sent to").waitFor();
  const first = await codeTo(phone, 1);
  await page.getByLabel("Code").fill(first === "111111" ? "222222" : "111111");
  await press(page, "Log in");
  await refusal(page, "This code is wrong or has expired.");
  // A code that arrives before the answer to its request stays in its field.
  const [answer, answered] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  await page.route(sentFrom("/login"), async (route) => {
    const response = await route.fetch();
    await answer.promise;
    await route.fulfill({ response });
    answered.resolve();
  });
  await press(page, "Send a new code");
  const code = await codeTo(phone, 2);
  await page.getByLabel("Code").fill(code);
  answer.resolve();
  await answered.promise;
  await expectToast(page, "Code sent");
  expect(await page.getByLabel("Code").inputValue()).toBe(code);
  await page.unroute(sentFrom("/login"));
  await press(page, "Log in");
  await expectToast(page, "Your account is ready", "Add your name in your profile.");
  await account(page).waitFor();
  await page.waitForURL(at("/"));
  await expect.poll(() => page.evaluate(() => sessionStorage.getItem("oja-step-login"))).toBeNull();
});

test("the second factor survives a reload; Back and 'Return to login' lead to the first form", async () => {
  const who = await makePerson(shop);
  const visitor = await signedIn(shop, who);
  const made = (await visitor.auth("/two-factor/enable", { password: who.password })).json;
  expect((await visitor.auth("/two-factor/verify-totp", { code: totpOf(String(made["totpURI"])) })).status).toBe(200);
  const backup = made["backupCodes"] as string[];

  const page = await open({ width: 360 });
  await logIn(page, who);
  await heading(page, "One more step");
  await expectFit(page);
  await page.goBack();
  await heading(page, "Welcome back");
  await page.goForward();
  await heading(page, "One more step");
  await page.reload();
  await heading(page, "One more step");
  await page.getByRole("link", { name: "Return to login" }).click();
  await heading(page, "Welcome back");
  await page.reload();
  await heading(page, "Welcome back");

  await logIn(page, who);
  await page.getByLabel("Code").fill("000000");
  await press(page, "Continue");
  await refusal(page, "This code is wrong or has expired.");
  await expect.poll(() => page.getByLabel("Code").inputValue()).toBe("");
  await press(page, "Use a backup code");
  await page.getByLabel("Backup code").waitFor();
  expect(await page.getByRole("alert").getByText("This code is wrong").count()).toBe(0);
  await page.getByLabel("Backup code").fill(` ${backup[0]?.toUpperCase().replace("-", "  ")} `);
  await press(page, "Continue");
  await page.waitForURL(at("/"));
});

test("a form sent before hydration signs in with the same message", async () => {
  const page = await newPage({ allow: [/ERR_FAILED/] });
  let held = true;
  await page.route("**/assets/*.js", (route) => (held ? route.abort() : route.continue()));
  await page.goto(at("/login"), { waitUntil: "domcontentloaded" });
  await page.getByLabel("Email or phone number").fill(ADMIN.email);
  await page.getByLabel("Password", { exact: true }).fill(ADMIN.password);
  held = false;
  await press(page, "Log in");
  await page.waitForURL(at("/"));
  await page.getByText("Logged in successfully!").waitFor();
  await account(page).waitFor();
});
