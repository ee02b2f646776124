import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { RunningShop } from "#server/start.server.ts";
import {
  expectToast,
  makePerson,
  openSignedIn,
  profileReady,
  signInElsewhere,
  type Person,
} from "../fixtures/customers.ts";
import { totpOf } from "../fixtures/totp.ts";
import { linkIn, messageTo, signedIn } from "../fixtures/visitor.ts";
import { newPage } from "../setup/browser.ts";
import { testShop } from "../setup/shop.ts";
import { usable } from "./steps.ts";

/** A session in a browser: its renewal, its synchronization across tabs, and signing out. */
let shop: RunningShop;
let visits = 0;

beforeAll(async () => {
  shop = await testShop({ env: { TRUST_PROXY: "1", HOST: "localhost" } });
});
afterAll(() => shop.close());

const DAY_S = 86_400;
const at = (path: string) => shop.url + path;
const sql = (text: string, values: unknown[] = []) => shop.shop.database.sql(text, values);
const account = (page: Page) => page.getByRole("button", { name: "Account", exact: true });

describe("renewal", () => {
  /** Makes the session of `page` older by a number of days, in the browser and in the shop. */
  async function age(page: Page, { id }: Person, days: number): Promise<void> {
    await sql("update sessions set expires_at = expires_at - make_interval(days => $1) where user_id = $2", [days, id]);
    const [cookie] = (await page.context().cookies()).filter(({ name }) => name === "oja.session_token");
    if (!cookie) throw new Error("the browser has no session");
    await page.context().addCookies([{ ...cookie, expires: cookie.expires - days * DAY_S }]);
  }

  /** The days until the session expires, in the shop and in the cookie. */
  async function daysLeft(page: Page, { id }: Person): Promise<[number, number]> {
    const { rows } = await sql(
      "select extract(epoch from expires_at - now()) as left from sessions where user_id = $1",
      [id],
    );
    const [cookie] = (await page.context().cookies()).filter(({ name }) => name === "oja.session_token");
    const maxAge = (cookie?.expires ?? 0) - Date.now() / 1000;
    return [Math.round(Number(rows[0]?.["left"]) / DAY_S), Math.round(maxAge / DAY_S)];
  }

  test("opening a page after two days extends the session and its cookie to 30 days", async () => {
    const { page, person } = await openSignedIn(shop);
    await profileReady(page);
    await account(page).waitFor();
    expect(await daysLeft(page, person)).toEqual([30, 30]);
    for (const path of ["/cart", "/profile"]) {
      await age(page, person, 2);
      expect(await daysLeft(page, person)).toEqual([28, 28]);
      await page.goto(at(path));
      await account(page).click();
      await page.getByRole("menuitem", { name: "Sign Out" }).waitFor();
      await expect.poll(() => daysLeft(page, person)).toEqual([30, 30]);
    }
  });

  test("the access token is renewed before its 15 minutes are over, and other tabs are notified", async () => {
    const { page } = await openSignedIn(shop);
    await page.clock.install();
    await page.goto(at("/profile"));
    await profileReady(page);
    await account(page).click();
    await page.getByRole("menuitem", { name: "Sign Out" }).waitFor();
    const messages = await listen(page);
    const fresh = page.waitForResponse((answer) => answer.url() === at("/api/auth/token"));
    await page.clock.fastForward(13 * 60_000);
    expect(await messages()).toEqual([]);
    await page.clock.fastForward(60_000);
    expect((await fresh).status()).toBe(200);
    await expect.poll(messages).toContain("TOKEN_REFRESHED");
    await page.getByRole("menuitem", { name: "Sign Out" }).waitFor();
  });
});

/** Records, in a tab without the shop's scripts, the messages between this browser's tabs. */
async function listen(page: Page): Promise<() => Promise<string[]>> {
  const tab = await page.context().newPage();
  await tab.goto(at("/healthz"));
  await tab.evaluate(() => {
    const messages: string[] = [];
    Object.assign(window, { messages });
    new BroadcastChannel("oja-auth").addEventListener("message", ({ data }) => messages.push(String(data)));
  });
  return () => tab.evaluate(() => (window as unknown as { messages: string[] }).messages);
}

/** A guest's tab at the login page, and the messages of its browser. */
async function atLogin() {
  const page = await newPage({
    allow: [/status of 4\d\d/],
    extraHTTPHeaders: { "X-Forwarded-For": `10.5.0.${(visits += 1)}` },
  });
  const messages = await listen(page);
  await page.goto(at("/login"));
  await usable(page);
  return { page, messages };
}

async function logIn(page: Page, { email, password }: Person): Promise<void> {
  await page.getByLabel("Email or phone number").fill(email);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Log in" }).click();
}

describe("events in other tabs", () => {
  test("SIGNED_IN, USER_UPDATED and SIGNED_OUT are sent after each change", async () => {
    const person = await makePerson(shop);
    const { page, messages } = await atLogin();
    await logIn(page, { ...person, password: "not-this-one" });
    await page.getByRole("alert").getByText("Invalid email or password.").waitFor();
    expect(await messages()).toEqual([]);
    await logIn(page, person);
    await page.waitForURL(at("/"));
    await expect.poll(messages).toEqual(["SIGNED_IN"]);

    await page.goto(at("/profile"));
    await profileReady(page);
    await page.getByLabel("First name").fill("Adaeze");
    await page.getByRole("button", { name: "Save changes" }).click();
    await expectToast(page, "Profile updated");
    await expect.poll(messages).toEqual(["SIGNED_IN", "USER_UPDATED"]);
    await account(page).click();
    await page.getByRole("menu").getByText("Adaeze", { exact: true }).waitFor();
    await page.getByRole("menuitem", { name: "Sign Out" }).click();
    await expectToast(page, "Signed out successfully");
    await expect.poll(messages).toEqual(["SIGNED_IN", "USER_UPDATED", "SIGNED_OUT"]);
    expect((await sql("select 1 from sessions where user_id = $1", [person.id])).rows).toEqual([]);
  });

  test("PASSWORD_RECOVERY is sent by the link of a mail", async () => {
    const person = await makePerson(shop);
    const { page, messages } = await atLogin();
    await page.getByRole("link", { name: "Forgot password?" }).click();
    await page.getByLabel("Email", { exact: true }).fill(person.email);
    await page.getByRole("button", { name: "Send reset link" }).click();
    await page.goto(linkIn((await messageTo(shop, person.email)).text, "type=recovery").href);
    await page.getByText("Password Reset Required").waitFor();
    await expect.poll(messages).toEqual(["PASSWORD_RECOVERY"]);
  });

  test("MFA_CHALLENGE_VERIFIED is sent after the second factor, and no event before", async () => {
    const person = await makePerson(shop);
    const visitor = await signedIn(shop, person);
    const uri = String((await visitor.auth("/two-factor/enable", { password: person.password })).json["totpURI"]);
    expect((await visitor.auth("/two-factor/verify-totp", { code: totpOf(uri) })).status).toBe(200);
    const { page, messages } = await atLogin();
    await logIn(page, person);
    await page.getByText("Enter the code that your authenticator app shows now.").waitFor();
    expect(await messages()).toEqual([]);
    await page.getByLabel("Code").fill(totpOf(uri, 1));
    await page.getByRole("button", { name: "Continue" }).click();
    await page.waitForURL(at("/"));
    await expect.poll(messages).toEqual(["MFA_CHALLENGE_VERIFIED"]);
  });
});

/** Adds a listener to the client instance of the page's screens, found among the loaded scripts. */
const LISTEN_HERE = `(async () => {
  window.events = [];
  const scripts = performance.getEntriesByType("resource").map(({ name }) => name).filter((name) => name.endsWith(".js"));
  for (const script of scripts)
    for (const thing of Object.values(await import(script)))
      if (typeof thing === "object" && typeof thing?.onAuthStateChange === "function")
        return thing.onAuthStateChange((event, session) => window.events.push([event, session?.user.email ?? null])) && true;
  return false;
})()`;

test("INITIAL_SESSION ends the loading state, and is not sent to other tabs", async () => {
  const { page, person } = await openSignedIn(shop);
  await profileReady(page);
  const messages = await listen(page);
  let answer = () => {};
  const held = new Promise<void>((resolve) => (answer = resolve));
  await page.route("**/api/auth/get-session", (route) => held.then(() => route.continue()));
  await page.goto(at("/profile"));
  await profileReady(page);
  const events = () => page.evaluate(() => (window as unknown as { events: unknown[] }).events);
  expect(await page.evaluate(LISTEN_HERE)).toBe(true);
  await account(page).click();
  expect([await events(), await page.getByRole("menu").count()]).toEqual([[], 0]);
  answer();
  await page.getByRole("menu").getByText("Ada", { exact: true }).waitFor();
  expect(await events()).toEqual([["INITIAL_SESSION", person.email]]);
  expect(await messages()).toEqual([]);
});

test("login and sign-up in other tabs redirect after a sign-in", async () => {
  const person = await makePerson(shop);
  const { page } = await atLogin();
  const tabs: Page[] = [];
  for (const path of ["/login", "/signup"]) {
    const tab = await page.context().newPage();
    await tab.goto(at(path));
    await usable(tab);
    tabs.push(tab);
  }
  await logIn(page, person);
  await page.waitForURL(at("/"));
  for (const tab of tabs) {
    await tab.waitForURL(at("/profile"));
    await tab.getByRole("heading", { level: 1, name: "My Profile" }).waitFor();
  }
});

const isOpen = async (cookie: string) =>
  (await (await fetch(`${shop.url}/api/auth/get-session`, { headers: { Cookie: cookie } })).json()) !== null;
const endAll = ({ id }: Person) => sql("delete from sessions where user_id = $1", [id]);
const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });
const signInLink = (page: Page) => page.getByRole("link", { name: "Sign In" });
const countLoggedOutNotices = (page: Page) => page.getByText("Logged out", { exact: true }).count();

/** A page in a browser whose storage says that a user is signed in, as after an earlier visit. */
function openKnown(path: string, allow: RegExp[] = []) {
  const origins = [{ origin: shop.url, localStorage: [{ name: "oja-signed-in", value: "1" }] }];
  return openSignedIn(shop, { path, allow, storageState: { cookies: [], origins } });
}

/** Another tab of the same browser with a stored session. */
async function anotherTab(page: Page, path: string): Promise<Page> {
  const tab = await page.context().newPage();
  await tab.goto(shop.url + path);
  await button(tab, "Account").click();
  await tab.getByRole("menuitem", { name: "Sign Out" }).waitFor();
  await tab.keyboard.press("Escape");
  return tab;
}

test("sign-in and sign-out in one tab change the header of the other", async () => {
  const { page: left } = await atLogin();
  const right = await left.context().newPage();
  await right.goto(at("/cart"));
  await signInLink(right).waitFor();
  await logIn(left, { id: "", email: "admin@oja.example", password: "oja-demo-admin" });
  await left.waitForURL(at("/"));
  await account(right).click();
  await right.getByRole("menuitem", { name: "Sign Out" }).waitFor();
  expect(await right.getByRole("menuitem").allInnerTexts()).toEqual(["Admin Dashboard", "Settings", "Sign Out"]);
  await right.keyboard.press("Escape");
  await account(left).click();
  await left.getByRole("menuitem", { name: "Sign Out" }).click();
  await signInLink(right).waitFor();
});

test("Sign Out of the menu ends this browser's session; its other tabs show Logged out, other devices stay signed in", async () => {
  const { page, person } = await openKnown("/cart", [/401/]);
  const phone = await signInElsewhere(shop, person);
  const shopping = await anotherTab(page, "/wishlist");
  const profile = await anotherTab(page, "/profile");
  const orders = await anotherTab(page, "/profile/orders");
  await button(page, "Account").click();
  await page.getByRole("menuitem", { name: "Sign Out" }).click();
  await expectToast(page, "Signed out successfully", "You have been signed out of your account");
  await page.waitForURL(`${shop.url}/`);
  await expectToast(shopping, "Logged out", "Your session has ended.");
  await signInLink(shopping).waitFor();
  expect(new URL(shopping.url()).pathname).toBe("/wishlist");
  await profile.waitForURL(`${shop.url}/login`);
  await expectToast(profile, "Logged out");
  await orders.waitForURL(`${shop.url}/login`);
  await expectToast(orders, "Logged out");
  await expect.poll(() => profile.getByText(person.email).count()).toBe(0);
  expect(await countLoggedOutNotices(page)).toBe(0);
  expect(await isOpen(phone)).toBe(true);
});

test("a user signed out on another device sees Logged out at the next page that needs an account", async () => {
  const { page, person } = await openKnown("/cart");
  await button(page, "Account").click();
  await page.getByRole("menuitem", { name: "My Orders" }).waitFor();
  await endAll(person);
  await page.getByRole("menuitem", { name: "My Orders" }).click();
  await page.waitForURL(`${shop.url}/login`);
  await expectToast(page, "Logged out", "Your session has ended. You can log in again at any time.");
  await signInLink(page).waitFor();
});

test("a user who returns after the session has ended sees Logged out, once", async () => {
  const { page, person } = await openKnown("/cart");
  await anotherTab(page, "/wishlist").then((tab) => tab.close());
  await endAll(person);
  await page.goto(`${shop.url}/wishlist`);
  await expectToast(page, "Logged out");
  await signInLink(page).waitFor();
  await page.reload();
  await signInLink(page).waitFor();
  expect(await countLoggedOutNotices(page)).toBe(0);
});
