import { redirect, type RouterContextProvider } from "react-router";
import { addressContext, shopContext } from "#app/lib/context.server.ts";
import { isPhoneNumber } from "#app/lib/phone.server.ts";
import { authContext } from "../middleware.server.ts";
import { authMessage, NO_ADDRESS_OR_PASSWORD, RESET_FAILED, whoIs } from "../rules.ts";

type Context = Readonly<RouterContextProvider>;
type Answer = {
  ok: boolean;
  code: string;
  message: string;
  status: number;
  data: Record<string, unknown>;
  cookies: string[];
};

/** What a form that was posted without JavaScript shows when its page comes back. */
export type FormAnswer = {
  error?: string;
  /** What was typed, but never a password. */
  typed?: Record<string, string>;
  unconfirmed?: string;
  step?:
    | { kind: "phone-code"; phone: string; ticket: string }
    | { kind: "second-factor" }
    | { kind: "sent"; email: string };
};

/** Set for half a minute so that the page after a redirect says what happened; the browser's script reads it. */
export const NOTICE_COOKIE = "oja.notice";

/** The login form: a session and the home page, or the form again with the reason. */
export async function logIn(request: Request, context: Context): Promise<FormAnswer> {
  const form = await request.formData();
  if (form.has("second-factor")) return await answerSecondFactor(request, context, form, "/");
  const typed = { who: field(form, "who") };
  const password = field(form, "password");
  if (!typed.who.trim() || !password) return { error: NO_ADDRESS_OR_PASSWORD, typed };
  const { email, phone } = whoIs(typed.who);
  const answer = phone
    ? await ask(request, context, "/sign-in/phone-number", { phoneNumber: phone, password })
    : await ask(request, context, "/sign-in/email", { email, password });
  if (!answer.ok) {
    return { error: authMessage(answer), typed, unconfirmed: answer.code === "EMAIL_NOT_VERIFIED" ? email : undefined };
  }
  if (answer.data.twoFactorRedirect) leave("/auth/callback?mfa=required", answer.cookies);
  return leave("/", answer.cookies, "signed-in");
}

/** The sign-up form and the code that a phone number answers with. */
export async function signUp(request: Request, context: Context): Promise<FormAnswer> {
  const form = await request.formData();
  const ticket = field(form, "ticket");
  if (ticket) {
    const answer = await ask(request, context, "/sign-up/phone/verify", { ticket, code: field(form, "code") });
    if (answer.ok) leave("/", answer.cookies, "signed-in");
    return { error: authMessage(answer), step: { kind: "phone-code", phone: field(form, "phone"), ticket } };
  }
  const typed = { who: field(form, "who"), firstName: field(form, "firstName"), lastName: field(form, "lastName") };
  const password = field(form, "password");
  const [firstName, lastName] = [typed.firstName.trim(), typed.lastName.trim()];
  if (!firstName || !lastName) return { error: "Please enter your first and last name.", typed };
  if (!typed.who.trim() || !password) return { error: NO_ADDRESS_OR_PASSWORD, typed };
  const { email, phone } = whoIs(typed.who);
  if (phone && !isPhoneNumber(phone)) return { error: "Please enter a valid phone number.", typed };
  const person = { password, firstName, lastName };
  if (phone) {
    const answer = await ask(request, context, "/sign-up/phone", { ...person, phoneNumber: phone });
    if (!answer.ok) return { error: authMessage(answer), typed };
    return { step: { kind: "phone-code", phone, ticket: String(answer.data.ticket) } };
  }
  const name = `${firstName} ${lastName}`;
  const answer = await ask(request, context, "/sign-up/email", {
    ...person,
    email,
    name,
    callbackURL: "/auth/callback",
  });
  if (!answer.ok) return { error: authMessage(answer), typed };
  return leave("/login", [], "signed-up");
}

/** The form for a forgotten password; known and unknown addresses get the same answer. */
export async function sendRecovery(request: Request, context: Context): Promise<FormAnswer> {
  const email = field(await request.formData(), "email").trim();
  const answer = await ask(request, context, "/request-password-reset", { email });
  if (!answer.ok) return { error: authMessage(answer, RESET_FAILED), typed: { email } };
  return { step: { kind: "sent", email } };
}

/** The callback page without JavaScript: spends a recovery code or answers the second factor. */
export async function finishSignIn(request: Request, context: Context): Promise<FormAnswer> {
  const form = await request.formData();
  const next = field(form, "recovery") ? "/profile?reset=true" : "/";
  if (form.has("second-factor")) return await answerSecondFactor(request, context, form, next);
  const answer = await ask(request, context, "/exchange-code", { code: field(form, "code") });
  if (!answer.ok) return { error: authMessage(answer) };
  if (answer.data.twoFactorRedirect) {
    leave(`/auth/callback?mfa=required${next === "/" ? "" : "&type=recovery"}`, answer.cookies);
  }
  return leave(next, answer.cookies, "signed-in");
}

async function answerSecondFactor(
  request: Request,
  context: Context,
  form: FormData,
  next: string,
): Promise<FormAnswer> {
  const code = field(form, "second-factor").trim();
  const path = /^\d{6}$/.test(code) ? "/two-factor/verify-totp" : "/two-factor/verify-backup-code";
  const answer = await ask(request, context, path, { code });
  if (!answer.ok) return { error: authMessage(answer), step: { kind: "second-factor" } };
  return leave(next, answer.cookies, "signed-in");
}

/** Asks the sign-in service as the visitor's browser would: with its limits, and the visitor's address and cookies. */
async function ask(request: Request, context: Context, path: string, body: object): Promise<Answer> {
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
    code: text(data.code),
    message: text(data.message),
    data,
    cookies: response.headers.getSetCookie(),
  };
}

function leave(to: string, cookies: string[], notice?: "signed-in" | "signed-up"): never {
  const headers = new Headers();
  for (const cookie of cookies) headers.append("Set-Cookie", cookie);
  if (notice) headers.append("Set-Cookie", `${NOTICE_COOKIE}=${notice}; Path=/; Max-Age=30; SameSite=Lax`);
  throw redirect(to, { headers });
}

/** A text field, at most 300 characters of it. */
function field(form: FormData, name: string): string {
  const value = form.get(name);
  return typeof value === "string" ? value.slice(0, 300) : "";
}

/** What a redirect of a form said a moment ago. */
export function readNotice(request: Request): string | null {
  return /(?:^|;\s*)oja\.notice=([\w-]+)/.exec(request.headers.get("Cookie") ?? "")?.[1] ?? null;
}
