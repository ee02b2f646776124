import { decodeJwt, SignJWT } from "jose";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { setRole } from "#app/features/accounts/commands.server.ts";
import type { RunningShop } from "#server/start.server.ts";
import { linkIn, makeCustomer, messageTo, newEmail, signedIn, Visitor } from "../fixtures/visitor.ts";
import { newPage } from "../setup/browser.ts";
import { expectMessage } from "../setup/messages.ts";
import { testShop } from "../setup/shop.ts";
import { usable } from "./steps.ts";

/** Links from mails in a browser: those that start a session, and expired, used or wrong ones. */
let shop: RunningShop;
let visits = 0;

beforeAll(async () => {
  shop = await testShop({ env: { TRUST_PROXY: "1", HOST: "localhost" } });
});
afterAll(() => shop.close());

const BAD_LINK = "This link is invalid or has expired. Please request a new one.";
const at = (path: string) => shop.url + path;
const rows = async (text: string, ...values: unknown[]) => (await shop.shop.database.sql(text, values)).rows;
const sessionsOf = (id: string) => rows("select auth_method from sessions where user_id = $1", id);
const account = (page: Page) => page.getByRole("button", { name: "Account", exact: true });

/** A separate browser at a unique address. */
const browser = () =>
  newPage({ allow: [/status of 4\d\d/], extraHTTPHeaders: { "X-Forwarded-For": `10.4.0.${(visits += 1)}` } });

/** The code in a new recovery mail to `email`. */
async function recoveryCode(email: string): Promise<string> {
  expect((await new Visitor(shop.url).auth("/request-password-reset", { email })).status).toBe(200);
  return linkIn((await messageTo(shop, email)).text, "type=recovery").searchParams.get("code") ?? "";
}

/** The screen shows the reason. */
async function expectRefused(page: Page, why = BAD_LINK): Promise<void> {
  await page.getByRole("heading", { level: 1, name: "Authentication Error" }).waitFor();
  await page.getByRole("main").getByRole("alert").getByText(why).waitFor();
}

/** The screen links to the login page, and this browser is not signed in. */
async function expectSignedOut(page: Page): Promise<void> {
  await page.getByRole("link", { name: "Return to login" }).click();
  await page.getByRole("heading", { level: 1, name: "Welcome back" }).waitFor();
  expect(page.url()).toBe(at("/login"));
  await page.goto(at("/profile"));
  expect(page.url()).toBe(at("/login"));
}

test.each([
  ["a customer", false, ["My Profile", "My Orders", "Wishlist", "Sign Out"]],
  ["who became an admin meanwhile", true, ["Admin Dashboard", "Settings", "Sign Out"]],
])("a code without type=recovery leads %s home, signed in, with the role of now", async (_, isAdmin, items) => {
  const { id, email } = await makeCustomer(shop);
  const code = await recoveryCode(email);
  if (isAdmin) expect(await setRole(shop.shop.db, email, "admin")).toEqual({ ok: true });
  const page = await browser();
  await page.goto(at(`/auth/callback?code=${code}`));
  await page.waitForURL(at("/"));
  await usable(page);
  await account(page).click();
  await page.getByRole("menuitem", { name: "Sign Out" }).waitFor();
  expect(await page.getByRole("menuitem").allInnerTexts()).toEqual(items);
  expect(await sessionsOf(id)).toEqual([{ auth_method: "recovery" }]);
  expect(await rows("select 1 from verifications where value = $1", id)).toEqual([]);
});

test("a code that has expired or was issued for something else opens nothing", async () => {
  const { id, email } = await makeCustomer(shop);
  const code = await recoveryCode(email);
  const expired = await rows(
    "update verifications set expires_at = now() - interval '1 second' where value = $1 returning 1",
    id,
  );
  expect(expired).toHaveLength(1);
  const addresses = [`/auth/callback?code=${code}`, `/auth/callback?type=recovery&code=${code}`];
  for (const issued of [await phoneTicket(), await accessToken(email)]) {
    expect(issued.length).toBeGreaterThan(15);
    addresses.push(
      `/auth/callback?code=${issued}`,
      `/api/auth/verify-email?token=${issued}&callbackURL=/auth/callback`,
    );
  }
  const page = await browser();
  for (const address of addresses) {
    await page.goto(at(address));
    await expectRefused(page);
    expect(await sessionsOf(id)).toEqual([]);
  }
  await expectSignedOut(page);
});

/** The service's answer to a sign-up by phone. */
async function phoneTicket(): Promise<string> {
  const asked = { phoneNumber: "0803 700 0001", password: "first-password", firstName: "A", lastName: "B" };
  return String((await new Visitor(shop.url).auth("/sign-up/phone", asked)).json["ticket"]);
}

/** A session's access token for third parties; the session has ended by then. */
async function accessToken(email: string): Promise<string> {
  const visitor = await signedIn(shop, { email, password: "right-password" });
  const token = String((await visitor.get("/api/auth/token")).json["token"]);
  await visitor.auth("/sign-out");
  return token;
}

test("a code that another person has used already opens nothing, and leaves that person signed in", async () => {
  const { id, email } = await makeCustomer(shop);
  const code = await recoveryCode(email);
  const owner = await browser();
  await owner.goto(at(`/auth/callback?code=${code}`));
  await owner.waitForURL(at("/"));
  const page = await browser();
  await page.goto(at(`/auth/callback?code=${code}`));
  await expectRefused(page);
  await expectSignedOut(page);
  expect(await sessionsOf(id)).toHaveLength(1);
  await owner.goto(at("/profile"));
  await expect.poll(() => owner.getByLabel("First name").inputValue()).toBe("Test");
});

/** Signs Ada Obi up in `page`; returns the link in the mail. */
async function signUp(page: Page, email: string): Promise<URL> {
  await page.goto(at("/signup"));
  await usable(page);
  await page.getByLabel("First name").fill("Ada");
  await page.getByLabel("Last name").fill("Obi");
  await page.getByLabel("Email or phone number").fill(email);
  await page.getByLabel("Password", { exact: true }).fill("first-password");
  await page.getByRole("button", { name: "Create account" }).click();
  await page.waitForURL(at("/login"));
  return linkIn((await messageTo(shop, email)).text, "verify-email");
}

/** The same link with a token whose claims are changed by `change`, signed with `secret`, by default the shop's own. */
async function resigned(link: URL, change: object = {}, secret?: string): Promise<URL> {
  const key = new TextEncoder().encode(secret ?? (await shop.auth.$context).secret);
  const claims = { ...decodeJwt(link.searchParams.get("token") ?? ""), ...change };
  const changed = new URL(link);
  changed.searchParams.set("token", await new SignJWT(claims).setProtectedHeader({ alg: "HS256" }).sign(key));
  return changed;
}

test("a confirmation link that is too old, forged or made for a password confirms nobody; the right one does, once", async () => {
  const email = newEmail("linked");
  const page = await browser();
  const link = await signUp(page, email);
  const [user] = await rows("select id from users where email = $1", email);
  const id = String(user?.["id"]);
  const code = await recoveryCode((await makeCustomer(shop)).email);
  const confirmed = async () =>
    (await rows("select email_verified from users where id = $1", id))[0]?.["email_verified"];
  const right = await resigned(link);
  expect(right.searchParams.get("token")).toBe(link.searchParams.get("token"));
  for (const address of [
    (await resigned(link, { exp: Math.floor(Date.now() / 1000) - 1 })).href,
    (await resigned(link, {}, "another-secret-of-at-least-32-characters")).href,
    at(`/api/auth/verify-email?token=${code}&callbackURL=/auth/callback`),
  ]) {
    await page.goto(address);
    await expectRefused(page);
    expect([await confirmed(), await sessionsOf(id)]).toEqual([false, []]);
  }
  await expectSignedOut(page);
  await page.goto(link.href);
  // The guest was redirected to the login from there.
  await page.waitForURL(at("/profile"));
  await expectMessage(page, "Email address confirmed", "Welcome to Oja!");
  await account(page).waitFor();
  expect([await confirmed(), (await sessionsOf(id)).length]).toEqual([true, 1]);

  const stranger = await browser();
  await stranger.goto(link.href);
  await expectRefused(stranger, "This link has been used already.");
  await expectSignedOut(stranger);
  expect(await sessionsOf(id)).toHaveLength(1);
});
