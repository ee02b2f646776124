import { data, type RouterContextProvider } from "react-router";
import { readForm } from "#app/lib/body.server.ts";
import type { FormResult } from "#app/lib/forms.ts";
import { authMessage } from "../rules.ts";
import { answerOf, callAuthService, field, leave, signInService } from "./auth-actions.server.ts";

type Context = Readonly<RouterContextProvider>;

/** State of the admin second-factor page after a POST without JavaScript. */
export type SecondFactorResult = FormResult<{ secret: Secret }> & {
  /** The secret was shown on the previous page; only its code is missing. */
  isConfirming?: boolean;
};
/** A new secret, to be added to an authenticator app and confirmed with its code. */
type Secret = { totpURI: string; backupCodes: string[] };

/** "Logout" of the admin pages: ends this browser's session. */
export async function logOut(request: Request, context: Context): Promise<never> {
  const { cookies } = await callAuthService(request, context, "/sign-out", {});
  return leave("/login", cookies, "signed-out");
}

/** Handles the admin second-factor form: starts enrolment, confirms it, or verifies a code for the session. */
export async function answerAdminSecondFactor(request: Request, context: Context) {
  const form = await readForm(request);
  const text = (name: string) => field(form, name);
  if (text("intent") === "sign-out") return await logOut(request, context);
  if (text("intent") === "set-password") {
    const answer = await callAuthService(request, context, "/update-password", { newPassword: text("password") });
    if (!answer.ok) return refuse(authMessage(answer));
    return leave("/admin/second-factor", answer.cookies);
  }
  if (text("intent") === "begin") {
    const answer = await callAuthService(request, context, "/two-factor/enable", { password: text("password") });
    if (!answer.ok) return refuse(authMessage(answer));
    const { totpURI, backupCodes } = answer.data as Secret;
    return { ok: true, secret: { totpURI, backupCodes } } satisfies SecondFactorResult;
  }
  const service = signInService(request, context);
  const refusal = await answerOf(service.verifySecondFactor(text("code")));
  if (refusal) return refuse(authMessage(refusal), true);
  return leave("/admin", service.cookies);
}

function refuse(message: string, isConfirming = false) {
  return data<SecondFactorResult>({ ok: false, message, errors: {}, values: {}, isConfirming }, { status: 422 });
}
