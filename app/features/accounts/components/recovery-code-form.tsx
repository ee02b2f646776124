import { BackButton, Problem, SubmitButton, TEXT_BUTTONS } from "./auth-card.tsx";
import { SendAgain } from "./code-sign-in.tsx";
import { CodeField } from "./fields.tsx";
import type { SignInForm } from "./use-sign-in-form.ts";

type RecoveryCodeFormProps = { phone: string; form: SignInForm; onBack: () => void };

/** Password reset for accounts with only a phone number: the code from the SMS signs in. */
export function RecoveryCodeForm({ phone, form, onBack }: RecoveryCodeFormProps) {
  return (
    <>
      <Problem>{form.problem}</Problem>
      <form.Form {...form.props} className="grid gap-4">
        <input type="hidden" name="email" value={phone} />
        <input type="hidden" name="recovery" value="yes" />
        <CodeField />
        <SubmitButton busy={form.busy}>
          {form.busy && !form.isSending("again") ? "Checking..." : "Continue"}
        </SubmitButton>
        <div className={TEXT_BUTTONS}>
          <BackButton onBack={onBack}>Use another number or address</BackButton>
          <SendAgain form={form} />
        </div>
      </form.Form>
    </>
  );
}
