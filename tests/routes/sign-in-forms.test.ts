import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { RunningShop } from "#server/start.server.ts";
import { BEHIND_PROXY, codeIn, linkIn, makeCustomer, messageTo, newEmail, Visitor } from "../fixtures/visitor.ts";
import { testShop } from "../setup/shop.ts";

/** The actions of the sign-in pages: posted by a document without JavaScript, or by a hydrated form. */
let shop: RunningShop;

beforeAll(async () => {
  shop = await testShop({ env: BEHIND_PROXY });
});
afterAll(() => shop.close());

const visitor = () => new Visitor(shop.url);
const setCookies = ({ headers }: { headers: Headers }) => headers.getSetCookie().join("\n");

test.each([
  ["a document", "/login", 302],
  ["a hydrated form", "/login.data", 202],
])("%s is answered by the same action: session, message and the page asked for", async (_, path, done) => {
  const { email, password } = await makeCustomer(shop);
  const who = visitor();
  const wrong = await who.form(path, { who: email, password: "not-this-one" });
  expect([wrong.status, setCookies(wrong)]).toEqual([422, ""]);
  expect(wrong.text).toContain("Invalid email or password.");
  expect(wrong.text).not.toContain("not-this-one");
  await who.get("/login?next=/profile/orders");
  const right = await who.form(path, { who: email, password });
  expect(right.status).toBe(done);
  expect(right.headers.get("Location") ?? right.text).toContain("/profile/orders");
  expect(setCookies(right)).toMatch(/oja\.session_token=[^;]/);
  expect(setCookies(right)).toContain("oja.flash=signed-in;");
  expect(setCookies(right)).toContain("oja.return-to=; Path=/; Max-Age=0");
  expect((await who.session())?.user["email"]).toBe(email);
});

test("the checkout is reached by a document load, which its Content-Security-Policy needs", async () => {
  const { email, password } = await makeCustomer(shop);
  for (const [next, reloads] of [
    ["/checkout", "true"],
    ["/cart", null],
  ] as const) {
    const who = visitor();
    await who.get(`/login?next=${next}`);
    const { headers } = await who.form("/login", { who: email, password });
    expect([headers.get("Location"), headers.get("X-Remix-Reload-Document")]).toEqual([next, reloads]);
  }
});

describe("a one-time code without JavaScript", () => {
  test("is sent, refused, sent again and signs in, with a name to be added", async () => {
    const email = newEmail("plain-code");
    const who = visitor();
    const empty = await who.form("/login", { who: "", "one-time": "yes" });
    expect([empty.status, empty.text]).toEqual([422, expect.stringContaining("Send code")]);
    const sent = await who.form("/login", { who: email, "one-time": "yes" });
    expect([sent.status, sent.text]).toEqual([200, expect.stringContaining("Enter the code that we sent to")]);
    const code = codeIn((await messageTo(shop, email)).text);
    const typed = { who: email, "one-time": "yes", code: code === "111111" ? "222222" : "111111" };
    const wrong = await who.form("/login", typed);
    expect([wrong.status, wrong.text]).toEqual([422, expect.stringContaining("This code is wrong or has expired.")]);
    expect(wrong.text).toContain("Enter the code that we sent to");
    expect((await who.form("/login", { ...typed, again: "yes" })).status).toBe(200);
    const next = codeIn((await messageTo(shop, email, 1)).text);
    const right = await who.form("/login", { ...typed, code: next });
    expect([right.status, right.headers.get("Location")]).toEqual([302, "/"]);
    expect(setCookies(right)).toContain("oja.flash=account-ready;");
  });

  test("'Use a password' leads back, with the address", async () => {
    const back = await visitor().form("/login", { who: "0803 123", "one-time": "yes", code: "1", back: "yes" });
    expect(back.text).toContain("Welcome back");
    expect(back.text).toContain('value="0803 123"');
  });
});

test("the link of an unconfirmed sign-up is sent again without JavaScript", async () => {
  const email = newEmail("unconfirmed");
  const person = { firstName: "Ada", lastName: "Obi", who: email, password: "market-day" };
  expect((await visitor().form("/signup", person)).headers.get("Location")).toBe("/login");
  const who = visitor();
  const refused = await who.form("/login", { who: email, password: "market-day" });
  expect(refused.text).toContain("Re-send the confirmation link");
  const sent = await who.form("/login", { unconfirmed: email });
  expect([sent.status, sent.text]).toEqual([200, expect.stringContaining("Confirmation email sent")]);
  const { href } = linkIn((await messageTo(shop, email, 1)).text, "verify-email");
  expect((await who.get(href)).headers.get("Location")).toBe("/auth/callback?confirmed=yes");
  const welcome = await who.form("/auth/callback?confirmed=yes", { confirmed: "yes" });
  expect([welcome.headers.get("Location"), setCookies(welcome)]).toEqual(["/", expect.stringContaining("confirmed;")]);
});

test("a link from a mail does not replace the account in use unless its visitor says so", async () => {
  const [mine, other] = [await makeCustomer(shop), await makeCustomer(shop)];
  await visitor().auth("/request-password-reset", { email: other.email });
  const code = linkIn((await messageTo(shop, other.email)).text, "type=recovery").searchParams.get("code") ?? "";
  const who = visitor();
  await who.signIn(mine.email, mine.password);
  const path = `/auth/callback?type=recovery&code=${code}`;
  const asked = await who.form(path, { exchange: code, recovery: "yes" });
  expect([asked.status, asked.text]).toEqual([200, expect.stringContaining("You are signed in already")]);
  expect(asked.text).toContain(mine.email);
  expect((await who.session())?.user["email"]).toBe(mine.email);
  const done = await who.form(path, { exchange: code, recovery: "yes", replace: "yes" });
  expect(done.headers.get("Location")).toBe("/profile?reset=true");
  expect((await who.session())?.user["email"]).toBe(other.email);
});

test("a callback that brought no session leads to the login", async () => {
  const answer = await visitor().form("/auth/callback?provider=google", {});
  expect([answer.status, answer.headers.get("Location"), setCookies(answer)]).toEqual([302, "/login", ""]);
});
