import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { RunningShop } from "#server/start.server.ts";
import { filledIn, textOf } from "../fixtures/html.ts";
import { makeOrder } from "../fixtures/orders.ts";
import { newDigits, tradersOf, wrongFor } from "../fixtures/traders.ts";
import { type Answer, BEHIND_PROXY, codeIn, makePasskey, messageTo, signedIn, Visitor } from "../fixtures/visitor.ts";
import { testShop } from "../setup/shop.ts";

/** The profile's forms, posted by documents without JavaScript, and requests by others than the account's owner. */
let shop: RunningShop;

beforeAll(async () => {
  shop = await testShop({ env: { ...BEHIND_PROXY, LOG_LEVEL: "silent" } });
});
afterAll(() => shop.close());

const SECURITY = "/profile?tab=security";
const { customer, rows, signInByPhone, stale } = tradersOf(() => shop);

type Customer = Awaited<ReturnType<typeof customer>>;

/** Submits the page's form for `intent`; returns the answer and its text. */
async function submit(
  { session }: Customer,
  html: string,
  intent: string,
  values: Record<string, string> = {},
  about = "",
): Promise<Answer> {
  const { action, fields } = filledIn(html, intent, values, about);
  const answer = await session.form(action.split("#")[0] ?? "", fields);
  return { ...answer, text: textOf(answer.text) };
}

const page = async ({ session }: Customer, path = SECURITY) => (await session.get(path)).text;

describe("the forms of the profile without JavaScript", () => {
  test("the tabs are links, and a note names what needs JavaScript", async () => {
    const me = await customer();
    const first = await page(me, "/profile");
    for (const tab of ["support", "security"]) expect(first).toContain(`href="/profile?tab=${tab}"`);
    expect(await page(me, "/profile?tab=support")).toContain("Monday to Friday, 9am to 5pm");
    expect(await page(me)).toMatch(/<noscript><p[^>]*>[^<]*linked accounts need JavaScript/);
  });

  test("personal details are refused with errors and values, and saved once they are right", async () => {
    const me = await customer();
    const wrong = await submit(me, await page(me, "/profile"), "profile", { first_name: "B", city: "Jos" });
    expect([wrong.status, wrong.text]).toEqual([
      422,
      expect.stringContaining("First name must be at least 2 characters."),
    ]);
    expect(wrong.text).toContain('value="Jos"');
    const saved = await submit(me, wrong.text, "profile", { first_name: "Bola" });
    expect(saved.text).toContain("Your profile has been successfully updated.");
    expect(await rows("select city, first_name from profiles where id = $1", me.id)).toEqual([
      { city: "Jos", first_name: "Bola" },
    ]);
    await rows("update profiles set phone = '+2348031112201' where id = $1", me.id);
    const again = await page(me, "/profile");
    expect(again).toContain('value="0803 111 2201"');
    expect(again).toContain('<meta name="robots" content="noindex"/>');
    expect((await submit(me, again, "profile")).text).toContain("Your profile has been successfully updated.");
  });

  test("a password is checked and changed; other sessions end, this one stays", async () => {
    const me = await customer();
    const other = await signedIn(shop, me);
    const html = await page(me, "/profile?reset=true");
    expect(html).toContain("Password Reset Required");
    const wrong = await submit(me, html, "password", { password: "second-password", confirmPassword: "another-one" });
    expect(wrong.text).toContain("Passwords do not match");
    expect(wrong.text).not.toContain("second-password");
    const password = "second-password";
    const done = await submit(me, wrong.text, "password", { password, confirmPassword: password });
    expect(done.text).toContain("Your password has been successfully updated.");
    expect(done.text).not.toContain("Password Reset Required");
    expect(done.text).toContain("This device");
    expect([await other.session(), (await me.session.session())?.user["id"]]).toEqual([null, me.id]);
    await signedIn(shop, { ...me, password });
  });

  test("a session that is not recent needs the code from the mail for a new password", async () => {
    const me = await customer();
    await stale(me.id);
    const passwords = { password: "third-password", confirmPassword: "third-password" };
    const asked = await submit(me, await page(me), "password", passwords);
    expect(asked.text).toContain("We sent you a code. Enter it with your new password.");
    await messageTo(shop, me.email);
    const empty = await submit(me, asked.text, "password", { ...passwords, code: "" });
    expect(empty.text).toContain("Please enter the code.");
    const sent = await submit(me, empty.text, "send-code");
    const code = codeIn((await messageTo(shop, me.email, 1)).text);
    const wrong = await submit(me, sent.text, "password", { ...passwords, code: wrongFor(code) });
    expect(wrong.text).toContain("This code is wrong or has expired. Ask for a new one.");
    await signedIn(shop, me);
  });

  test("a passkey is renamed", async () => {
    const me = await customer();
    const id = await makePasskey(shop, me.id, "Chrome on Android");
    const empty = await submit(me, await page(me), "rename-passkey", { name: "  " });
    expect(empty.text).toContain("Please enter a name.");
    const renamed = await submit(me, empty.text, "rename-passkey", { name: "Shop phone" });
    expect(renamed.text).toContain("Passkey renamed");
    expect(await rows("select name from passkeys where id = $1", id)).toEqual([{ name: "Shop phone" }]);
  });

  test("another session can be ended, and the own one", async () => {
    const me = await customer();
    const phone = new Visitor(shop.url);
    const agent = { "User-Agent": "Mozilla/5.0 (Linux; Android 14) Chrome/140.0.0.0 Mobile" };
    await phone.auth("/sign-in/email", { email: me.email, password: me.password }, agent);
    const ended = await submit(me, await page(me), "end-session", {}, "Sign out there: Chrome on Android");
    expect([ended.text, await phone.session()]).toEqual([expect.stringContaining("Signed out there"), null]);
    const left = await submit(me, ended.text, "sign-out");
    expect([left.status, left.headers.get("Location")]).toEqual([302, "/"]);
    expect(await rows("select id from sessions where user_id = $1", me.id)).toEqual([]);
    expect((await me.session.get("/profile")).headers.get("Location")).toBe("/login");
  });

  test("Sign out everywhere ends every session", async () => {
    const me = await customer();
    const others = [await signedIn(shop, me), await signedIn(shop, me)];
    const { headers } = await submit(me, await page(me), "end-all");
    expect([headers.get("Location"), headers.getSetCookie().join()]).toEqual([
      "/",
      expect.stringContaining("oja.flash=signed-out;"),
    ]);
    for (const one of [...others, me.session]) expect(await one.session()).toBeNull();
  });

  test("deletion asks for confirmation on a page, and ends at the login", async () => {
    const me = await customer();
    const exists = async () => (await rows("select id from users where id = $1", me.id)).length === 1;
    const asked = await submit(me, await page(me), "delete-account");
    expect(asked.text).toContain("Are you absolutely sure?");
    expect(asked.text).toMatch(/<a href="\/profile\?tab=security"[^>]*>Keep my account<\/a>/);
    expect(await exists()).toBe(true);
    const done = await submit(me, asked.text, "delete-account", {}, "Yes, delete my account");
    expect([done.status, done.headers.get("Location"), await exists()]).toEqual([302, "/login", false]);
    expect((await me.session.get("/login")).text).toContain("Your account has been successfully deleted.");
    expect(me.session.cookieFor(new URL(shop.url))).not.toContain("session_token");
  });

  test("a phone number is added with its code and removed", async () => {
    const me = await customer();
    const digits = newDigits();
    const wrong = await submit(me, await page(me), "ask-phone", { value: "08" });
    expect(wrong.text).toContain("Please enter a valid phone number.");
    const asked = await submit(me, wrong.text, "ask-phone", { value: `0${digits}` });
    const shown = `0${digits.slice(0, 3)} ${digits.slice(3, 6)} ${digits.slice(6)}`;
    expect(asked.text).toContain("We sent a message to");
    expect(asked.text).toContain(shown);
    const code = codeIn((await messageTo(shop, `+234${digits}`)).text);
    expect((await submit(me, asked.text, "confirm-phone", { code })).text).toContain("Phone number added");
    const added = await page(me);
    expect(added).toContain(shown);
    expect((await signInByPhone(`0${digits}`, me.password)).status).toBe(200);
    expect((await submit(me, added, "remove-phone")).text).toContain("Phone number removed");
    expect((await signInByPhone(`0${digits}`, me.password)).status).toBe(401);
  });

  test("the phone of the personal details is no login identifier", async () => {
    const me = await customer();
    const phone = `0${newDigits()}`;
    const saved = await submit(me, await page(me, "/profile"), "profile", { phone });
    expect(saved.text).toContain("Your profile has been successfully updated.");
    expect(await page(me)).toContain("Add a phone number");
    expect((await signInByPhone(phone, me.password)).status).toBe(401);
  });

  test("an account made with Google is asked to set a password", async () => {
    const me = await customer();
    await rows(
      "update accounts set provider_id = 'google', password = null, account_id = $2 where user_id = $1",
      me.id,
      me.id,
    );
    const html = textOf(await page(me));
    for (const words of ["Account linked with Google", "A password lets you sign in without Google.", "Set Password"])
      expect(html).toContain(words);
    const done = await submit(me, html, "password", { password: "my-first-one", confirmPassword: "my-first-one" });
    expect(done.text).toContain("Change Password");
    await signedIn(shop, { ...me, password: "my-first-one" });
  });
});

describe("requests by others", () => {
  test.each<Record<string, string>>([
    { intent: "password", password: "stolen-it", confirmPassword: "stolen-it" },
    { intent: "delete-account", confirmed: "yes" },
    { intent: "end-all" },
  ])("another site's form %j is refused", async (form) => {
    const me = await customer();
    const answer = await me.session.form("/profile", form, { Origin: "https://evil.example" });
    expect(answer.status).toBeGreaterThanOrEqual(400);
    expect((await me.session.session())?.user["id"]).toBe(me.id);
    await signedIn(shop, me);
  });

  test.each([
    ["a guest", {}, 401],
    ["another site", { Origin: "https://evil.example" }, 403],
    ["a client without origin", { Origin: "" }, 403],
  ])("delete-user-account is refused to %s", async (who, headers, status) => {
    const me = await customer();
    const session = who === "a guest" ? new Visitor(shop.url) : me.session;
    const answer = await session.send("/functions/v1/delete-user-account", {
      method: "POST",
      headers: { Origin: shop.url, ...headers },
    });
    expect(answer.status).toBe(status);
    expect(await rows("select id from users where id = $1", me.id)).toHaveLength(1);
  });

  test("a form rendered for another account changes neither account", async () => {
    const [me, other] = [await customer(), await customer()];
    for (const [intent, values] of [
      ["profile", { first_name: "Mallory" }],
      ["password", { password: "not-for-others", confirmPassword: "not-for-others" }],
      ["delete-account", {}],
    ] as const) {
      const { action, fields } = filledIn(await page(me, intent === "profile" ? "/profile" : SECURITY), intent, values);
      const answer = await other.session.form(action.split("#")[0] ?? "", fields);
      expect([answer.status, textOf(answer.text)]).toEqual([
        409,
        expect.stringContaining("Somebody else is now signed in here. Nothing was changed."),
      ]);
    }
    for (const one of [me, other]) {
      expect(await rows("select first_name from users where id = $1", one.id)).toEqual([{ first_name: "Test" }]);
      await signedIn(shop, one);
    }
  });

  test("another user's id in the form, in the address or in the session list changes nothing of that user", async () => {
    const [actor, victim] = [await customer(), await customer()];
    const theirs = await rows("select id from sessions where user_id = $1", victim.id);
    const post = (body: Record<string, string>) => actor.session.form(`/profile?index&id=${victim.id}`, body);
    const names = { first_name: "Mallory", last_name: "Mallet", role: "admin" };
    expect((await post({ intent: "profile", ...names, id: victim.id, user_id: victim.id })).status).toBe(200);
    await post({ intent: "end-session", session_id: String(theirs[0]?.["id"]), user_id: victim.id });
    await post({ intent: "end-others", user_id: victim.id });
    const nameOf = (id: string) => rows("select first_name, role from users where id = $1", id);
    expect(await nameOf(victim.id)).toEqual([{ first_name: "Test", role: "customer" }]);
    expect(await rows("select id from sessions where user_id = $1", victim.id)).toEqual(theirs);
    expect(await nameOf(actor.id)).toEqual([{ first_name: "Mallory", role: "customer" }]);
    const data = await actor.session.get(`/profile/data.json?id=${victim.id}`);
    expect(data.json).toMatchObject({ profile: { id: actor.id, email: actor.email } });
  });

  test.each(["/profile", "/profile.data", "/profile/data.json"])("a guest gets nothing from %s", async (path) => {
    const guest = new Visitor(shop.url);
    const answer = await guest.get(path);
    expect(answer.status).not.toBe(200);
    expect(answer.text).not.toContain("created_at");
    const posted = await guest.form("/profile?index", { intent: "profile", first_name: "Xx", last_name: "Yy" });
    expect([posted.status, posted.headers.get("Location")]).toEqual([302, "/login"]);
  });
});

test("Download my data is a file with profile, orders, addresses and consents, of this customer alone", async () => {
  const [me, other] = [await customer(), await customer()];
  await rows(
    "insert into profiles (id, phone, address, city, state) values ($1, '08035556666', '8 Ring Road', 'Ibadan', 'Oyo')",
    me.id,
  );
  await rows("insert into newsletter_subscribers (email) values ($1)", me.email);
  const order = await makeOrder(shop.shop.database, me.id);
  const theirs = await makeOrder(shop.shop.database, other.id, { shipping_address: "1 Foreign Road, Kano, Kano" });
  expect(textOf(await page(me))).toMatch(/<a [^>]*href="\/profile\/data\.json"[^>]*>[\s\S]*?Download my data/);
  const file = await me.session.get("/profile/data.json");
  expect(file.headers.get("Content-Disposition")).toBe('attachment; filename="oja-my-data.json"');
  expect(file.headers.get("Cache-Control")).toBe("no-store");
  expect(file.json).toMatchObject({
    currency: "NGN",
    profile: { id: me.id, email: me.email, first_name: "Test", phone: "08035556666", city: "Ibadan" },
    sign_in: { ways: ["credential"], second_factor: false },
    addresses: ["8 Ring Road, Ibadan, Oyo", "12 Allen Avenue, Ikeja, Lagos, 100001"],
    orders: [{ id: order, items: [{ product_name: "Long Grain Rice, 50 kg", quantity: 2 }] }],
    consents: { newsletter: { subscribed: true } },
  });
  for (const foreign of [other.id, other.email, theirs, "Foreign Road"]) expect(file.text).not.toContain(foreign);
  expect(file.text).not.toMatch(/argon2|token"|password"/);
});
