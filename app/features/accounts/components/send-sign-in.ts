import { sendForm } from "#app/lib/send-form.ts";
import { auth } from "../client.ts";
import type { SignInFormResult } from "../commands/auth-actions.server.ts";
import { failureOf, type AuthEvent } from "../rules.ts";

type Sent = { request: Request; serverAction: () => Promise<unknown> };

/**
 * The `clientAction` of the sign-in pages. A form that is not answered stays with a message; a redirect may bring a new
 * session, which is loaded before it is followed, for this tab and the others.
 */
export async function sendSignIn({ request, serverAction }: Sent): Promise<SignInFormResult> {
  const form = await request.clone().formData();
  try {
    return await sendForm(request, serverAction as () => Promise<SignInFormResult>, failureOf(form));
  } catch (answer) {
    await auth.signedIn(eventOf(form)).catch(() => {});
    throw answer;
  }
}

function eventOf(form: FormData): AuthEvent {
  if (form.has("second-factor")) return "MFA_CHALLENGE_VERIFIED";
  return form.has("exchange") ? "PASSWORD_RECOVERY" : "SIGNED_IN";
}
