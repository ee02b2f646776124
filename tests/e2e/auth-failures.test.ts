import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { RunningShop } from "#server/start.server.ts";
import { newNumber } from "../fixtures/browser-trader.ts";
import { expectToast, makePerson } from "../fixtures/customers.ts";
import { sentFrom, serve } from "../fixtures/sign-in-forms.ts";
import { newPage } from "../setup/browser.ts";
import { testShop } from "../setup/shop.ts";
import { usable } from "./steps.ts";

/** The sign-in pages while they wait, and on failures of the user, the service or the connection. */
let shop: RunningShop;
let visits = 0;

beforeAll(async () => {
  shop = await testShop({ env: { TRUST_PROXY: "1", HOST: "localhost" } });
});
afterAll(() => shop.close());

const sql = (text: string, values: unknown[] = []) => shop.shop.database.sql(text, values);
const heading = (page: Page, name: string) => page.getByRole("heading", { level: 1, name, exact: true });

test.each([
  ["a link from a mail", "?code=nothing-that-we-ever-sent-out", "Authentication Error"],
  ["Google", "?provider=google", "Welcome back"],
])("coming from %s one sees 'Completing sign in...' until it is decided", async (_, query, then) => {
  const page = await newPage({ allow: [/status of 4\d\d/] });
  let answer = () => {};
  const held = new Promise<void>((resolve) => (answer = resolve));
  await page.route(sentFrom("/auth/callback"), (route) => held.then(() => route.continue()));
  await page.goto(`${shop.url}/auth/callback${query}`);
  await heading(page, "Completing sign in...").waitFor();
  await page.getByRole("status").getByText("This takes a moment.").waitFor();
  await page.getByRole("link", { name: "Return to login" }).waitFor();
  answer();
  await heading(page, then).waitFor();
  expect(await heading(page, "Completing sign in...").count()).toBe(0);
});

test("a reset mail when the service breaks, the line is cut, or the service refuses", async () => {
  const page = await newPage({ allow: [/Failed to load resource/] });
  const email = page.getByLabel("Email", { exact: true });
  await page.goto(`${shop.url}/forgot-password`);
  await usable(page);
  await email.fill("ada@oja.example");
  let answer = Response.json({}, { status: 500 });
  serve(shop, "/request-password-reset", () => answer.clone());
  for (const [status, json, words] of [
    [500, {}, "Failed to send reset email. Please try again."],
    [null, {}, "Failed to send reset email. Please try again."],
    [400, { code: "MAIL_IS_OFF", message: "Mails rest on Sundays." }, "Mails rest on Sundays."],
  ] as const) {
    await page.unroute(sentFrom("/forgot-password"));
    if (status) answer = Response.json(json, { status });
    else await page.route(sentFrom("/forgot-password"), (route) => route.abort());
    await page.getByRole("button", { name: "Send reset link" }).click();
    await expectToast(page, "Error", words);
    await page.getByRole("alert").getByText(words).waitFor();
    await heading(page, "Reset your password").waitFor();
    expect(await email.inputValue()).toBe("ada@oja.example");
  }
});

/** A page of the shop for a visitor with a unique address. */
async function open(path: string): Promise<Page> {
  const extraHTTPHeaders = { "X-Forwarded-For": `10.6.0.${(visits += 1)}` };
  const page = await newPage({ allow: [/Failed to load resource/], extraHTTPHeaders });
  await page.goto(shop.url + path);
  await usable(page);
  return page;
}

const FIELDS = ["First name", "Last name", "Email or phone number", "Password"] as const;
type Typed = Partial<Record<(typeof FIELDS)[number], string>>;

async function fill(page: Page, typed: Typed): Promise<void> {
  for (const [label, text] of Object.entries(typed)) await page.getByLabel(label, { exact: true }).fill(text);
}

const ADA: Typed = { "First name": "Ada", "Last name": "Obi" };
const SIGN_UP = { path: "/signup", action: "Create account" };
const LOG_IN = { path: "/login", action: "Log in" };
const press = (page: Page, name: string) => page.getByRole("button", { name, exact: true }).click();

/** The red box above the form and the message at the top right have the same text. */
async function expectProblem(page: Page, words: string, title = "Error"): Promise<void> {
  await expectToast(page, title, words);
  const box = page.getByRole("main").getByRole("alert").getByText(words);
  await box.waitFor();
  // Red is the dominant colour channel.
  const [red = 0, green = 255, blue = 255] = await box.evaluate((one) => {
    const pixel = new OffscreenCanvas(1, 1).getContext("2d");
    if (!pixel) return [];
    pixel.fillStyle = getComputedStyle(one).color;
    pixel.fillRect(0, 0, 1, 1);
    return Array.from(pixel.getImageData(0, 0, 1, 1).data);
  });
  expect(red).toBeGreaterThan(1.5 * Math.max(green, blue));
}

const TAKEN = "This email is already registered. Try logging in instead.";
const NO_PROFILE = "Unable to create user profile. Please try again or contact support.";
const BAD_EMAIL = "Please enter a valid email address.";
const WEAK = "Password should be at least 6 characters.";
const FAILED = "Authentication failed. Please try again.";

test("a sign-up that the service refuses is told in the words for its answer", async () => {
  const page = await open("/signup");
  await fill(page, { ...ADA, ...whole("ada@shop.example") });
  let answer = Response.json({});
  serve(shop, "/sign-up/email", () => answer.clone());
  for (const [status, json, words] of [
    [400, { message: "Database error saving new user" }, NO_PROFILE],
    [500, { message: "Database error saving new user: duplicate key" }, NO_PROFILE],
    [422, { code: "FAILED_TO_CREATE_USER", message: "Failed to create user" }, NO_PROFILE],
    [422, { code: "auth/email-already-in-use", message: "In use" }, TAKEN],
    [422, { code: "USER_ALREADY_EXISTS", message: "User already exists." }, TAKEN],
    [400, { code: "auth/weak-password", message: "Weak" }, WEAK],
    [400, { code: "auth/invalid-email", message: "Invalid" }, BAD_EMAIL],
    [400, { code: "SOMETHING_ELSE", message: "" }, FAILED],
    [500, { message: "relation users does not exist" }, FAILED],
  ] as const) {
    answer = Response.json(json, { status });
    await press(page, "Create account");
    await expectProblem(page, words);
    await heading(page, "Create your account").waitFor();
    expect(await page.getByLabel("Email or phone number").inputValue()).toBe("ada@shop.example");
  }
});

const NEITHER = "You must provide either an email or phone number and a password";

test.each([
  {
    ...SIGN_UP,
    wrong: [
      { typed: { ...ADA, ...whole("ada@") }, words: BAD_EMAIL },
      { typed: whole("short@shop.example", "five5"), words: WEAK },
      { typed: whole(" "), words: NEITHER },
    ],
  },
  {
    ...LOG_IN,
    wrong: [
      { typed: whole(" "), words: NEITHER },
      { typed: whole("ada@"), words: BAD_EMAIL },
    ],
  },
])("what nobody can be known by is refused at $path", async ({ path, action, wrong }) => {
  const people = async () => (await sql("select count(*) from users")).rows;
  const before = await people();
  const page = await open(path);
  // Input that the browser's own validation may let through.
  await page.getByLabel("Password", { exact: true }).evaluate((input) => input.removeAttribute("minlength"));
  for (const { typed, words } of wrong) {
    await fill(page, typed);
    await press(page, action);
    await expectProblem(page, words);
  }
  expect(await people()).toEqual(before);
});

test("a log-in when the line is cut", async () => {
  const page = await open("/login");
  await page.route(sentFrom("/login"), (route) => route.abort());
  await fill(page, { "Email or phone number": "ada@oja.example", Password: "oja-demo-ada" });
  await press(page, "Log in");
  await expectProblem(page, FAILED);
});

test.each([
  { ...SIGN_UP, asked: "/sign-up/email", typed: { ...ADA, ...whole("left-out@shop.example") } },
  { ...LOG_IN, asked: "/sign-in/email", typed: whole("left-out@shop.example") },
])("$path sends nothing while a field is left out, and leads to that field", async ({ path, action, asked, typed }) => {
  const page = await open(path);
  const heard = serve(shop, asked, () => Response.json({ message: "Heard." }, { status: 400 }));
  for (const label of Object.keys(typed)) {
    await fill(page, { ...typed, [label]: "" });
    await press(page, action);
    const field = page.getByLabel(label, { exact: true });
    await expect
      .poll(() => field.evaluate((one) => one === document.activeElement && one.matches(":invalid")))
      .toBe(true);
  }
  expect(heard()).toBe(0);
  await fill(page, typed);
  await press(page, action);
  await expectProblem(page, "Heard.");
  expect(heard()).toBe(1);
});

function whole(email: string, password = "market-day"): Typed {
  return { "Email or phone number": email, Password: password };
}

test("the forgotten password asks for an e-mail address in a field of that kind", async () => {
  const page = await open("/forgot-password");
  const field = page.getByLabel("Email", { exact: true });
  expect([await field.getAttribute("type"), await field.getAttribute("required")]).toEqual(["email", ""]);
  await press(page, "Send reset link");
  await page
    .getByRole("main")
    .getByRole("alert")
    .getByText("Please enter your email address or phone number.")
    .waitFor();
});

test("Google that does not answer is a Google Sign-in Error at login and sign-up", async () => {
  const page = await open("/login");
  const words = "Google sign-in failed. Please try again.";
  const asked = "**/api/auth/sign-in/social";
  for (const path of ["/login", "/signup"]) {
    await page.goto(shop.url + path).then(() => usable(page));
    await page.route(asked, (route) => route.abort());
    await press(page, "Continue with Google");
    await expectProblem(page, words, "Google Sign-in Error");
    await page.unroute(asked);
    await page.route(asked, (route) =>
      route.fulfill({ status: 404, json: { code: "PROVIDER_NOT_FOUND", message: "Provider not found" } }),
    );
    await press(page, "Continue with Google");
    await expectProblem(page, words, "Google Sign-in Error");
    await page.unroute(asked);
    expect(page.url()).toBe(shop.url + path);
  }
});

test("wrong passwords up to the limit: then the right one has to wait as well, and how long is said", async () => {
  const person = await makePerson(shop);
  const page = await open("/login");
  const tryWith = async (password: string) => {
    await fill(page, { "Email or phone number": person.email, Password: password });
    const answer = page.waitForResponse(sentFrom("/login"));
    await press(page, "Log in");
    return (await answer).status();
  };
  for (let turn = 0; turn < 10; turn++) {
    expect(await tryWith("not-this-one")).toBe(422);
    await expectToast(page, "Error", "Invalid email or password.");
  }
  expect(await tryWith(person.password)).toBe(429);
  await expectProblem(page, "Too many attempts. Please try again in ");
  expect((await sql("select 1 from sessions where user_id = $1", [person.id])).rows).toEqual([]);
  await sql("update rate_limits set expire = 0 where key like 'sign_in:%'");
  expect(await tryWith(person.password)).toBe(202);
  await page.waitForURL(`${shop.url}/`);
});

test("codes by SMS up to the limit", async () => {
  const { phone, typed } = newNumber();
  const page = await open("/login");
  await press(page, "Use a one-time code");
  await fill(page, { "Email or phone number": typed });
  await press(page, "Send code");
  await expectToast(page, "Code sent");
  for (let turn = 1; turn < 5; turn++) {
    await press(page, "Send a new code");
    await expectToast(page, "Code sent");
  }
  await press(page, "Send a new code");
  await expectProblem(page, "Too many attempts. Please try again in ");
  const sent = async () => (await sql("select 1 from mailbox_messages where to_address = $1", [phone])).rows.length;
  await expect.poll(sent).toBe(5);
});

test("buttons say what they are waiting for", async () => {
  const page = await open("/login");
  const answers: (() => void)[] = [];
  const hold = (address: string) =>
    page.route(address, (route) => new Promise<void>((go) => answers.push(() => go(route.abort()))));
  await hold("**/api/auth/sign-in/social");
  await hold(sentFrom("/login"));
  const waits = async (name: string, meanwhile: string) => {
    await press(page, name);
    await page.getByRole("button", { name: meanwhile, exact: true }).waitFor();
    await expect.poll(() => answers.length).toBe(1);
    answers.pop()?.();
    await page.getByRole("button", { name, exact: true }).waitFor();
  };
  await waits("Continue with Google", "Opening Google...");
  await press(page, "Use a one-time code");
  await fill(page, { "Email or phone number": newNumber().typed });
  await waits("Send code", "Sending...");
  await page.unroute(sentFrom("/login"));
  await press(page, "Send code");
  await page.getByLabel("Code").fill("000000");
  await hold(sentFrom("/login"));
  await waits("Log in", "Checking...");
  expect(await page.getByLabel("Code").inputValue()).toBe("000000");
});
