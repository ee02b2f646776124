import { data as answerWith, redirect, type RouterContextProvider } from "react-router";
import { readForm } from "#app/lib/body.server.ts";
import { addressContext, shopContext } from "#app/lib/context.server.ts";
import type { FormResult, FormValues } from "#app/lib/forms.ts";
import { returnCookie, returnPathIn } from "#app/lib/return-path.ts";
import { authContext } from "../middleware.server.ts";
import {
  AuthError,
  authMessage,
  CODE_FAILED,
  NO_ADDRESS_OR_NUMBER,
  RESET_FAILED,
  retryAfterOf,
  SSO_FAILED,
  parseIdentifier,
} from "../rules.ts";
import { signInRequests } from "../rules/sign-in.ts";

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
  const who = parseIdentifier(typed.who);
  const service = signInService(request, context);
  const answer = await answerOf(service.signInWithPassword({ ...who, password: field(form, "password") }));
  if (answer instanceof AuthError) {
    const { email } = who;
    const isUnconfirmed = answer.code === "EMAIL_NOT_VERIFIED" && email;
    return refuse(authMessage(answer), typed, isUnconfirmed ? { kind: "unconfirmed", email } : undefined);
  }
  if (answer.mfa) leave("/auth/callback?mfa=required", service.cookies);
  return arrive(request, service.cookies);
}

/**
 * Returns the provider's URL to be shown as a link: the CSP form-action forbids redirects of a form to another site.
 */
async function beginSso(request: Request, context: Context, form: URLSearchParams) {
  const email = field(form, "sso-email");
  const service = signInService(request, context);
  const url = await answerOf(service.signInWithSso(email));
  if (url instanceof AuthError) return refuse(authMessage(url, SSO_FAILED), { "sso-email": email });
  const headers = service.cookies.map((cookie): [string, string] => ["Set-Cookie", cookie]);
  return answerWith(show({ kind: "sso", url }), { headers });
}

/** Sign-up form, and the code form of a phone sign-up. */
export async function signUp(request: Request, context: Context) {
  const form = await readForm(request);
  const ticket = field(form, "ticket");
  const who = field(form, ticket ? "phone" : "who");
  const typed = { who, firstName: field(form, "firstName"), lastName: field(form, "lastName") };
  const service = signInService(request, context);
  if (form.has("back")) return answerWith<SignInFormResult>({ ok: false, errors: {}, values: typed });
  if (ticket) {
    const refusal = await answerOf(service.verifyPhoneSignUp(ticket, field(form, "code")));
    if (refusal) return refuse(authMessage(refusal), {}, { kind: "phone-code", phone: who, ticket, typed });
    return arrive(request, service.cookies);
  }
  const person = parseIdentifier(who);
  const names = { first_name: typed.firstName, last_name: typed.lastName };
  const answer = await answerOf(service.signUp({ ...person, ...names, password: field(form, "password") }));
  if (answer instanceof AuthError) return refuse(authMessage(answer), typed);
  if (answer.ticket && person.phone)
    return show({ kind: "phone-code", phone: person.phone, ticket: answer.ticket, typed });
  return leave("/login", service.cookies, "signed-up");
}

/**
 * Forgot-password form: sends a link by mail, or a code by SMS followed by the page for a new password. Known and
 * unknown identifiers get the same response.
 */
export async function sendRecovery(request: Request, context: Context) {
  const form = await readForm(request);
  const service = signInService(request, context);
  const sentTo = field(form, "phone");
  if (sentTo) {
    const code = { phone: sentTo, token: field(form, "code"), recovery: true };
    const answer = await answerOf(service.verifyOtp(code));
    if (answer instanceof AuthError) return refuse(authMessage(answer), {}, { kind: "recovery-code", phone: sentTo });
    if (answer.mfa) leave("/auth/callback?mfa=required&type=recovery", service.cookies);
    return leave("/profile?reset=true", service.cookies, "signed-in");
  }
  const { email = "", phone } = parseIdentifier(field(form, "email"));
  if (phone) {
    const refusal = await answerOf(service.signInWithOtp({ phone }));
    return refusal
      ? refuse(authMessage(refusal, CODE_FAILED), { email: phone })
      : show({ kind: "recovery-code", phone });
  }
  if (!email) return refuse(NO_ADDRESS_OR_NUMBER);
  const refusal = await answerOf(service.resetPasswordForEmail(email));
  return refusal ? refuse(authMessage(refusal, RESET_FAILED), { email }) : show({ kind: "sent", email });
}

/** Callback page without JavaScript: exchanges a recovery code or verifies the second factor. */
export async function finishSignIn(request: Request, context: Context) {
  const form = await readForm(request);
  const next = field(form, "recovery") ? "/profile?reset=true" : null;
  if (form.has("second-factor")) return await answerSecondFactor(request, context, form, next);
  const service = signInService(request, context);
  const answer = await answerOf(service.exchangeCodeForSession(field(form, "code")));
  if (answer instanceof AuthError) return refuse(authMessage(answer));
  if (answer.mfa) leave(`/auth/callback?mfa=required${next ? "&type=recovery" : ""}`, service.cookies);
  return next ? leave(next, service.cookies, "signed-in") : arrive(request, service.cookies);
}

async function answerSecondFactor(request: Request, context: Context, form: URLSearchParams, next: string | null) {
  const service = signInService(request, context);
  const refusal = await answerOf(service.verifySecondFactor(field(form, "second-factor")));
  if (refusal) return refuse(authMessage(refusal), {}, { kind: "second-factor" });
  return next ? leave(next, service.cookies, "signed-in") : arrive(request, service.cookies);
}

/** The sign-in requests on behalf of the visitor's browser; `cookies` are those of the answers so far. */
export function signInService(request: Request, context: Context) {
  const cookies: string[] = [];
  const requests = signInRequests(async <T>(path: string, body: object) => {
    const answer = await callAuthService(request, context, path, body);
    if (!answer.ok) throw new AuthError(answer.message, answer.status, answer.code, answer.retryAfter);
    cookies.push(...answer.cookies);
    return answer.data as T;
  });
  return { ...requests, cookies };
}

/** What a request answers, or its refusal. */
export async function answerOf<T>(answer: Promise<T>): Promise<T | AuthError> {
  return await answer.catch((error: unknown) => {
    if (error instanceof AuthError) return error;
    throw error;
  });
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
