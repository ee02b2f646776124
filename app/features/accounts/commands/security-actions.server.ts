import type { RouterContextProvider } from "react-router";
import type { Shop } from "#app/platform/context.server.ts";
import { sessionUser, userContext, type SessionUser } from "../middleware.server.ts";
import {
  needsCode,
  passwordErrors,
  refusalMessage,
  renameFailed,
  SIGN_OUT_FAILED,
  type SecurityAnswer,
} from "../rules/security.ts";
import { leave } from "./auth-actions.server.ts";
import { callAuthService, withCookies } from "./auth-service.server.ts";
import { confirmCode, removePhone, requestCode } from "./login-identifiers.server.ts";
import { endSession, renamePasskey } from "./sessions.server.ts";

const REFUSED = { ok: false, errors: {}, values: {} } as const;

/** A posted form of a signed-in user. */
export type AccountForm = {
  request: Request;
  context: Readonly<RouterContextProvider>;
  shop: Shop;
  user: SessionUser;
  form: Record<string, string>;
  /** Cookies set by the sign-in service, added to the response. */
  cookies: string[];
};

const NO_CODE = "Please enter the code.";
const WRONG_CODE = "This code is wrong or has expired. Ask for a new one.";

/** The forms of the security panel by intent, with and without JavaScript. Signing out throws a redirect. */
export const SECURITY_ACTIONS: Record<string, (post: AccountForm) => Promise<SecurityAnswer>> = {
  password: changePassword,
  "send-code": (post) => sendCode(post, true),
  "ask-phone": (post) => requestCode(post, "phone"),
  "confirm-phone": (post) => confirmCode(post, "phone"),
  "remove-phone": removePhone,
  "ask-email": (post) => requestCode(post, "email"),
  "confirm-email": (post) => confirmCode(post, "email"),
  "rename-passkey": namePasskey,
  "end-session": endOne,
  "end-others": endOthers,
  "end-all": (post) => signOut(post, ["/revoke-sessions", "/sign-out"]),
  "sign-out": (post) => signOut(post, ["/sign-out"]),
};

async function changePassword(post: AccountForm): Promise<SecurityAnswer> {
  const { request, context, form, cookies } = post;
  const { password = "", confirmPassword = "", code } = form;
  const asksCode = code !== undefined;
  const refused = { ...REFUSED, intent: "password", asksCode } as const;
  const errors = { ...passwordErrors(password, confirmPassword), ...(code?.trim() === "" && { code: NO_CODE }) };
  if (Object.keys(errors).length > 0) return { ...refused, errors };
  const answer = await callAuthService(request, context, "/update-password", {
    newPassword: password,
    nonce: code?.trim(),
  });
  if (answer.ok) {
    cookies.push(...answer.cookies);
    await stayIn(post);
    return { intent: "password", ok: true };
  }
  if (!needsCode(answer)) return { ...refused, message: refusalMessage(answer, "Failed to update password") };
  return asksCode ? { ...refused, errors: { code: WRONG_CODE } } : await sendCode(post);
}

/** A session that is not recent is reauthenticated with a code by mail or SMS. */
async function sendCode({ request, context }: AccountForm, sent = false): Promise<SecurityAnswer> {
  const answer = await callAuthService(request, context, "/reauthenticate", {});
  const refused = { ...REFUSED, intent: "password" } as const;
  if (answer.ok) return { ...refused, asksCode: true, sent };
  return { ...refused, asksCode: sent, message: refusalMessage(answer, "Failed to send a code. Please try again.") };
}

/** The service replaced this browser's session; the page is rendered for the new one. */
async function stayIn({ request, context, cookies }: AccountForm): Promise<void> {
  const user = await sessionUser(withCookies(request, cookies), context);
  if (user) (context as RouterContextProvider).set(userContext, user);
}

async function namePasskey({ shop, user, form }: AccountForm): Promise<SecurityAnswer> {
  const { id = "", name = "" } = form;
  const result = await renamePasskey(shop, user, id, name);
  if (result.ok) return { intent: "passkey", ok: true, id };
  if (result.reason === "invalid") {
    return { intent: "passkey", ok: false, id, errors: { name: result.error }, values: { name } };
  }
  return renameFailed(id, name);
}

async function endOne({ shop, user, form }: AccountForm): Promise<SecurityAnswer> {
  const { ok } = await endSession(shop, user, form.session_id ?? "");
  return ok
    ? { intent: "sessions", ok, message: "Signed out there" }
    : { ...REFUSED, intent: "sessions", message: "This session has ended already.", isStale: true };
}

async function endOthers({ request, context, cookies }: AccountForm): Promise<SecurityAnswer> {
  const answer = await callAuthService(request, context, "/revoke-other-sessions", {});
  if (!answer.ok) return SIGN_OUT_FAILED;
  cookies.push(...answer.cookies);
  return { intent: "sessions", ok: true, message: "Signed out everywhere else" };
}

/** Without JavaScript only; the script signs out itself. A missing session counts as success. */
async function signOut({ request, context }: AccountForm, paths: string[]): Promise<SecurityAnswer> {
  const cookies: string[] = [];
  for (const path of paths) {
    const answer = await callAuthService(request, context, path, {});
    if (!answer.ok && ![401, 403, 404].includes(answer.status)) return SIGN_OUT_FAILED;
    cookies.push(...answer.cookies);
  }
  return leave("/", cookies, "signed-out");
}
