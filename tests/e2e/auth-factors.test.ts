import type { Locator, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { RunningShop } from "#server/start.server.ts";
import { openSignedIn, profileReady } from "../fixtures/customers.ts";
import { totpOf } from "../fixtures/totp.ts";
import { codeIn, linkIn, makeCustomer, messageTo, signedIn } from "../fixtures/visitor.ts";
import { expectAccessible } from "../setup/axe.ts";
import { newPage } from "../setup/browser.ts";
import { testShop } from "../setup/shop.ts";
import { usable } from "./steps.ts";

const ADA = { email: "ada@oja.example", password: "oja-demo-ada" };
const REFUSED = [/status of 4\d\d/];
/** Waits until an element is visible. */
const expectSeen = (what: Locator) => what.first().waitFor();

let shop: RunningShop;

// Passkeys need a host name: browsers create none for an address like 127.0.0.1.
beforeAll(async () => {
  shop = await testShop({ env: { HOST: "localhost" } });
});
afterAll(() => shop.close());

async function logIn(page: Page, { script = true, who = ADA } = {}): Promise<void> {
  await page.goto(`${shop.url}/login`);
  if (script) await usable(page);
  await page.getByLabel("Email or phone number").fill(who.email);
  await page.getByLabel("Password", { exact: true }).fill(who.password);
  await page.getByRole("button", { name: "Log in" }).click();
}

/** A request of a screen's script to the sign-in service. */
async function ask<Answer>(page: Page, path: string, body?: object): Promise<Answer> {
  return await page.evaluate(
    async ([address, sent]) => {
      const headers = { "Content-Type": "application/json" };
      const response = await fetch(`/api/auth${address}`, sent ? { method: "POST", headers, body: sent } : {});
      return (await response.json()) as never;
    },
    [path, body && JSON.stringify(body)] as const,
  );
}

test("a passkey of the device signs in", async () => {
  const page = await newPage({ allow: REFUSED });
  const cdp = await page.context().newCDPSession(page);
  await cdp.send("WebAuthn.enable");
  const options = { protocol: "ctap2", transport: "internal", hasResidentKey: true, hasUserVerification: true };
  await cdp.send("WebAuthn.addVirtualAuthenticator", {
    options: { ...options, isUserVerified: true, automaticPresenceSimulation: true } as never,
  });
  await logIn(page);
  await expectSeen(page.getByText("Logged in successfully!"));
  await page.evaluate(async () => {
    const asked = await (await fetch("/api/auth/passkey/generate-register-options")).json();
    const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(asked);
    const made = (await navigator.credentials.create({ publicKey })) as PublicKeyCredential;
    const body = JSON.stringify({ response: made.toJSON(), name: "This phone" });
    const headers = { "Content-Type": "application/json" };
    const answer = await fetch("/api/auth/passkey/verify-registration", { method: "POST", headers, body });
    if (!answer.ok) throw new Error(await answer.text());
  });
  await page.context().clearCookies();
  await page.goto(`${shop.url}/login`);
  await usable(page);
  await page.getByRole("button", { name: "Use a passkey" }).click();
  await expectSeen(page.getByText("Logged in successfully!"));
  await page.waitForURL(`${shop.url}/`);
  await expectSeen(page.getByRole("button", { name: "Account" }));
});

test("the second factor stands behind a password: app code and backup code, with and without script", async () => {
  const page = await newPage({ width: 360, allow: REFUSED, reducedMotion: "reduce" });
  await logIn(page);
  await expectSeen(page.getByText("Logged in successfully!"));
  const { totpURI, backupCodes } = await ask<{ totpURI: string; backupCodes: string[] }>(page, "/two-factor/enable", {
    password: ADA.password,
  });
  await ask(page, "/two-factor/verify-totp", { code: totpOf(totpURI) });
  await page.context().clearCookies();

  await logIn(page);
  await expectSeen(page.getByText("Enter the code that your authenticator app shows now."));
  await expectAccessible(page);
  await page.getByLabel("Code").fill("000000");
  await page.getByRole("button", { name: "Continue" }).click();
  await expectSeen(page.getByRole("alert").getByText("This code is wrong or has expired."));
  // Each code works once: this is the next one.
  await page.getByLabel("Code").fill(totpOf(totpURI, 1));
  await page.getByRole("button", { name: "Continue" }).click();
  await expectSeen(page.getByText("Logged in successfully!"));
  await page.waitForURL(`${shop.url}/`);
  await page.context().clearCookies();

  await logIn(page);
  await page.getByRole("button", { name: "Use a backup code" }).click();
  await page.getByLabel("Backup code").fill(backupCodes[0] ?? "");
  await page.getByRole("button", { name: "Continue" }).click();
  await page.waitForURL(`${shop.url}/`);

  const plain = await newPage({ javaScriptEnabled: false });
  await logIn(plain, { script: false });
  await expectSeen(plain.getByRole("heading", { name: "One more step" }));
  await plain.getByLabel("Code").fill(backupCodes[1] ?? "");
  await plain.getByRole("button", { name: "Continue" }).click();
  await plain.waitForURL(`${shop.url}/`);
  await plain.goto(`${shop.url}/login`);
  expect(plain.url()).toBe(`${shop.url}/profile`);
});

/** Clicks "Continue with Google" and enters the identity there. */
async function signInByGoogle(page: Page, email: string): Promise<void> {
  await page.goto(`${shop.url}/login`);
  await usable(page);
  await page.getByRole("button", { name: "Continue with Google" }).click();
  await page.getByLabel("E-mail").fill(email);
  await page.getByLabel("First name").fill("Test");
  await page.getByRole("button", { name: "Continue" }).click();
}

async function signInByCode(page: Page, email: string): Promise<void> {
  await page.goto(`${shop.url}/login`);
  await usable(page);
  await page.getByRole("button", { name: "Use a one-time code" }).click();
  await page.getByLabel("Email or phone number").fill(email);
  await page.getByRole("button", { name: "Send code" }).click();
  await page.getByLabel("Code").fill(codeIn((await messageTo(shop, email)).text));
  await page.getByRole("button", { name: "Log in" }).click();
}

async function signInByLink(page: Page, email: string): Promise<void> {
  await page.goto(`${shop.url}/forgot-password`);
  await usable(page);
  await page.getByLabel("Email", { exact: true }).fill(email);
  await page.getByRole("button", { name: "Send reset link" }).click();
  await page.goto(linkIn((await messageTo(shop, email)).text, "type=recovery").href);
  await page.getByRole("heading", { level: 1, name: "One more step" }).waitFor();
}

test.each([
  ["Google", signInByGoogle, "/"],
  ["a one-time code by mail", signInByCode, "/"],
  ["a recovery link", signInByLink, "/profile?reset=true"],
])("the second factor stands behind %s: nobody is in before the right code", async (_, signIn, path) => {
  const who = await makeCustomer(shop);
  const { id } = who;
  const visitor = await signedIn(shop, who);
  const { json } = await visitor.auth("/two-factor/enable", { password: who.password });
  const uri = String(json["totpURI"]);
  expect((await visitor.auth("/two-factor/verify-totp", { code: totpOf(uri) })).status).toBe(200);
  await visitor.auth("/sign-out");
  const sessions = async () =>
    (await shop.shop.database.sql("select auth_method from sessions where user_id = $1", [id])).rows;

  const page = await newPage({ allow: REFUSED });
  await signIn(page, who.email);
  await page.getByText("Enter the code that your authenticator app shows now.").waitFor();
  expect(await sessions()).toEqual([]);
  await page.getByLabel("Code").fill("000000");
  await page.getByRole("button", { name: "Continue" }).click();
  await page.getByRole("alert").getByText("This code is wrong or has expired.").waitFor();
  expect(await sessions()).toEqual([]);
  await page.getByLabel("Code").fill(totpOf(uri, 1));
  await page.getByRole("button", { name: "Continue" }).click();
  await page.waitForURL(shop.url + path);
  await page.getByRole("button", { name: "Account", exact: true }).waitFor();
  expect(await sessions()).toEqual([{ auth_method: "second-factor" }]);
});

test("a reload finds the second factor again; Back and 'Return to login' lead to the first form", async () => {
  const who = await makeCustomer(shop);
  const visitor = await signedIn(shop, who);
  const made = (await visitor.auth("/two-factor/enable", { password: who.password })).json;
  expect((await visitor.auth("/two-factor/verify-totp", { code: totpOf(String(made["totpURI"])) })).status).toBe(200);
  const backup = made["backupCodes"] as string[];

  const page = await newPage({ width: 360, allow: REFUSED });
  const heading = (name: string) => page.getByRole("heading", { level: 1, name, exact: true }).waitFor();
  await logIn(page, { who });
  await heading("One more step");
  await page.goBack();
  await heading("Welcome back");
  await page.goForward();
  await heading("One more step");
  await page.reload();
  await heading("One more step");
  await page.getByRole("link", { name: "Return to login" }).click();
  await heading("Welcome back");
  await page.reload();
  await heading("Welcome back");

  await logIn(page, { who });
  await page.getByLabel("Code").fill("000000");
  await page.getByRole("button", { name: "Continue" }).click();
  await expectSeen(page.getByRole("alert").getByText("This code is wrong or has expired."));
  await expect.poll(() => page.getByLabel("Code").inputValue()).toBe("");
  await page.getByRole("button", { name: "Use a backup code" }).click();
  await page.getByLabel("Backup code").waitFor();
  expect(await page.getByRole("alert").getByText("This code is wrong").count()).toBe(0);
  await page.getByLabel("Backup code").fill(` ${backup[0]?.toUpperCase().replace("-", "  ")} `);
  await page.getByRole("button", { name: "Continue" }).click();
  await page.waitForURL(`${shop.url}/`);
});

test("new backup codes from the Security tab replace the old ones, of which none works any more", async () => {
  const { page, person } = await openSignedIn(shop, { path: "/profile?tab=security", allow: REFUSED });
  // The second factor renews the session: the page sends no request meanwhile.
  await profileReady(page);
  const made = await ask<{ totpURI: string; backupCodes: string[] }>(page, "/two-factor/enable", {
    password: person.password,
  });
  await ask(page, "/two-factor/verify-totp", { code: totpOf(made.totpURI) });
  await page.reload();
  await profileReady(page);
  const card = page.getByRole("region", { name: "Two-step verification", exact: true });
  await card.getByRole("button", { name: "New backup codes" }).click();
  await card.getByText("New backup codes replace the old ones, which stop working.").waitFor();
  await card.getByLabel("Your password").fill(person.password);
  await card.getByRole("button", { name: "Make new codes" }).click();
  const list = card.getByRole("list", { name: "Backup codes" }).getByRole("listitem");
  await expect.poll(() => list.count()).toBe(10);
  const codes = await list.allInnerTexts();
  expect(new Set([...codes, ...made.backupCodes]).size).toBe(20);
  await card.getByRole("button", { name: "Done" }).click();
  await card.getByText("Your account asks for a code.").waitFor();

  await page.context().clearCookies();
  await logIn(page, { who: person });
  await page.getByRole("button", { name: "Use a backup code" }).click();
  for (const [code = "", isGood] of [
    [made.backupCodes[0], false],
    [made.backupCodes[9], false],
    [codes[9], true],
  ] as const) {
    await page.getByLabel("Backup code").fill(code);
    const answered = page.waitForResponse("**/auth/callback.data*");
    await page.getByRole("button", { name: "Continue" }).click();
    expect((await answered).status()).toBe(isGood ? 202 : 422);
    if (!isGood) await page.getByRole("alert").getByText("This code is wrong or has expired.").waitFor();
  }
  await page.waitForURL(`${shop.url}/`);
  await page.goto(`${shop.url}/profile`);
  await expect.poll(() => page.getByLabel("First name").inputValue()).toBe("Ada");
});
