import { expect, test } from "vitest";
import { accountItems, authMessage, callbackStep, expiryOf, secretOf, userOf, parseIdentifier } from "./rules.ts";

test.each([
  [
    { message: "Database error saving new user" },
    "Unable to create user profile. Please try again or contact support.",
  ],
  [
    { message: "x: Database error saving new user (1)", status: 500 },
    "Unable to create user profile. Please try again or contact support.",
  ],
  [
    { message: "", code: "FAILED_TO_CREATE_USER" },
    "Unable to create user profile. Please try again or contact support.",
  ],
  [{ message: "?", code: "auth/invalid-email" }, "Please enter a valid email address."],
  [{ message: "Invalid email", code: "INVALID_EMAIL" }, "Please enter a valid email address."],
  [{ message: "[body.email] Invalid email address", code: "VALIDATION_ERROR" }, "Please enter a valid email address."],
  [{ message: "?", code: "auth/weak-password" }, "Password should be at least 6 characters."],
  [{ message: "Password too short", code: "PASSWORD_TOO_SHORT" }, "Password should be at least 6 characters."],
  [{ message: "?", code: "auth/email-already-in-use" }, "This email is already registered. Try logging in instead."],
  [
    { message: "?", code: "USER_ALREADY_EXISTS_USE_ANOTHER_EMAIL" },
    "This email is already registered. Try logging in instead.",
  ],
  [{ message: "Auth session missing!", status: 401 }, "Auth session missing!"],
  [{ message: "", status: 0 }, "Authentication failed. Please try again."],
  [{ message: "relation users does not exist", status: 500 }, "Authentication failed. Please try again."],
  [{ message: "[body.code] Too big", code: "VALIDATION_ERROR" }, "Authentication failed. Please try again."],
  [{ message: "Slow down", status: 429 }, "Too many attempts. Please wait a moment and try again."],
  [{ message: "Slow down", status: 429, retryAfter: 1 }, "Too many attempts. Please try again in 1 second."],
  [{ message: "Slow down", status: 429, retryAfter: 59 }, "Too many attempts. Please try again in 59 seconds."],
  [{ message: "Slow down", status: 429, retryAfter: 60 }, "Too many attempts. Please try again in 1 minute."],
  [{ message: "Slow down", status: 429, retryAfter: 840 }, "Too many attempts. Please try again in 14 minutes."],
  [{ message: "Slow down", status: 429, retryAfter: 841 }, "Too many attempts. Please try again in 15 minutes."],
  [{ message: "Slow down", status: 429, retryAfter: NaN }, "Too many attempts. Please wait a moment and try again."],
  [{ message: "Invalid password", code: "INVALID_PASSWORD" }, "This password is not right."],
  [
    { message: "Passkey not found", status: 401, code: "PASSKEY_NOT_FOUND" },
    "This passkey does not open an account any more. Please use another way to log in.",
  ],
  [{ message: "Invalid code", status: 401, code: "INVALID_CODE" }, "This code is wrong or has expired."],
  [
    { message: "Email link is invalid or has expired", code: "INVALID_LINK" },
    "This link is invalid or has expired. Please request a new one.",
  ],
  [
    { message: "Locked", status: 429, code: "ACCOUNT_TEMPORARILY_LOCKED" },
    "Too many wrong codes. Please try again in 15 minutes.",
  ],
])("the refusal %j is shown as %j", (refusal, message) => {
  expect(authMessage(refusal)).toBe(message);
});

test("a flow's own fallback replaces the general one", () => {
  expect(authMessage({ message: "", status: 0 }, "Google sign-in failed. Please try again.")).toBe(
    "Google sign-in failed. Please try again.",
  );
});

test.each([
  [" Ada@Shop.ng ", { email: "Ada@Shop.ng" }],
  ["0803 123 4567", { phone: "0803 123 4567" }],
  ["+234-803-123-4567", { phone: "+234-803-123-4567" }],
  ["ada", { email: "ada" }],
  ["  ", { email: "" }],
])("%j is parsed as %j", (typed, who) => {
  expect(parseIdentifier(typed)).toEqual(who);
});

test.each([
  ["", "", { kind: "session" }],
  ["?provider=google", "", { kind: "session" }],
  ["?type=recovery&code=abc", "", { kind: "exchange", code: "abc", recovery: true }],
  ["?code=abc", "", { kind: "exchange", code: "abc", recovery: false }],
  ["?code=", "", { kind: "exchange", code: "", recovery: false }],
  ["?type=recovery", "", { kind: "error", message: "No code detected." }],
  ["?mfa=required&provider=google", "", { kind: "second-factor" }],
  ["?error=access_denied&provider=google", "", { kind: "error", message: "The sign-in was cancelled." }],
  ["?error=<b>&code=abc", "", { kind: "error", message: "Authentication failed. Please try again." }],
  ["?error=odd&provider=google", "", { kind: "error", message: "Google sign-in failed. Please try again." }],
  [
    "?error=INVALID_TOKEN",
    "",
    { kind: "error", message: "This link is invalid or has expired. Please request a new one." },
  ],
  ["?error=__proto__", "", { kind: "error", message: "Authentication failed. Please try again." }],
  ["?error=constructor&provider=google", "", { kind: "error", message: "Google sign-in failed. Please try again." }],
  ["", "#error=access_denied", { kind: "error", message: "The sign-in was cancelled." }],
  ["", "#access_token=x", { kind: "error", message: "No session defined in URL" }],
])("the callback %j%j leads to %j", (search, fragment, step) => {
  expect(callbackStep(search, fragment)).toEqual(step);
});

test("the placeholder address is never shown", () => {
  expect(userOf({ id: "1", email: "2348031234567@phone.invalid", phoneNumber: "+2348031234567", role: "odd" })).toEqual(
    {
      id: "1",
      email: null,
      phone: "+2348031234567",
      first_name: "",
      last_name: "",
      role: "customer",
      has_second_factor: false,
    },
  );
});

test.each([
  [`x.${btoa('{"exp":1700000000}')}.y`, 1_700_000_000],
  ["x.%%%.y", 0],
  ["", 0],
])("the token %j expires at %i", (token, exp) => {
  expect(expiryOf(token)).toBe(exp);
});

test("admins and customers have different menus", () => {
  expect(accountItems(true).map(({ to }) => to)).toEqual(["/admin", "/admin/settings"]);
  expect(accountItems(false).map(({ to }) => to)).toEqual(["/profile", "/profile/orders", "/wishlist"]);
});

test.each([
  ["otpauth://totp/Oja:a%40b.c?secret=ABCDEFGHIJ&issuer=Oja", "ABCD EFGH IJ"],
  ["otpauth://totp/Oja?issuer=Oja&secret=ABCDEFGH", "ABCD EFGH"],
  ["otpauth://totp/Oja", ""],
])("secret of %s", (uri, secret) => {
  expect(secretOf(uri)).toBe(secret);
});
