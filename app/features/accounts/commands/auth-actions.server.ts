import { data as answerWith, redirect, replace, type RouterContextProvider } from "react-router";
import { refuseForm, type FormResult } from "#app/lib/forms.ts";
import { readForm } from "#app/platform/body.server.ts";
import { sessionUser } from "../middleware.server.ts";
import { AuthError, authMessage, failureOf, hasMailbox, NO_ADDRESS_OR_NUMBER, parseIdentifier } from "../rules.ts";
import { returnCookie, returnPathIn } from "../rules/return-path.ts";
import { signInService } from "./auth-service.server.ts";

type Context = Readonly<RouterContextProvider>;
type TypedNames = { who: string; firstName: string; lastName: string };

/** What a sign-in page shows next. */
export type SignInStep =
  | { kind: "code"; who: string }
  | { kind: "code-sent"; to: string }
  | { kind: "phone-code"; phone: string; ticket: string; typed: TypedNames }
  | { kind: "recovery-code"; phone: string }
  | { kind: "second-factor" }
  | { kind: "new-factor"; totpURI: string; backupCodes: string[] }
  | { kind: "sso"; url: string }
  | { kind: "sent"; email: string }
  | { kind: "unconfirmed"; email: string }
  | { kind: "resent" }
  | { kind: "in-use"; who: string };

/**
 * Result of a sign-in form: `step` is the next step, or the current one when refused. `isChecked`: the code was wrong,
 * and not merely unchecked. A finished sign-in redirects.
 */
export type SignInFormResult = FormResult & { step?: SignInStep | undefined; isChecked?: boolean };

/** Flash message for the page after a redirect, valid for half a minute; read by the browser's script. */
export const FLASH_COOKIE = "oja.flash";

const AFTER_RECOVERY = "/profile?reset=true";
const SECRETS = ["password", "code", "second-factor", "exchange"];

type Post = {
  request: Request;
  context: Context;
  form: URLSearchParams;
  /** A text field, truncated to 300 characters. */
  text: (name: string) => string;
  service: ReturnType<typeof signInService>;
  /** Shows the form of this step again when the service refuses. */
  stay: (step: SignInStep) => void;
};

/**
 * Runs the action of a sign-in page: a refusal of the service is the form with its message and what was typed. `back`
 * returns to the first form without JavaScript.
 */
export async function answerForm(request: Request, context: Context, act: (post: Post) => Promise<SignInStep>) {
  const form = await readForm(request);
  const service = signInService(request, context);
  if (form.has("back")) return answerWith<SignInFormResult>(refuseForm(form, {}, { secret: SECRETS }));
  let step: SignInStep | undefined;
  const text = (name: string) => form.get(name)?.slice(0, 300) ?? "";
  const stay = (now: SignInStep) => void (step = now);
  try {
    const next = await act({ request, context, form, text, service, stay });
    return answerWith<SignInFormResult>({ ok: true, step: next }, { headers: setCookies(service.cookies) });
  } catch (error) {
    if (!(error instanceof AuthError)) throw error;
    const { status, code } = error;
    const { email } = parseIdentifier(text("who"));
    if (code === "EMAIL_NOT_VERIFIED" && email) step = { kind: "unconfirmed", email };
    const refused = refuseForm(form, {}, { message: authMessage(error, failureOf(form)), secret: SECRETS });
    const isChecked = status < 500 && status !== 429;
    // A first request of the action may have replaced the session.
    const init = { status: status === 429 ? 429 : 422, headers: setCookies(service.cookies) };
    return answerWith<SignInFormResult>({ ...refused, step, isChecked }, init);
  }
}

/** Login page: by password, by a one-time code, by single sign-on; also sends the link of an unconfirmed sign-up again. */
export function logIn(request: Request, context: Context) {
  return answerForm(request, context, async (post) => {
    const { form, text, service } = post;
    // The Content-Security-Policy allows no redirect of a form to another site: the page opens the address or links to it.
    if (form.has("sso-email")) return { kind: "sso", url: await service.signInWithSso(text("sso-email")) };
    if (form.has("unconfirmed")) {
      await service.resend(text("unconfirmed"));
      return { kind: "resent" };
    }
    const who = parseIdentifier(text("who"));
    if (!form.has("one-time")) {
      return enter(post, await service.signInWithPassword({ ...who, password: text("password") }));
    }
    const to = text("who").trim();
    if (form.has("code") && !form.has("again")) {
      post.stay({ kind: "code-sent", to });
      return enter(post, await service.verifyOtp({ ...who, token: text("code") }));
    }
    post.stay(form.has("again") ? { kind: "code-sent", to } : { kind: "code", who: to });
    await service.signInWithOtp(who);
    return { kind: "code-sent", to };
  });
}

/** Sign-up form, and the code form of a phone sign-up. */
export function signUp(request: Request, context: Context) {
  return answerForm(request, context, async (post) => {
    const { text, service, stay } = post;
    const ticket = text("ticket");
    const typed = { who: text("who"), firstName: text("firstName"), lastName: text("lastName") };
    const person = parseIdentifier(typed.who);
    if (ticket) {
      stay({ kind: "phone-code", phone: typed.who, ticket, typed });
      await service.verifyPhoneSignUp(ticket, text("code"));
      return enter(post, {}, "account-created");
    }
    const names = { first_name: typed.firstName, last_name: typed.lastName };
    const made = await service.signUp({ ...person, ...names, password: text("password") });
    if (!made.ticket || !person.phone) return leave("/login", service.cookies, "signed-up");
    return { kind: "phone-code", phone: person.phone, ticket: made.ticket, typed };
  });
}

/**
 * Forgot-password page: sends a link by mail, or a code by SMS followed by the page for a new password. Known and
 * unknown identifiers get the same response.
 */
export function sendRecovery(request: Request, context: Context) {
  return answerForm(request, context, async (post) => {
    const { form, text, service } = post;
    const { email = "", phone } = parseIdentifier(text("email"));
    if (!phone) {
      if (!email) throw new AuthError(NO_ADDRESS_OR_NUMBER);
      await service.resetPasswordForEmail(email);
      return { kind: "sent", email };
    }
    const isAsked = form.has("recovery");
    if (isAsked) post.stay({ kind: "recovery-code", phone });
    if (isAsked && !form.has("again")) {
      return enter(post, await service.verifyOtp({ phone, token: text("code"), recovery: true }));
    }
    await service.signInWithOtp({ phone });
    return { kind: "recovery-code", phone };
  });
}

/**
 * Callback page: exchanges the code of a link, verifies the second factor, or welcomes the visitor whom a provider or a
 * passkey has signed in.
 */
export function finishSignIn(request: Request, context: Context) {
  return answerForm(request, context, async (post) => {
    const { form, text, service } = post;
    if (form.has("second-factor")) return await checkSecondFactor(post);
    const user = await sessionUser(request, context);
    if (form.has("exchange")) {
      // Prevents login CSRF: a link from another person's mail must not replace the account in use.
      if (user && !form.has("replace")) {
        return { kind: "in-use", who: hasMailbox(user.email) ? user.email : (user.phone ?? user.first_name) };
      }
      return enter(post, await service.exchangeCodeForSession(text("exchange")));
    }
    if (!user) return leave("/login", []);
    return enter(post, {}, form.has("confirmed") ? "confirmed" : "signed-in");
  });
}

async function checkSecondFactor(post: Post): Promise<never> {
  post.stay({ kind: "second-factor" });
  await post.service.verifySecondFactor(post.text("second-factor"));
  return enter(post);
}

type Notice =
  | "signed-in"
  | "account-ready"
  | "account-created"
  | "confirmed"
  | "signed-up"
  | "signed-out"
  | "account-deleted";

/**
 * Leads on after a sign-in request: to the second factor, to the password page after a recovery, or to the page
 * requested before, or home.
 */
function enter(
  { request, form, service: { cookies } }: Post,
  { mfa = false, hasName = true } = {},
  notice: Notice = hasName ? "signed-in" : "account-ready",
): never {
  const isRecovery = form.has("recovery");
  if (mfa) {
    // A link works once: going back to it would only refuse it. Going back to a form is useful.
    const send = form.has("exchange") ? replace : redirect;
    return leave(`/auth/callback?mfa=required${isRecovery ? "&type=recovery" : ""}`, cookies, undefined, send);
  }
  if (isRecovery) return leave(AFTER_RECOVERY, cookies, notice);
  return leave(returnPathIn(request.headers.get("Cookie")), [...cookies, returnCookie(null)], notice);
}

function setCookies(cookies: readonly string[]): Headers {
  return new Headers(cookies.map((cookie): [string, string] => ["Set-Cookie", cookie]));
}

/** Redirects with the service's cookies and a flash message for the next page, in place of the page with the form. */
export function leave(to: string, cookies: string[], notice?: Notice, send = replace): never {
  const headers = setCookies(cookies);
  if (notice) headers.append("Set-Cookie", `${FLASH_COOKIE}=${notice}; Path=/; Max-Age=30; SameSite=Lax`);
  const answer = send(to, { headers });
  // The checkout has its own Content-Security-Policy, so it needs a document load.
  if (/^\/checkout\b/.test(to)) answer.headers.set("X-Remix-Reload-Document", "true");
  throw answer;
}

/** The flash message set by the previous redirect, or null. */
export function readFlash(request: Request): string | null {
  return /(?:^|;\s*)oja\.flash=([\w-]+)/.exec(request.headers.get("Cookie") ?? "")?.[1] ?? null;
}
