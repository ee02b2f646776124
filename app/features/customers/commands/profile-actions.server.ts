import { data, type RouterContextProvider } from "react-router";
import { leave } from "#app/features/accounts/commands/auth-actions.server.ts";
import { callAuthService, refusedFactor, serviceOf } from "#app/features/accounts/commands/auth-service.server.ts";
import { SECURITY_ACTIONS, type AccountForm } from "#app/features/accounts/commands/security-actions.server.ts";
import { userContext, type SessionUser } from "#app/features/accounts/middleware.server.ts";
import { hasSecondFactor } from "#app/features/accounts/queries/security.server.ts";
import { canDeleteAccount } from "#app/features/permissions/rules.ts";
import { readForm } from "#app/platform/body.server.ts";
import { shopContext, type Shop } from "#app/platform/context.server.ts";
import { removePicture } from "#app/platform/files/uploaded-pictures.server.ts";
import { updateProfile } from "../commands.server.ts";
import { failedAnswer, type ProfileAnswer } from "../rules.ts";

const REFUSED = { ok: false, errors: {}, values: {} } as const;

type Context = Readonly<RouterContextProvider>;
/** Deletes the user's account; the pictures of its requests are left to the caller. */
type DeleteAccount = (shop: Shop, user: SessionUser) => Promise<{ ok: true; pictures: string[] } | { ok: false }>;
type ProfileForm = AccountForm & { deleteAccount: DeleteAccount };

const OTHER_ACCOUNT: ProfileAnswer = {
  ...REFUSED,
  intent: "profile",
  message: "Somebody else is now signed in here. Nothing was changed.",
  isStale: true,
};

const ANSWERS: Record<string, (post: ProfileForm) => Promise<ProfileAnswer>> = {
  ...SECURITY_ACTIONS,
  profile: saveProfile,
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
  const user = context.get(userContext);
  const post: ProfileForm = { request, context, shop, user, form, deleteAccount, cookies: [] };
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

async function saveProfile({ shop, user, form }: AccountForm): Promise<ProfileAnswer> {
  const result = await updateProfile(shop, user, form);
  if (result.ok) return { intent: "profile", ok: true };
  if (result.reason !== "invalid") return failedAnswer(form);
  return { intent: "profile", ok: false, errors: result.errors, values: form };
}

/** Without JavaScript only, in two steps: the first asks for confirmation, and for the code of a second factor. */
async function endAccount({ request, context, shop, user, form, deleteAccount }: ProfileForm): Promise<ProfileAnswer> {
  if (!form.confirmed) return { ...REFUSED, intent: "delete-account" };
  if (!canDeleteAccount(user, shop.env.ADMIN_SECOND_FACTOR))
    return { ...REFUSED, intent: "delete-account", message: "Please confirm your second factor first." };
  if (await hasSecondFactor(shop.db, user.id)) {
    const refused = await refusedFactor(serviceOf(context), request, form.code ?? "");
    if (refused) return { ...REFUSED, intent: "delete-account", errors: { code: refused.message } };
  }
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
