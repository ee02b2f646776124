import type { Locator, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { RunningShop } from "#server/start.server.ts";
import { totpOf } from "../fixtures/totp.ts";
import { expectAccessible } from "../setup/axe.ts";
import { newPage } from "../setup/browser.ts";
import { testShop } from "../setup/shop.ts";
import { usable } from "./steps.ts";

const ADA = { email: "ada@oja.example", password: "oja-demo-ada" };
const REFUSED = [/status of 4\d\d/];
/** What a person sees sooner or later. */
const expectSeen = (what: Locator) => what.first().waitFor();

let shop: RunningShop;

// Passkeys belong to a host's name: browsers have none for an address like 127.0.0.1.
beforeAll(async () => {
  shop = await testShop({ env: { HOST: "localhost" } });
});
afterAll(() => shop.close());

async function logIn(page: Page, { script = true } = {}): Promise<void> {
  await page.goto(`${shop.url}/login`);
  if (script) await usable(page);
  await page.getByLabel("Email or phone number").fill(ADA.email);
  await page.getByLabel("Password", { exact: true }).fill(ADA.password);
  await page.getByRole("button", { name: "Log in" }).click();
}

/** What a screen's script would ask of the sign-in service. */
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

test("the second factor stands in every way: app code and backup code, with and without script", async () => {
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
