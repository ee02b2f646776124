import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { RunningShop } from "#server/start.server.ts";
import { expectToast } from "../fixtures/customers.ts";
import { newPage } from "../setup/browser.ts";
import { testShop } from "../setup/shop.ts";

/** The sign-in pages while they wait, and when the service or the line fails. */
let shop: RunningShop;

beforeAll(async () => {
  shop = await testShop({ env: { TRUST_PROXY: "1", HOST: "localhost" } });
});
afterAll(() => shop.close());

const heading = (page: Page, name: string) => page.getByRole("heading", { level: 1, name, exact: true });

test.each([
  ["a link from a mail", "?code=nothing-that-we-ever-sent-out", "**/api/auth/exchange-code", "Authentication Error"],
  ["Google", "?provider=google", "**/api/auth/get-session", "Welcome back"],
])("coming from %s one sees 'Completing sign in...' until it is decided", async (_, query, question, then) => {
  const page = await newPage({ allow: [/status of 4\d\d/] });
  let answer = () => {};
  const held = new Promise<void>((resolve) => (answer = resolve));
  await page.route(question, (route) => held.then(() => route.continue()));
  await page.goto(`${shop.url}/auth/callback${query}`);
  await heading(page, "Completing sign in...").waitFor();
  await page.getByRole("status").getByText("This takes a moment.").waitFor();
  await page.getByRole("link", { name: "Return to login" }).waitFor();
  answer();
  await heading(page, then).waitFor();
  expect(await heading(page, "Completing sign in...").count()).toBe(0);
});

test.each([
  ["the service breaks", { status: 500, body: "{}" }, "Failed to send reset email. Please try again."],
  ["the line is cut", null, "Failed to send reset email. Please try again."],
  [
    "the service refuses",
    { status: 400, json: { code: "MAIL_IS_OFF", message: "Mails rest on Sundays." } },
    "Mails rest on Sundays.",
  ],
])("a reset mail when %s", async (_, answer, words) => {
  const page = await newPage({ allow: [/Failed to load resource/] });
  await page.route("**/api/auth/request-password-reset", (route) => (answer ? route.fulfill(answer) : route.abort()));
  await page.goto(`${shop.url}/forgot-password`);
  await page.getByLabel("Email", { exact: true }).fill("ada@oja.example");
  await page.getByRole("button", { name: "Send reset link" }).click();
  await expectToast(page, "Error", words);
  await page.getByRole("alert").getByText(words).waitFor();
  await heading(page, "Reset your password").waitFor();
  expect(await page.getByLabel("Email", { exact: true }).inputValue()).toBe("ada@oja.example");
});
