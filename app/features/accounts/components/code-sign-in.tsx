import { BackButton, Problem, SubmitButton, TEXT_BUTTONS, TextButton } from "./auth-card.tsx";
import { CodeField, WhoField } from "./fields.tsx";
import type { SignInForm } from "./use-sign-in-form.ts";

export type CodeStep = { kind: "code"; who: string } | { kind: "code-sent"; to: string };
type CodeSignInProps = { step: CodeStep; form: SignInForm; onBack: () => void };

/** Sign-in with a code by SMS or mail; creates an account if there is none. */
export function CodeSignIn({ step, form, onBack }: CodeSignInProps) {
  const isSending = form.isSending("again") || (step.kind === "code" && form.busy);
  return (
    <>
      <Problem>{form.problem}</Problem>
      <form.Form {...form.props} className="grid gap-4">
        <input type="hidden" name="one-time" value="yes" />
        {step.kind === "code" ? (
          <>
            <p className="text-muted">We send you a code with 6 digits. No password needed.</p>
            <WhoField value={step.who} autoComplete="tel" takesFocus />
          </>
        ) : (
          <>
            <p>
              Enter the code that we sent to <b className="font-semibold break-words">{step.to}</b>. It works for five
              minutes.
            </p>
            <input type="hidden" name="who" value={step.to} />
            <CodeField />
          </>
        )}
        <SubmitButton busy={form.busy}>
          {step.kind === "code"
            ? isSending
              ? "Sending..."
              : "Send code"
            : form.busy && !isSending
              ? "Checking..."
              : "Log in"}
        </SubmitButton>
        <div className={TEXT_BUTTONS}>
          <BackButton onBack={onBack}>Use a password</BackButton>
          {step.kind === "code" ? null : <SendAgain form={form} />}
        </div>
      </form.Form>
    </>
  );
}

/** Asks for a new code, inside the form of the one that was sent. */
export function SendAgain({ form }: { form: SignInForm }) {
  return (
    <TextButton type="submit" name="again" value="yes" formNoValidate aria-disabled={form.busy}>
      {form.isSending("again") ? "Sending..." : "Send a new code"}
    </TextButton>
  );
}
