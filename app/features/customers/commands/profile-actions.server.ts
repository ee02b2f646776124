import { data, type RouterContextProvider } from "react-router";
import { callAuthService, leave, withCookies } from "#app/features/accounts/commands/auth-actions.server.ts";
import { endSession } from "#app/features/accounts/commands/sessions.server.ts";
import { sessionUser, userContext, type SessionUser } from "#app/features/accounts/middleware.server.ts";
import { mayEndAccount } from "#app/features/permissions/rules.ts";
import { readForm } from "#app/platform/body.server.ts";
import { shopContext, type Shop } from "#app/platform/context.server.ts";
import { removePicture } from "#app/platform/files/uploaded-pictures.server.ts";
import { renamePasskey, updateProfile } from "../commands.server.ts";
import { failedAnswer, needsCode, passwordErrors, refusalMessage, type ProfileAnswer } from "../rules.ts";
import { requestCode, confirmCode, removePhone } from "./login-identifiers.server.ts";

const REFUSED = { ok: false, errors: {}, values: {} } as const;

type Context = Readonly<RouterContextProvider>;
/** Deletes the user's account; the pictures of its requests are left to the caller. */
type DeleteAccount = (shop: Shop, user: SessionUser) => Promise<{ ok: true; pictures: string[] } | { ok: false }>;

type ActionInput = {
  request: Request;
  context: Context;
  shop: Shop;
  user: SessionUser;
  form: Record<string, string>;
  deleteAccount: DeleteAccount;
  /** Cookies set by the sign-in service, added to the response. */
  cookies: string[];
};

const NO_CODE = "Please enter the code.";
const OTHER_ACCOUNT: ProfileAnswer = {
  ...REFUSED,
  intent: "profile",
  message: "Somebody else is now signed in here. Nothing was changed.",
  isStale: true,
};
const WRONG_CODE = "This code is wrong or has expired. Ask for a new one.";

const ANSWERS: Record<string, (post: ActionInput) => Promise<ProfileAnswer>> = {
  profile: saveProfile,
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
  "delete-account": endAccount,
};

/**
 * Handles all forms of the profile page, with and without JavaScript. The user id comes only from the session; a form
 * rendered for another user is refused; signing out redirects. Unexpected errors are logged and shown as a failure of
 * the form.
 */
export async function profileAction(request: Request, context: Context, deleteAccount: DeleteAccount) {
  const form = Object.fromEntries(await readForm(request));
  const shop = context.get(shopContext);
  const post: ActionInput = {
    request,
    context,
    shop,
    user: context.get(userContext),
    form,
    deleteAccount,
    cookies: [],
  };
  if (form.for && form.for !== post.user.id) return data(OTHER_ACCOUNT, { status: 409 });
  const { intent = "" } = form;
  const act = (Object.hasOwn(ANSWERS, intent) && ANSWERS[intent]) || saveProfile;
  try {
    const answer = await act(post);
    const headers = post.cookies.map((cookie): [string, string] => ["Set-Cookie", cookie]);
    return data(answer, { status: statusOf(answer), headers });
  } catch (error) {
    if (error instanceof Response) throw error;
    shop.log.error({ err: error }, "a form of the profile failed");
    return data(failedAnswer(form), { status: 500 });
  }
}

/** A refusal that gives no reason asks for the next step. */
function statusOf(answer: ProfileAnswer): number {
  if (answer.ok || (!answer.message && Object.keys(answer.errors).length === 0)) return 200;
  return "isStale" in answer ? 409 : 422;
}

async function saveProfile({ shop, user, form }: ActionInput): Promise<ProfileAnswer> {
  const result = await updateProfile(shop, user, form);
  if (result.ok) return { intent: "profile", ok: true };
  if (result.reason !== "invalid") return failedAnswer(form);
  return { intent: "profile", ok: false, errors: result.errors, values: form };
}

async function changePassword(post: ActionInput): Promise<ProfileAnswer> {
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
async function sendCode({ request, context }: ActionInput, sent = false): Promise<ProfileAnswer> {
  const answer = await callAuthService(request, context, "/reauthenticate", {});
  const refused = { ...REFUSED, intent: "password" } as const;
  if (answer.ok) return { ...refused, asksCode: true, sent };
  return { ...refused, asksCode: sent, message: refusalMessage(answer, "Failed to send a code. Please try again.") };
}

/** The service replaced this browser's session; the page is rendered for the new one. */
async function stayIn({ request, context, cookies }: ActionInput): Promise<void> {
  const user = await sessionUser(withCookies(request, cookies), context);
  if (user) (context as RouterContextProvider).set(userContext, user);
}

async function namePasskey({ shop, user, form }: ActionInput): Promise<ProfileAnswer> {
  const { id = "", name = "" } = form;
  const result = await renamePasskey(shop, user, id, name);
  if (result.ok) return { intent: "passkey", ok: true, id };
  if (result.reason === "invalid") {
    return { intent: "passkey", ok: false, id, errors: { name: result.error }, values: { name } };
  }
  return failedAnswer(form);
}

async function endOne({ shop, user, form }: ActionInput): Promise<ProfileAnswer> {
  const { ok } = await endSession(shop, user, form.session_id ?? "");
  return ok
    ? { intent: "sessions", ok, message: "Signed out there" }
    : { ...REFUSED, intent: "sessions", message: "This session has ended already.", isStale: true };
}

async function endOthers({ request, context, form, cookies }: ActionInput): Promise<ProfileAnswer> {
  const answer = await callAuthService(request, context, "/revoke-other-sessions", {});
  if (!answer.ok) return failedAnswer(form);
  cookies.push(...answer.cookies);
  return { intent: "sessions", ok: true, message: "Signed out everywhere else" };
}

/** Without JavaScript only; the script signs out itself. A missing session counts as success. */
async function signOut({ request, context, form }: ActionInput, paths: string[]): Promise<ProfileAnswer> {
  const cookies: string[] = [];
  for (const path of paths) {
    const answer = await callAuthService(request, context, path, {});
    if (!answer.ok && ![401, 403, 404].includes(answer.status)) return failedAnswer(form);
    cookies.push(...answer.cookies);
  }
  return leave("/", cookies, "signed-out");
}

/** Without JavaScript only, in two steps: the first asks for confirmation. */
async function endAccount({ request, context, shop, user, form, deleteAccount }: ActionInput): Promise<ProfileAnswer> {
  if (!form.confirmed) return { ...REFUSED, intent: "delete-account" };
  if (!mayEndAccount(user, shop.env.ADMIN_SECOND_FACTOR))
    return { ...REFUSED, intent: "delete-account", message: "Please confirm your second factor first." };
  const result = await deleteAccount(shop, user);
  if (!result.ok) return failedAnswer(form);
  for (const picture of result.pictures) {
    await removePicture(shop.files, picture).catch((error: unknown) =>
      shop.log.error({ err: error }, "a picture stays"),
    );
  }
  const { cookies } = await callAuthService(request, context, "/sign-out", {});
  return leave("/login", cookies, "account-deleted");
}
