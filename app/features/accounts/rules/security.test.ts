import { describe, expect, test } from "vitest";
import {
  answerTo,
  deviceOf,
  failedSecurityAnswer,
  needsCode,
  passwordErrors,
  refusalMessage,
  signInMethod,
} from "./security.ts";

const SHORT = "Password must be at least 6 characters.";
const ELSE = "Failed to update password";

test.each([
  ["123456", "123456", {}],
  ["", "", { password: SHORT, confirmPassword: SHORT }],
  ["12345", "12345", { password: SHORT, confirmPassword: SHORT }],
  ["123456", "12345", { confirmPassword: SHORT }],
  ["12345", "123456", { password: SHORT, confirmPassword: "Passwords do not match" }],
  ["123456", "1234567", { confirmPassword: "Passwords do not match" }],
  ["secret ", "secret", { confirmPassword: "Passwords do not match" }],
])("password %j confirmed as %j", (password, confirm, errors) => {
  expect(passwordErrors(password, confirm)).toEqual(errors);
});

test.each([
  [["credential"], true, "a@b.c", "Email and password login"],
  [["google"], false, "a@b.c", "Account linked with Google"],
  [["credential", "google"], true, "a@b.c", "Account linked with Google"],
  [["credential"], true, null, "Phone number and password login"],
  [[], false, "a@b.c", "Login with one-time codes"],
  [["sso:example.com"], false, "a@b.c", "Login with single sign-on of example.com"],
  [["sso:example.com", "credential"], true, "a@b.c", "Email and password login"],
])("ways %j, password %j, mail %j", (providers, has_password, email, text) => {
  expect(signInMethod({ providers, has_password, email })).toBe(text);
});

const MOZILLA = "Mozilla/5.0";
const KIT = "AppleWebKit/537.36 (KHTML, like Gecko)";

test.each([
  [`${MOZILLA} (Windows NT 10.0; Win64; x64) ${KIT} Chrome/140.0.0.0 Safari/537.36`, "Chrome on Windows"],
  [`${MOZILLA} (Windows NT 10.0; Win64; x64) ${KIT} Chrome/140.0.0.0 Safari/537.36 Edg/140.0.0.0`, "Edge on Windows"],
  [`${MOZILLA} (Linux; Android 14; TECNO) ${KIT} Chrome/140.0.0.0 Mobile Safari/537.36`, "Chrome on Android"],
  [
    `${MOZILLA} (Linux; Android 13) ${KIT} SamsungBrowser/28.0 Chrome/130.0.0.0 Mobile Safari/537.36`,
    "Samsung Internet on Android",
  ],
  [
    `${MOZILLA} (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1.15 Version/19.0 Mobile/15E148 Safari/604.1`,
    "Safari on iPhone",
  ],
  [`${MOZILLA} (Macintosh; Intel Mac OS X 10.15; rv:140.0) Gecko/20100101 Firefox/140.0`, "Firefox on Mac"],
  [`${MOZILLA} (X11; Linux x86_64) ${KIT} HeadlessChrome/140.0.0.0 Safari/537.36`, "Chrome on Linux"],
  ["Opera/9.80 (Android; Opera Mini/36.2) Presto/2.12 Version/12.16", "Opera on Android"],
  ["curl/8.5.0", "Unknown device"],
  ["", "Unknown device"],
  [null, "Unknown device"],
])("device of %s", (agent, device) => {
  expect(deviceOf(agent)).toBe(device);
});

describe("a refusal", () => {
  test.each([
    [
      "a known code",
      { status: 400, code: "INVALID_PASSWORD", message: "Invalid password" },
      "This password is not right.",
    ],
    [
      "a session that is too old",
      { status: 403, code: "SESSION_NOT_FRESH", message: "Session is not fresh" },
      "For your security, please sign out and sign in again before you do this.",
    ],
    [
      "a wrong code",
      { status: 401, code: "INVALID_CODE", message: "Invalid code" },
      "This code is wrong or has expired.",
    ],
    [
      "a passkey that was removed on another device",
      { status: 404, code: "PASSKEY_NOT_FOUND", message: "Passkey not found" },
      "This passkey has been removed already.",
    ],
    ["the service's own words", { status: 400, code: "OTHER", message: "Own words" }, "Own words"],
    ["too many tries", { status: 429, message: "x" }, "Too many attempts. Please wait a moment and try again."],
    ["a wait", { status: 429, retryAfter: 700 }, "Too many attempts. Please try again in 12 minutes."],
    ["a broken service", { status: 500, message: "stack trace" }, ELSE],
    ["a program error", new TypeError("x is undefined"), ELSE],
    ["nothing", undefined, ELSE],
  ])("%s", (_, error, message) => {
    expect(refusalMessage(error, ELSE)).toBe(message);
  });

  test.each([
    [{ code: "REAUTHENTICATION_NEEDED" }, true],
    [{ code: "INVALID_PASSWORD" }, false],
    [null, false],
  ])("%j asks for a code: %j", (error, asks) => {
    expect(needsCode(error)).toBe(asks);
  });
});

test.each([
  [{ intent: "password", password: "secret-1" }, "password", "Failed to update password"],
  [{ intent: "send-code" }, "password", "Failed to update password"],
  [{ intent: "rename-passkey", id: "k", name: "Phone" }, "passkey", "Failed to rename the passkey"],
  [{ intent: "ask-phone", value: "0803" }, "sign-in-name", "Failed to change the phone number"],
  [{ intent: "confirm-email", value: "a@b.c" }, "sign-in-name", "Failed to add the email address"],
  [{ intent: "end-others" }, "sessions", "Failed to sign out. Please try again."],
  [{ intent: "sign-out" }, "sessions", "Failed to sign out. Please try again."],
])("the form %j that failed to send", (form, intent, message) => {
  const answer = failedSecurityAnswer(form);
  expect(answer).toMatchObject({ intent, ok: false, message });
  expect(JSON.stringify(answer)).not.toContain("secret-1");
  expect(answerTo("sessions", answer ?? undefined)).toBe(intent === "sessions" ? answer : undefined);
});

test.each([[{}], [{ intent: "profile" }], [{ intent: "delete-account" }]])("%j is not a security form", (form) => {
  expect(failedSecurityAnswer(form)).toBeNull();
});

test("keeps the input and the code field", () => {
  expect(failedSecurityAnswer({ intent: "rename-passkey", id: "k", name: "Phone" })).toMatchObject({
    id: "k",
    values: { name: "Phone" },
  });
  expect(failedSecurityAnswer({ intent: "ask-phone", value: "0803", reauth_code: "" })).toMatchObject({
    name: "phone",
    step: "ask",
    values: { value: "0803" },
    needsReauth: true,
  });
  expect(failedSecurityAnswer({ intent: "password", code: "" })).toMatchObject({ asksCode: true });
  expect(failedSecurityAnswer({ intent: "password" })).toMatchObject({ asksCode: false });
  expect(answerTo("sessions", undefined)).toBeUndefined();
});
