import { useState } from "react";
import { Problem, SubmitButton, TEXT_BUTTONS, TextButton } from "./auth-card.tsx";
import { CodeField } from "./fields.tsx";
import type { SignInForm } from "./use-sign-in-form.ts";

/** Second step of a sign-in: a code from the authenticator app or a backup code. */
export function SecondFactorForm({ form, recovery }: { form: SignInForm; recovery: boolean }) {
  const [backup, setBackup] = useState(false);
  return (
    <>
      <Problem>{form.problem}</Problem>
      <form.Form {...form.props} className="grid gap-4">
        <p className="text-muted">
          {backup
            ? "Enter one of the backup codes that you wrote down. Each works once."
            : "Enter the code that your authenticator app shows now."}
        </p>
        {recovery ? <input type="hidden" name="recovery" value="yes" /> : null}
        <CodeField
          key={String(backup)}
          id="second-factor"
          label={backup ? "Backup code" : "Code"}
          digitsOnly={!backup}
        />
        <SubmitButton busy={form.busy}>{form.busy ? "Checking..." : "Continue"}</SubmitButton>
      </form.Form>
      <div className={TEXT_BUTTONS}>
        <TextButton onClick={() => (form.setProblem(null), setBackup(!backup))}>
          {backup ? "Use the authenticator app" : "Use a backup code"}
        </TextButton>
      </div>
    </>
  );
}
