import type { RouterContextProvider } from "react-router";
import { answerForm, leave } from "./auth-actions.server.ts";
import { callAuthService } from "./auth-service.server.ts";

type Context = Readonly<RouterContextProvider>;
/** A new secret, to be added to an authenticator app and confirmed with its code. */
type Secret = { totpURI: string; backupCodes: string[] };

/** "Logout" of the admin pages: ends this browser's session. */
export async function logOut(request: Request, context: Context): Promise<never> {
  const { cookies } = await callAuthService(request, context, "/sign-out", {});
  return leave("/login", cookies, "signed-out");
}

/** Handles the admin second-factor form: starts enrolment, confirms it, or verifies a code for the session. */
export function answerAdminSecondFactor(request: Request, context: Context) {
  return answerForm(request, context, async ({ form, text, service, stay }) => {
    if (form.has("sign-out")) return await logOut(request, context);
    if (form.has("second-factor")) {
      stay({ kind: "second-factor" });
      await service.verifySecondFactor(text("second-factor"));
      return leave("/admin", service.cookies);
    }
    const password = text("password");
    if (form.has("sets-password")) await service.ask("/update-password", { newPassword: password });
    const { totpURI, backupCodes } = await service.ask<Secret>("/two-factor/enable", { password });
    return { kind: "new-factor", totpURI, backupCodes };
  });
}
