import { useHydrated } from "#app/ui/use-hydrated.ts";
import type { ProfileAnswer } from "../rules.ts";

/** For pages without JavaScript: result of the submitted form, and a notice about unavailable functions. */
export function ProfileWithoutScript({ answer }: { answer: ProfileAnswer | undefined }) {
  const hydrated = useHydrated();
  const message = answer && messageOf(answer);
  return (
    <>
      {message && !hydrated ? (
        <p role="status" className="rounded-xl bg-leaf px-4 py-3 font-semibold text-forest">
          {message}
        </p>
      ) : null}
      <noscript>
        <p className="rounded-xl bg-sand-deep px-4 py-3 text-muted">
          Two-step verification, adding and removing passkeys, and linked accounts need JavaScript. Everything else here
          works without it.
        </p>
      </noscript>
    </>
  );
}

function messageOf(answer: ProfileAnswer): string | null {
  if ("message" in answer && answer.message) return answer.message;
  if (answer.intent === "password") {
    if (answer.ok) return "Your password has been successfully updated.";
    if (Object.keys(answer.errors).length > 0) return "Please check the form.";
    return "We sent you a code. Enter it with your new password.";
  }
  if (answer.intent === "sign-in-name") {
    if (answer.ok) return answer.name === "phone" ? `Phone number ${answer.done}` : `Email address ${answer.done}`;
    if (Object.keys(answer.errors).length > 0) return "Please check the form.";
    if (answer.needsReauth) return "We sent you a code. Enter it to confirm that it is you.";
    return answer.step === "confirm" ? `We sent a message to ${answer.values.value}. Enter the code in it.` : null;
  }
  if (answer.intent === "passkey") return answer.ok ? "Passkey renamed" : "Please check the form.";
  return null;
}
