import { globSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { AuthError } from "../rules.ts";
import { signInRequests } from "./sign-in.ts";

const auth = new URL("..", import.meta.url).pathname;
const PATH = /"(\/[a-z][\w/-]+)/g;
const pathsIn = (file: string) => [...readFileSync(auth + file, "utf8").matchAll(PATH)].map(([, path]) => path);

test("a request of a sign-in form is written once", () => {
  const once = new Set(pathsIn("rules/sign-in.ts"));
  once.delete("/auth/callback"); // A page.
  expect(once.size).toBeGreaterThan(8);
  const users = globSync(["client.ts", "commands/*.server.ts", "components/**/*.ts*"], { cwd: auth });
  expect(users.length).toBeGreaterThan(30);
  expect(users.filter((file) => pathsIn(file).some((path) => once.has(path)))).toEqual([]);
});

type Requests = ReturnType<typeof signInRequests>;
const NAMES = { first_name: " Ada ", last_name: " Obi " };

test.each<[string, (service: Requests) => Promise<unknown>, string, object]>([
  [
    "a code by SMS",
    (to) => to.verifyOtp({ phone: "0803", token: "123456" }),
    "/phone-number/verify",
    { phoneNumber: "0803", code: "123456" },
  ],
  [
    "a code by mail",
    (to) => to.verifyOtp({ email: "a@b.ng", token: "123456" }),
    "/sign-in/email-otp",
    { email: "a@b.ng", otp: "123456" },
  ],
  ["the code of a link", (to) => to.exchangeCodeForSession("abc"), "/exchange-code", { code: "abc" }],
  [
    "a link to confirm the address",
    (to) => to.resend("a@b.ng"),
    "/send-verification-email",
    { email: "a@b.ng", callbackURL: "/auth/callback?confirmed=yes" },
  ],
  [
    "spaces in a code",
    (to) => to.verifyPhoneSignUp("t", " 12 34 56 "),
    "/sign-up/phone/verify",
    { ticket: "t", code: "123456" },
  ],
  ["spaced digits", (to) => to.verifySecondFactor("123 456"), "/two-factor/verify-totp", { code: "123456" }],
  ["seven digits", (to) => to.verifySecondFactor("1234567"), "/two-factor/verify-backup-code", { code: "1234567" }],
  [
    "spaces around names",
    (to) => to.signUp({ phone: "0803", password: "secret", ...NAMES }),
    "/sign-up/phone",
    { phoneNumber: "0803", password: "secret", firstName: "Ada", lastName: "Obi" },
  ],
  [
    "a recovery code",
    (to) => to.verifyOtp({ phone: "0803", token: "1 2", recovery: true }),
    "/phone-number/verify?for=recovery",
    { phoneNumber: "0803", code: "12" },
  ],
])("%s: %j", async (_, act, path, body) => {
  const asked: unknown[] = [];
  await act(signInRequests(async <T>(...request: [string, object]) => (asked.push(request), null as T))).catch(
    () => {},
  );
  expect(asked).toEqual([[path, body]]);
});

const NEITHER = "You must provide either an email or phone number and a password";

test.each<[string, (service: Requests) => Promise<unknown>, string]>([
  ["log-in without anything", (to) => to.signInWithPassword({ password: "" }), NEITHER],
  ["sign-up without address", (to) => to.signUp({ email: "", password: "secret", ...NAMES }), NEITHER],
  ["code for nobody", (to) => to.signInWithOtp({}), "You must provide either an email or phone number."],
  ["empty code", (to) => to.exchangeCodeForSession(""), "No code detected."],
])("%s sends no request: %j", async (_, act, message) => {
  const service = signInRequests(() => Promise.reject(new Error("asked")));
  await expect(act(service)).rejects.toThrow(new AuthError(message));
});

test.each([
  [
    { token: "t", user: { firstName: "Ada", lastName: "" } },
    { mfa: false, hasName: true },
  ],
  [
    { token: "t", user: { firstName: null, lastName: "" } },
    { mfa: false, hasName: false },
  ],
  [{ status: true }, { mfa: false, hasName: true }],
  [{ twoFactorRedirect: true }, { mfa: true, hasName: true }],
])("the answer %j is read as %j", async (answer, read) => {
  const service = signInRequests(async <T>() => answer as T);
  expect(await service.verifyOtp({ phone: "0803", token: "1" })).toEqual(read);
});

test("a sign-up without names sends no request", async () => {
  const service = signInRequests(() => Promise.reject(new Error("asked")));
  const person = { email: "a@b.example", password: "secret", first_name: " ", last_name: "Obi" };
  await expect(service.signUp(person)).rejects.toThrow(new AuthError("Please enter your first and last name."));
});
