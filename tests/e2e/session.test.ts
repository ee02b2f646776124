import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { RunningShop } from "#server/start.server.ts";
import {
  expectToast,
  makePerson,
  openSignedIn,
  profileReady,
  signInElsewhere,
  signInPage,
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

/** A page in a browser whose storage says that a user is signed in, as after an earlier visit. */
function openKnown(path: string | null) {
  const origins = [{ origin: shop.url, localStorage: [{ name: "oja-signed-in", value: "1" }] }];
  return openSignedIn(shop, { path, storageState: { cookies: [], origins } });
}

/** Makes the session of `page` older by a number of days, in the browser and in the shop. */
async function age(page: Page, { id }: Person, days: number): Promise<void> {
  await sql("update sessions set expires_at = expires_at - make_interval(days => $1) where user_id = $2", [days, id]);
  const [cookie] = (await page.context().cookies()).filter(({ name }) => name === "oja.session_token");
  if (!cookie) throw new Error("the browser has no session");
  await page.context().addCookies([{ ...cookie, expires: cookie.expires - days * DAY_S }]);
}

/** The days until the session expires, in the shop and in the cookie. */
async function daysLeft(page: Page, { id }: Person): Promise<[number, number]> {
  const { rows } = await sql("select extract(epoch from expires_at - now()) as left from sessions where user_id = $1", [
    id,
  ]);
  const [cookie] = (await page.context().cookies()).filter(({ name }) => name === "oja.session_token");
  const maxAge = (cookie?.expires ?? 0) - Date.now() / 1000;
  return [Math.round(Number(rows[0]?.["left"]) / DAY_S), Math.round(maxAge / DAY_S)];
}

test("a page after two days extends the session to 30; its token is renewed before 15 minutes are over, and tabs are notified", async () => {
  const { page, person } = await openKnown(null);
  await age(page, person, 2);
  expect(await daysLeft(page, person)).toEqual([28, 28]);
  await page.clock.install();
  await page.goto(at("/cart"));
  await account(page).click();
  await page.getByRole("menuitem", { name: "Sign Out" }).waitFor();
  await expect.poll(() => daysLeft(page, person)).toEqual([30, 30]);

  const messages = await listen(page);
  const fresh = page.waitForResponse((answer) => answer.url() === at("/api/auth/token"));
  await page.clock.fastForward(13 * 60_000);
  expect(await messages()).toEqual([]);
  await page.clock.fastForward(60_000);
  expect((await fresh).status()).toBe(200);
  await expect.poll(messages).toContain("TOKEN_REFRESHED");
  await page.getByRole("menuitem", { name: "Sign Out" }).waitFor();
});

/** Records the messages between this browser's tabs in `tab`, which also gets those of its own document. */
async function listen(tab: Page): Promise<() => Promise<string[]>> {
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
  // A tab without the shop's scripts.
  const other = await page.context().newPage();
  await other.goto(at("/healthz"));
  const messages = await listen(other);
  await page.goto(at("/login"));
  await usable(page);
  return { page, messages };
}

async function logIn(page: Page, { email, password }: Person): Promise<void> {
  await page.getByLabel("Email or phone number").fill(email);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Log in" }).click();
}

const isOpen = async (cookie: string) =>
  (await (await fetch(`${shop.url}/api/auth/get-session`, { headers: { Cookie: cookie } })).json()) !== null;
const signInLink = (page: Page) => page.getByRole("link", { name: "Sign In" });
const countLoggedOutNotices = (page: Page) => page.getByText("Logged out", { exact: true }).count();

/** Another tab of the same browser. */
async function openTab(page: Page, path: string): Promise<Page> {
  const tab = await page.context().newPage();
  await tab.goto(at(path));
  await usable(tab);
  return tab;
}

test("sign-in, a change and Sign Out are seen in all tabs; its other tabs show Logged out, other devices stay signed in", async () => {
  const person = await makePerson(shop);
  const phone = await signInElsewhere(shop, person);
  const { page, messages } = await atLogin();
  const shopping = await openTab(page, "/cart");
  await signInLink(shopping).waitFor();
  const [profile, orders] = [await openTab(page, "/signup"), await openTab(page, "/login")];
  await logIn(page, { ...person, password: "not-this-one" });
  await page.getByRole("alert").getByText("Invalid email or password.").waitFor();
  expect(await messages()).toEqual([]);
  await logIn(page, person);
  await page.waitForURL(at("/"));
  await expect.poll(messages).toEqual(["SIGNED_IN"]);
  for (const tab of [profile, orders]) {
    await tab.waitForURL(at("/profile"));
    await tab.getByRole("heading", { level: 1, name: "My Profile" }).waitFor();
  }
  await account(shopping).waitFor();

  await profileReady(profile);
  await profile.getByLabel("First name").fill("Adaeze");
  await profile.getByRole("button", { name: "Save changes" }).click();
  await expectToast(profile, "Profile updated");
  await expect.poll(messages).toEqual(["SIGNED_IN", "USER_UPDATED"]);
  await orders.getByRole("link", { name: "My Orders" }).first().click();
  await orders.waitForURL(at("/profile/orders"));
  await orders.getByRole("heading", { level: 1, name: "My Orders" }).waitFor();
  await page
    .getByRole("link", { name: /^Wishlist/ })
    .first()
    .click();
  await page.waitForURL(at("/wishlist"));

  await account(shopping).click();
  await shopping.getByRole("menu").getByText("Adaeze", { exact: true }).waitFor();
  await shopping.getByRole("menuitem", { name: "Sign Out" }).click();
  await expectToast(shopping, "Signed out successfully", "You have been signed out of your account");
  await shopping.waitForURL(at("/"));
  await expect.poll(messages).toEqual(["SIGNED_IN", "USER_UPDATED", "SIGNED_OUT"]);
  await expectToast(page, "Logged out", "Your session has ended.");
  await signInLink(page).waitFor();
  expect(new URL(page.url()).pathname).toBe("/wishlist");
  for (const tab of [profile, orders]) {
    await tab.waitForURL(at("/login"));
    await expectToast(tab, "Logged out");
  }
  await expect.poll(() => profile.getByText(person.email).count()).toBe(0);
  expect(await countLoggedOutNotices(shopping)).toBe(0);
  expect(await isOpen(phone)).toBe(true);
  expect((await sql("select 1 from sessions where user_id = $1", [person.id])).rows).toHaveLength(1);
});

test("PASSWORD_RECOVERY is sent by the link of a mail, MFA_CHALLENGE_VERIFIED after the second factor, and no event before", async () => {
  const [forgetful, person] = [await makePerson(shop), await makePerson(shop)];
  const visitor = await signedIn(shop, person);
  const uri = String((await visitor.auth("/two-factor/enable", { password: person.password })).json["totpURI"]);
  expect((await visitor.auth("/two-factor/verify-totp", { code: totpOf(uri) })).status).toBe(200);
  await visitor.auth("/request-password-reset", { email: forgetful.email });
  const { page, messages } = await atLogin();
  await logIn(page, person);
  await page.getByText("Enter the code that your authenticator app shows now.").waitFor();
  expect(await messages()).toEqual([]);
  await page.getByLabel("Code").fill(totpOf(uri, 1));
  await page.getByRole("button", { name: "Continue" }).click();
  await page.waitForURL(at("/"));
  await expect.poll(messages).toEqual(["MFA_CHALLENGE_VERIFIED"]);

  await page.context().clearCookies();
  await page.goto(linkIn((await messageTo(shop, forgetful.email)).text, "type=recovery").href);
  await page.getByText("Password Reset Required").waitFor();
  await expect.poll(messages).toContain("PASSWORD_RECOVERY");
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

test("INITIAL_SESSION ends the loading state, and is not sent to other tabs; a session that ended on another device shows Logged out, once", async () => {
  const { page, person } = await openKnown(null);
  let answer = () => {};
  const held = new Promise<void>((resolve) => (answer = resolve));
  await page.route("**/api/auth/get-session", (route) => held.then(() => route.continue()));
  await page.goto(at("/profile"));
  await profileReady(page);
  const messages = await listen(page);
  const events = () => page.evaluate(() => (window as unknown as { events: unknown[] }).events);
  expect(await page.evaluate(LISTEN_HERE)).toBe(true);
  await account(page).click();
  expect([await events(), await page.getByRole("menu").count()]).toEqual([[], 0]);
  answer();
  await page.getByRole("menu").getByText("Ada", { exact: true }).waitFor();
  expect(await events()).toEqual([["INITIAL_SESSION", person.email]]);
  expect(await messages()).toEqual([]);

  const endAll = ({ id }: Person) => sql("delete from sessions where user_id = $1", [id]);
  await endAll(person);
  await page.getByRole("menuitem", { name: "My Orders" }).click();
  await page.waitForURL(at("/login"));
  await expectToast(page, "Logged out", "Your session has ended. You can log in again at any time.");
  await signInLink(page).waitFor();

  await signInPage(page, shop, person);
  await endAll(person);
  await page.evaluate(() => localStorage.setItem("oja-signed-in", "1"));
  await page.goto(at("/wishlist"));
  await expectToast(page, "Logged out");
  await signInLink(page).waitFor();
  await page.reload();
  await signInLink(page).waitFor();
  expect(await countLoggedOutNotices(page)).toBe(0);
});
