import { data as answerWith, redirect, type RouterContextProvider } from "react-router";
import { readForm } from "#app/lib/body.server.ts";
import { addressContext, shopContext } from "#app/lib/context.server.ts";
import type { FormResult, FormValues } from "#app/lib/forms.ts";
import { isPhoneNumber } from "#app/lib/phone.server.ts";
import { returnCookie, returnPathIn } from "#app/lib/return-path.ts";
import { authContext } from "../middleware.server.ts";
import {
  authMessage,
  CODE_FAILED,
  NO_ADDRESS_OR_NUMBER,
  NO_ADDRESS_OR_PASSWORD,
  RECOVERY,
  RESET_FAILED,
  retryAfterOf,
  SSO_FAILED,
  parseIdentifier,
} from "../rules.ts";

type Context = Readonly<RouterContextProvider>;
type Answer = {
  ok: boolean;
  code: string;
  message: string;
  status: number;
  /** In seconds; 0 if the service does not specify it. */
  retryAfter: number;
  data: Record<string, unknown>;
  cookies: string[];
};

type NameValues = { who: string; firstName: string; lastName: string };
type SignInStep =
  | { kind: "phone-code"; phone: string; ticket: string; typed: NameValues }
  | { kind: "recovery-code"; phone: string }
  | { kind: "second-factor" }
  | { kind: "sso"; url: string }
  | { kind: "sent"; email: string }
  | { kind: "unconfirmed"; email: string };

/** Result of a form posted without JavaScript: `step` is the next step, or the current one when refused. */
export type SignInFormResult = FormResult & { step?: SignInStep };

/** Flash message for the page after a redirect, valid for half a minute; read by the browser's script. */
export const FLASH_COOKIE = "oja.flash";

/** Login form: creates a session and redirects home, or returns the form with an error. */
export async function logIn(request: Request, context: Context) {
  const form = await readForm(request);
  if (form.has("sso-email")) return await beginSso(request, context, form);
  if (form.has("second-factor")) return await answerSecondFactor(request, context, form, null);
  const typed = { who: field(form, "who") };
  const password = field(form, "password");
  if (!typed.who.trim() || !password) return refuse(NO_ADDRESS_OR_PASSWORD, typed);
  const { email, phone } = parseIdentifier(typed.who);
  const answer = phone
    ? await callAuthService(request, context, "/sign-in/phone-number", { phoneNumber: phone, password })
    : await callAuthService(request, context, "/sign-in/email", { email, password });
  if (!answer.ok) {
    const isUnconfirmed = answer.code === "EMAIL_NOT_VERIFIED" && email;
    return refuse(authMessage(answer), typed, isUnconfirmed ? { kind: "unconfirmed", email } : undefined);
  }
  if (answer.data.twoFactorRedirect) leave("/auth/callback?mfa=required", answer.cookies);
  return arrive(request, answer.cookies);
}

/**
 * Returns the provider's URL to be shown as a link: the CSP form-action forbids redirects of a form to another site.
 */
async function beginSso(request: Request, context: Context, form: URLSearchParams) {
  const email = field(form, "sso-email").trim();
  const answer = await callAuthService(request, context, "/sign-in/sso", { email });
  if (!answer.ok) return refuse(authMessage(answer, SSO_FAILED), { "sso-email": email });
  const headers = answer.cookies.map((cookie): [string, string] => ["Set-Cookie", cookie]);
  return answerWith(show({ kind: "sso", url: String(answer.data["url"]) }), { headers });
}

/** Sign-up form, and the code form of a phone sign-up. */
export async function signUp(request: Request, context: Context) {
  const form = await readForm(request);
  const ticket = field(form, "ticket");
  const who = field(form, ticket ? "phone" : "who");
  const typed = { who, firstName: field(form, "firstName"), lastName: field(form, "lastName") };
  if (form.has("back")) return answerWith<SignInFormResult>({ ok: false, errors: {}, values: typed });
  if (ticket) {
    const code = field(form, "code").replaceAll(/\s/g, "");
    const answer = await callAuthService(request, context, "/sign-up/phone/verify", { ticket, code });
    if (answer.ok) arrive(request, answer.cookies);
    return refuse(authMessage(answer), {}, { kind: "phone-code", phone: who, ticket, typed });
  }
  const password = field(form, "password");
  const [firstName, lastName] = [typed.firstName.trim(), typed.lastName.trim()];
  if (!firstName || !lastName) return refuse("Please enter your first and last name.", typed);
  if (!typed.who.trim() || !password) return refuse(NO_ADDRESS_OR_PASSWORD, typed);
  const { email, phone } = parseIdentifier(typed.who);
  if (phone && !isPhoneNumber(phone)) return refuse("Please enter a valid phone number.", typed);
  const person = { password, firstName, lastName };
  if (phone) {
    const answer = await callAuthService(request, context, "/sign-up/phone", { ...person, phoneNumber: phone });
    if (!answer.ok) return refuse(authMessage(answer), typed);
    return show({ kind: "phone-code", phone, ticket: String(answer.data.ticket), typed });
  }
  const name = `${firstName} ${lastName}`;
  const answer = await callAuthService(request, context, "/sign-up/email", {
    ...person,
    email,
    name,
    callbackURL: "/auth/callback",
  });
  if (!answer.ok) return refuse(authMessage(answer), typed);
  return leave("/login", answer.cookies, "signed-up");
}

/**
 * Forgot-password form: sends a link by mail, or a code by SMS followed by the page for a new password. Known and
 * unknown identifiers get the same response.
 */
export async function sendRecovery(request: Request, context: Context) {
  const form = await readForm(request);
  const sentTo = field(form, "phone");
  if (sentTo) {
    const code = field(form, "code").replaceAll(/\s/g, "");
    const answer = await callAuthService(request, context, `/phone-number/verify${RECOVERY}`, {
      phoneNumber: sentTo,
      code,
    });
    if (!answer.ok) return refuse(authMessage(answer), {}, { kind: "recovery-code", phone: sentTo });
    if (answer.data.twoFactorRedirect) leave("/auth/callback?mfa=required&type=recovery", answer.cookies);
    return leave("/profile?reset=true", answer.cookies, "signed-in");
  }
  const person = parseIdentifier(field(form, "email"));
  if (person.phone) {
    const answer = await callAuthService(request, context, "/phone-number/send-otp", { phoneNumber: person.phone });
    if (!answer.ok) return refuse(authMessage(answer, CODE_FAILED), { email: person.phone });
    return show({ kind: "recovery-code", phone: person.phone });
  }
  const { email = "" } = person;
  if (!email) return refuse(NO_ADDRESS_OR_NUMBER);
  const answer = await callAuthService(request, context, "/request-password-reset", { email });
  if (!answer.ok) return refuse(authMessage(answer, RESET_FAILED), { email });
  return show({ kind: "sent", email });
}

/** Callback page without JavaScript: exchanges a recovery code or verifies the second factor. */
export async function finishSignIn(request: Request, context: Context) {
  const form = await readForm(request);
  const next = field(form, "recovery") ? "/profile?reset=true" : null;
  if (form.has("second-factor")) return await answerSecondFactor(request, context, form, next);
  const answer = await callAuthService(request, context, "/exchange-code", { code: field(form, "code") });
  if (!answer.ok) return refuse(authMessage(answer));
  if (answer.data.twoFactorRedirect) {
    leave(`/auth/callback?mfa=required${next ? "&type=recovery" : ""}`, answer.cookies);
  }
  return next ? leave(next, answer.cookies, "signed-in") : arrive(request, answer.cookies);
}

async function answerSecondFactor(request: Request, context: Context, form: URLSearchParams, next: string | null) {
  const code = field(form, "second-factor").replaceAll(/\s/g, "");
  const path = /^\d{6}$/.test(code) ? "/two-factor/verify-totp" : "/two-factor/verify-backup-code";
  const answer = await callAuthService(request, context, path, { code });
  if (!answer.ok) return refuse(authMessage(answer), {}, { kind: "second-factor" });
  return next ? leave(next, answer.cookies, "signed-in") : arrive(request, answer.cookies);
}

/** The form with an error, the input (without passwords and codes) and the current step. */
function refuse(message: string, values: FormValues = {}, step?: SignInStep) {
  const result: SignInFormResult = { ok: false, message, errors: {}, values, ...(step && { step }) };
  return answerWith(result, { status: 422 });
}

function show(step: SignInStep): SignInFormResult {
  return { ok: true, step };
}

/**
 * Calls the sign-in service on behalf of the visitor's browser: with its rate limits and the visitor's address and
 * cookies.
 */
export async function callAuthService(request: Request, context: Context, path: string, body: object): Promise<Answer> {
  const { baseUrl } = context.get(shopContext);
  const headers = new Headers({ "Content-Type": "application/json", Origin: new URL(baseUrl).origin });
  for (const name of ["Cookie", "User-Agent"]) {
    const value = request.headers.get(name);
    if (value) headers.set(name, value);
  }
  const address = context.get(addressContext);
  if (address !== "unknown") headers.set("x-client-ip", address);
  const asked = new Request(`${baseUrl}/api/auth${path}`, { method: "POST", headers, body: JSON.stringify(body) });
  const response = await context.get(authContext).handler(asked);
  const data = ((await response.json().catch(() => null)) ?? {}) as Record<string, unknown>;
  const text = (value: unknown) => (typeof value === "string" ? value : "");
  return {
    ok: response.ok,
    status: response.status,
    retryAfter: retryAfterOf(response.headers),
    code: text(data.code),
    message: text(data.message),
    data,
    cookies: response.headers.getSetCookie(),
  };
}

type Notice = "signed-in" | "signed-up" | "signed-out" | "account-deleted";

/** Redirects after sign-in to the page requested before, or home. */
function arrive(request: Request, cookies: string[]): never {
  return leave(returnPathIn(request.headers.get("Cookie")), [...cookies, returnCookie(null)], "signed-in");
}

/** Redirects with the service's cookies and a flash message for the next page. */
export function leave(to: string, cookies: string[], notice?: Notice): never {
  const headers = new Headers();
  for (const cookie of cookies) headers.append("Set-Cookie", cookie);
  if (notice) headers.append("Set-Cookie", `${FLASH_COOKIE}=${notice}; Path=/; Max-Age=30; SameSite=Lax`);
  throw redirect(to, { headers });
}

/** A text field, truncated to 300 characters. */
export function field(form: URLSearchParams, name: string): string {
  const value = form.get(name);
  return typeof value === "string" ? value.slice(0, 300) : "";
}

/** The flash message set by the previous redirect, or null. */
export function readFlash(request: Request): string | null {
  return /(?:^|;\s*)oja\.flash=([\w-]+)/.exec(request.headers.get("Cookie") ?? "")?.[1] ?? null;
}
