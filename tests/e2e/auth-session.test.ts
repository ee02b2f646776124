import { createRemoteJWKSet, jwtVerify } from "jose";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { RunningShop } from "#server/start.server.ts";
import { expectToast, makePerson, openSignedIn, profileReady, type Person } from "../fixtures/customers.ts";
import { totpOf } from "../fixtures/totp.ts";
import { linkIn, messageTo, signedIn } from "../fixtures/visitor.ts";
import { newPage } from "../setup/browser.ts";
import { testShop } from "../setup/shop.ts";
import { usable } from "./steps.ts";

/** A session in a browser over time, its synchronization across tabs, and stolen tokens. */
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

describe("renewal by itself", () => {
  /** Makes the session of `page` older by a number of days, in the browser and in the shop. */
  async function age(page: Page, { id }: Person, days: number): Promise<void> {
    await sql("update sessions set expires_at = expires_at - make_interval(days => $1) where user_id = $2", [days, id]);
    const [cookie] = (await page.context().cookies()).filter(({ name }) => name === "oja.session_token");
    if (!cookie) throw new Error("nobody is signed in");
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

  test("opening a page after two days moves the end by a month and gives the cookie anew", async () => {
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

  test("the access token is fetched anew before its quarter of an hour is over, and the other tabs hear of it", async () => {
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

describe("what other tabs hear", () => {
  test("SIGNED_IN, USER_UPDATED and SIGNED_OUT, each when it has happened", async () => {
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

  test("PASSWORD_RECOVERY from a link in a mail", async () => {
    const person = await makePerson(shop);
    const { page, messages } = await atLogin();
    await page.getByRole("link", { name: "Forgot password?" }).click();
    await page.getByLabel("Email", { exact: true }).fill(person.email);
    await page.getByRole("button", { name: "Send reset link" }).click();
    await page.goto(linkIn((await messageTo(shop, person.email)).text, "type=recovery").href);
    await page.getByText("Password Reset Required").waitFor();
    await expect.poll(messages).toEqual(["PASSWORD_RECOVERY"]);
  });

  test("MFA_CHALLENGE_VERIFIED after the second factor, and nothing before", async () => {
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

test("INITIAL_SESSION ends the loading, and stays in its tab", async () => {
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

test("a third party checks a browser's access token with the published keys alone, and refuses a changed one", async () => {
  const { page, person } = await openSignedIn(shop, { path: "/cart", allow: [/401/] });
  const ask = () =>
    page.evaluate(async () => {
      const response = await fetch("/api/auth/token");
      return { status: response.status, token: ((await response.json()) as { token?: string }).token ?? "" };
    });
  const { status, token } = await ask();
  expect(status).toBe(200);
  const keys = createRemoteJWKSet(new URL(at("/.well-known/jwks.json")));
  const expected = { issuer: shop.url, audience: shop.url, algorithms: ["ES256"] };
  const { payload } = await jwtVerify(token, keys, expected);
  expect(payload).toMatchObject({ sub: person.id, role: "customer" });
  const [head = "", body = "", signature = ""] = token.split(".");
  const promoted = Buffer.from(JSON.stringify({ ...payload, role: "admin" })).toString("base64url");
  const unsigned = Buffer.from('{"alg":"none"}').toString("base64url");
  for (const bad of [`${head}.${promoted}.${signature}`, `${head}.${body}.${"A".repeat(86)}`, `${unsigned}.${body}.`]) {
    await expect(jwtVerify(bad, keys, expected)).rejects.toThrow(/signature|alg/i);
  }
  await expect(jwtVerify(token, keys, { ...expected, audience: "https://elsewhere.example" })).rejects.toThrow(/aud/);

  // A signed-out tab gets no other session.
  await sql("delete from sessions where user_id = $1", [person.id]);
  expect(await ask()).toEqual({ status: 401, token: "" });
});

test("login and sign-up in other tabs make way when somebody signs in", async () => {
  const { page, person } = await openSignedIn(shop);
  await page.context().clearCookies();
  await page.goto(at("/login"));
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
