import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { RunningShop } from "#server/start.server.ts";
import { textOf } from "../fixtures/html.ts";
import { serve } from "../fixtures/sign-in-forms.ts";
import { newDigits, PASSWORD, tradersOf, wrongFor } from "../fixtures/traders.ts";
import { BEHIND_PROXY, codeIn, linkIn, makeCustomer, messageTo, newEmail } from "../fixtures/visitor.ts";
import { testShop } from "../setup/shop.ts";

/** The actions of the sign-in pages: posted by a document without JavaScript, or by a hydrated form. */
let shop: RunningShop;

beforeAll(async () => {
  shop = await testShop({ env: BEHIND_PROXY });
});
afterAll(() => shop.close());

const { trader, visitor } = tradersOf(() => shop);
const rows = async (sql: string, ...values: unknown[]) => (await shop.shop.database.sql(sql, values)).rows;
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
  // The page of a guard, which remembers what was asked for.
  expect((await who.get("/profile/orders?page=2")).headers.get("Location")).toBe("/login");
  const right = await who.form(path, { who: email, password });
  expect(right.status).toBe(done);
  expect(right.headers.get("Location") ?? right.text).toContain("/profile/orders?page=2");
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

const ADA = { firstName: "Ada", lastName: "Obi", password: "market-day" };

test("sign-up with a taken address is answered like one with a free address", async () => {
  const { email } = await makeCustomer(shop);
  for (const who of [email, newEmail("free")]) {
    const answer = await visitor().form("/signup", { ...ADA, who });
    expect([answer.status, answer.headers.get("Location")]).toEqual([302, "/login"]);
    expect(setCookies(answer).replace(/oja\.sign_up=[^;]+;/, "")).toBe(
      " Max-Age=86400; Path=/; HttpOnly; SameSite=Lax\noja.flash=signed-up; Path=/; Max-Age=30; SameSite=Lax",
    );
  }
  expect((await messageTo(shop, email)).subject).toBe("You already have an account");
  const notice = await visitor().get("/login", { Cookie: "oja.flash=signed-up" });
  expect(notice.text).toContain("Account creation initiated! Please check your email to confirm your account.");
});

test("a phone sign-up without JavaScript returns names and number, and asks for the password again", async () => {
  const digits = newDigits();
  const typed = `0${digits.slice(0, 3)}-${digits.slice(3)}`;
  const who = visitor();
  const asked = await who.form("/signup", { ...ADA, who: typed });
  expect(textOf(asked.text)).toContain("We sent a code by SMS to");
  const ticketOf = (html: string) => /name="ticket" value="([^"]+)"/.exec(html)?.[1] ?? "";
  const code = codeIn((await messageTo(shop, `+234${digits}`)).text);
  const { password: _, ...names } = ADA;
  const form = { ...names, who: typed, ticket: ticketOf(asked.text) };
  const refused = await who.form("/signup", { ...form, code: wrongFor(code) });
  expect([refused.status, refused.text]).toEqual([422, expect.stringContaining("This code is wrong or has expired.")]);
  const back = await who.form("/signup", { ...form, code: "", back: "yes" });
  for (const value of ["Ada", "Obi", typed]) expect(back.text).toContain(`value="${value}"`);
  expect(back.text).not.toContain(ADA.password);
  const again = await who.form("/signup", { ...ADA, who: typed });
  const next = codeIn((await messageTo(shop, `+234${digits}`, 1)).text);
  const done = await who.form("/signup", { ...form, ticket: ticketOf(again.text), code: next });
  expect([done.status, done.headers.get("Location")]).toEqual([302, "/"]);
  expect(await who.session()).not.toBeNull();
  for (const spelling of [`+234 ${digits.slice(0, 3)} ${digits.slice(3)}`, `0${digits}`]) {
    const entered = await visitor().form("/login", { who: spelling, password: ADA.password });
    expect([entered.status, entered.headers.get("Location")]).toEqual([302, "/"]);
  }
});

const NEITHER = "You must provide either an email or phone number and a password";

test.each([
  ["/signup", { ...ADA, who: "ada@" }, "Please enter a valid email address."],
  ["/signup", { ...ADA, who: newEmail("weak"), password: "five5" }, "Password should be at least 6 characters."],
  ["/signup", { ...ADA, who: " " }, NEITHER],
  ["/login", { who: " ", password: "market-day" }, NEITHER],
  ["/login", { who: "ada@", password: "market-day" }, "Please enter a valid email address."],
  ["/forgot-password", { email: " " }, "Please enter your email address or phone number."],
  ["/forgot-password", { email: "0803 12" }, "Please enter a valid phone number."],
])("%s refuses %j and creates no account", async (path, form, message) => {
  const [before] = await rows("select count(*) from users");
  const answer = await visitor().form(path, form);
  expect([answer.status, textOf(answer.text)]).toEqual([422, expect.stringContaining(message)]);
  expect(await rows("select count(*) from users")).toEqual([before]);
});

const FAILED = "Authentication failed. Please try again.";
const NO_PROFILE = "Unable to create user profile. Please try again or contact support.";
const TAKEN = "This email is already registered. Try logging in instead.";

test.each([
  ["/signup", 400, { message: "Database error saving new user" }, NO_PROFILE],
  ["/signup", 500, { message: "Database error saving new user: duplicate key" }, NO_PROFILE],
  ["/signup", 422, { code: "FAILED_TO_CREATE_USER", message: "Failed to create user" }, NO_PROFILE],
  ["/signup", 422, { code: "auth/email-already-in-use", message: "In use" }, TAKEN],
  ["/signup", 422, { code: "USER_ALREADY_EXISTS", message: "User already exists." }, TAKEN],
  ["/signup", 400, { code: "auth/weak-password", message: "Weak" }, "Password should be at least 6 characters."],
  ["/signup", 400, { code: "auth/invalid-email", message: "Invalid" }, "Please enter a valid email address."],
  ["/signup", 400, { code: "SOMETHING_ELSE", message: "" }, FAILED],
  ["/signup", 500, { message: "relation users does not exist" }, FAILED],
  ["/forgot-password", 500, {}, "Failed to send reset email. Please try again."],
  ["/forgot-password", 400, { code: "MAIL_IS_OFF", message: "Mails rest on Sundays." }, "Mails rest on Sundays."],
])("%s shows the service's answer %i %j as %j", async (path, status, json, message) => {
  const email = newEmail("refused");
  serve(shop, path === "/signup" ? "/sign-up/email" : "/request-password-reset", () => Response.json(json, { status }));
  const answer = await visitor().form(path, path === "/signup" ? { ...ADA, who: email } : { email });
  expect([answer.status, answer.text]).toEqual([422, expect.stringContaining(message)]);
  expect(answer.text).toContain(`value="${email}"`);
});

test("a recovery code by SMS without JavaScript opens the page for a new password", async () => {
  const { phone } = await trader();
  const who = visitor();
  const asked = await who.form("/forgot-password", { email: phone });
  expect(asked.text).toContain("Enter your code");
  const code = codeIn((await messageTo(shop, phone, 1)).text);
  const refused = await who.form("/forgot-password", { email: phone, recovery: "yes", code: wrongFor(code) });
  expect([refused.status, refused.text]).toEqual([422, expect.stringContaining("This code is wrong or has expired.")]);
  const done = await who.form("/forgot-password", { email: phone, recovery: "yes", code });
  expect(done.headers.get("Location")).toBe("/profile?reset=true");
  expect((await who.get("/profile?reset=true")).text).toContain("Password Reset Required");
  const unknown = await visitor().form("/forgot-password", { email: `0${newDigits()}` });
  expect(unknown.text).toContain("Enter your code");
  const changed = await who.form("/profile", {
    intent: "password",
    password: "second-password",
    confirmPassword: "second-password",
  });
  expect(changed.text).toContain("Your password has been successfully updated.");
  expect((await visitor().form("/login", { who: phone, password: PASSWORD })).status).toBe(422);
  expect((await visitor().form("/login", { who: phone, password: "second-password" })).status).toBe(302);
});

test("a reset mail is confirmed with the address, and the sign-in pages say what needs JavaScript", async () => {
  const { email } = await makeCustomer(shop);
  const sent = await visitor().form("/forgot-password", { email });
  expect(textOf(sent.text)).toContain(`If there is an account for`);
  expect(sent.text).toContain(email);
  const pages = [
    ["/login", "Passkeys and Google need JavaScript."],
    ["/signup", "Google needs JavaScript."],
  ] as const;
  for (const [path, words] of pages) expect((await visitor().get(path)).text).toContain(words);
});
