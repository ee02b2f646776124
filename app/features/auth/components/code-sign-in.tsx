import { useRef, type FormEvent } from "react";
import { toast } from "#app/ui/toast.ts";
import { auth, type SignInResult } from "../client.ts";
import { parseIdentifier } from "../rules.ts";
import { Problem, SubmitButton, TEXT_BUTTONS, TextButton } from "./auth-card.tsx";
import { CodeField, emptyCode, emptyRefused, formText, WhoField } from "./fields.tsx";
import { useAttempt } from "./use-attempt.ts";

export type CodeStep = { kind: "code"; who: string } | { kind: "code-sent"; to: string };
type CodeSignInProps = {
  step: CodeStep;
  onSent: (to: string) => Promise<void>;
  onArrived: (result: SignInResult) => Promise<void>;
  onBack: () => void;
};

/** Sign-in with a code by SMS or mail; creates an account if there is none. */
export function CodeSignIn({ step, onSent, onArrived, onBack }: CodeSignInProps) {
  const { busy, doing, problem, attempt } = useAttempt();
  const form = useRef<HTMLFormElement>(null);
  const sentTo = step.kind === "code-sent" ? step.to : null;

  async function send(to: string) {
    const person = parseIdentifier(to);
    const sent = await attempt(
      async () => {
        await auth.signInWithOtp(person);
        await onSent(to.trim());
      },
      { name: "send" },
    );
    if (!sent) return;
    toast.success("Code sent", person.phone ? "Check your messages." : "Check your email.");
    if (form.current) emptyCode(form.current);
  }

  async function onSubmit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const filled = event.currentTarget;
    if (sentTo === null) return await send(formText(filled, "who"));
    const token = formText(filled, "code");
    await attempt(async () => await onArrived(await auth.verifyOtp({ ...parseIdentifier(sentTo), token })), {
      name: "check",
      onRefusal: (refusal) => emptyRefused(filled, refusal),
    });
  }

  return (
    <>
      <Problem>{problem}</Problem>
      <form ref={form} onSubmit={(event) => void onSubmit(event)} className="grid gap-4">
        {step.kind === "code" ? (
          <>
            <p className="text-muted">We send you a code with 6 digits. No password needed.</p>
            <WhoField value={step.who} autoComplete="tel" takesFocus />
          </>
        ) : (
          <>
            <p>
              Enter the code that we sent to <b className="font-semibold break-words">{sentTo}</b>. It works for five
              minutes.
            </p>
            <CodeField />
          </>
        )}
        <SubmitButton busy={busy}>
          {sentTo === null
            ? doing === "send"
              ? "Sending..."
              : "Send code"
            : doing === "check"
              ? "Checking..."
              : "Log in"}
        </SubmitButton>
      </form>
      <div className={TEXT_BUTTONS}>
        <TextButton onClick={onBack}>Use a password</TextButton>
        {sentTo === null ? null : (
          <TextButton aria-disabled={busy} onClick={() => void send(sentTo)}>
            {doing === "send" ? "Sending..." : "Send a new code"}
          </TextButton>
        )}
      </div>
    </>
  );
}
