import type { RouterContextProvider } from "react-router";
import { readForm } from "#app/lib/body.server.ts";
import { authMessage } from "../rules.ts";
import { ask, field, leave } from "./auth-actions.server.ts";

type Context = Readonly<RouterContextProvider>;

/** What the page for the admins' second factor shows when its form was posted without JavaScript. */
export type SecondFactorAnswer = {
  error?: string;
  /** A secret that was made just now, to be put into an app and confirmed with its code. */
  secret?: { totpURI: string; backupCodes: string[] };
  /** The secret was shown before, and only its code is missing. */
  isConfirming?: boolean;
};

/** The back office's "Logout": ends the session of this browser. */
export async function logOut(request: Request, context: Context): Promise<never> {
  const { cookies } = await ask(request, context, "/sign-out", {});
  return leave("/login", cookies, "signed-out");
}

/** The form for the admins' second factor: begins its set-up, confirms it, or shows it in a session that has not. */
export async function answerAdminSecondFactor(request: Request, context: Context): Promise<SecondFactorAnswer> {
  const form = await readForm(request);
  const text = (name: string) => field(form, name);
  if (text("intent") === "sign-out") return await logOut(request, context);
  if (text("intent") === "set-password") {
    const answer = await ask(request, context, "/update-password", { newPassword: text("password") });
    if (!answer.ok) return { error: authMessage(answer) };
    return leave("/admin/second-factor", answer.cookies);
  }
  if (text("intent") === "begin") {
    const answer = await ask(request, context, "/two-factor/enable", { password: text("password") });
    if (!answer.ok) return { error: authMessage(answer) };
    const { totpURI, backupCodes } = answer.data as SecondFactorAnswer["secret"] & object;
    return { secret: { totpURI, backupCodes } };
  }
  const code = text("code").replaceAll(/\s/g, "");
  const path = /^\d{6}$/.test(code) ? "/two-factor/verify-totp" : "/two-factor/verify-backup-code";
  const answer = await ask(request, context, path, { code });
  if (!answer.ok) return { error: authMessage(answer), isConfirming: true };
  return leave("/admin", answer.cookies);
}
