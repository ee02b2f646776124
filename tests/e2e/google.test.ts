import type { Page } from "playwright-core";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { RunningShop } from "#server/start.server.ts";
import { REFUSED } from "../fixtures/browser-admin.ts";
import { expectToast, openSignedIn, profileReady } from "../fixtures/customers.ts";
import { newPage } from "../setup/browser.ts";
import { testShop } from "../setup/shop.ts";

let shop: RunningShop;

beforeAll(async () => {
  shop = await testShop();
});
afterAll(() => shop.close());
beforeEach(() => shop.shop.database.sql("delete from auth_rate_limits"));

const at = (path: string) => shop.url + path;
const account = (page: Page) => page.getByRole("button", { name: "Account", exact: true });

/** Clicks the shop's button; returns the request to the provider. */
async function toGoogle(page: Page, from: "/login" | "/signup" = "/login"): Promise<URLSearchParams> {
  await page.goto(at(from));
  const asked = page.waitForRequest((request) => request.url().startsWith(`${shop.demo?.googleUrl}/auth?`));
  await page.getByRole("button", { name: "Continue with Google" }).click();
  await page.getByRole("heading", { name: "Choose an account" }).waitFor();
  return new URL((await asked).url()).searchParams;
}

/** A user of the sandbox's list. */
async function choose(page: Page, email: string): Promise<void> {
  await page.getByRole("button", { name: email }).click();
}

async function signOut(page: Page): Promise<void> {
  await account(page).click();
  await page.getByRole("menuitem", { name: "Sign Out" }).click();
  await page.getByRole("link", { name: "Sign In" }).waitFor();
}

test("the first sign-in makes a new person's account, and the next opens it", async () => {
  const page = await newPage({ allow: REFUSED });
  const asked = await toGoogle(page);
  expect(Object.fromEntries(asked)).toMatchObject({
    response_type: "code",
    redirect_uri: at("/api/auth/callback/google"),
    access_type: "offline",
    prompt: "consent",
    code_challenge_method: "S256",
    code_challenge: expect.stringMatching(/^[\w-]{43}$/),
    nonce: expect.stringMatching(/.{16}/),
    state: expect.stringMatching(/.{16}/),
  });
  expect(asked.get("scope")?.split(" ").toSorted()).toEqual(["email", "openid", "profile"]);
  await choose(page, "amina.bello@gmail.example");
  await page.waitForURL(at("/"));
  await account(page).waitFor();
  await page.goto(at("/profile"));
  await expect.poll(() => page.getByLabel("First name").inputValue()).toBe("Amina");
  expect(await page.getByLabel("Last name").inputValue()).toBe("Bello");
  await page.getByRole("tab", { name: "Security" }).click();
  await page.getByText("Account linked with Google").waitFor();
  const people = async () =>
    (await shop.shop.database.sql("select id from users where email = 'amina.bello@gmail.example'")).rows;
  const before = await people();
  expect(before).toHaveLength(1);

  await signOut(page);
  const again = await toGoogle(page, "/signup");
  expect(again.get("prompt")).toBe("consent");
  expect(again.get("state")).not.toBe(asked.get("state"));
  expect(again.get("code_challenge")).not.toBe(asked.get("code_challenge"));
  await choose(page, "amina.bello@gmail.example");
  await page.waitForURL(at("/"));
  await account(page).waitFor();
  expect(await people()).toEqual(before);
});

test("the account of the same address is joined", async () => {
  const page = await newPage({ width: 360, allow: REFUSED });
  await toGoogle(page);
  await choose(page, "ada@oja.example");
  await page.waitForURL(at("/"));
  await account(page).click();
  await page.getByRole("menu").getByText("Ada", { exact: true }).waitFor();
});

test("Cancel is an Authentication Error with a way back, and leaves nobody signed in", async () => {
  const page = await newPage({ allow: REFUSED });
  await toGoogle(page);
  await page.getByRole("button", { name: "Cancel" }).click();
  await page.getByRole("heading", { name: "Authentication Error" }).waitFor();
  await page.getByRole("alert").getByText("The sign-in was cancelled.").waitFor();
  await page.getByRole("link", { name: "Return to login" }).click();
  await page.getByRole("heading", { name: "Welcome back" }).waitFor();
  expect(page.url()).toBe(at("/login"));
  await page.goto(at("/profile"));
  await page.waitForURL(at("/login"));
});

test("Cancel while linking Google from the profile is said as such", async () => {
  const { page } = await openSignedIn(shop, { path: "/profile?tab=security" });
  await profileReady(page);
  await page.getByRole("button", { name: "Link Google" }).click();
  await page.getByRole("heading", { name: "Choose an account" }).waitFor();
  await page.getByRole("button", { name: "Cancel" }).click();
  await page.waitForURL(at("/profile?tab=security"));
  await expectToast(page, "Google was not linked", "You cancelled at Google.");
});

test("an address that Google has not confirmed is an Authentication Error", async () => {
  const page = await newPage({ allow: REFUSED });
  await toGoogle(page);
  await choose(page, "tunde.adeyemi@gmail.example");
  await page.getByRole("heading", { name: "Authentication Error" }).waitFor();
  await page.getByRole("alert").getByText("Google did not confirm your email address.").waitFor();
});

test("the address of a finished sign-in opens nothing a second time, here or elsewhere", async () => {
  const page = await newPage({ allow: REFUSED });
  await toGoogle(page);
  const back = page.waitForRequest((request) => request.url().startsWith(at("/api/auth/callback/google?")));
  await choose(page, "chidi.eze@gmail.example");
  const address = (await back).url();
  await page.waitForURL(at("/"));
  await account(page).waitFor();
  const other = await newPage({ allow: REFUSED });
  await other.goto(address);
  await other.getByRole("heading", { name: "Authentication Error" }).waitFor();
  await other.getByText("This sign-in was started in another browser or took too long.").waitFor();
});
