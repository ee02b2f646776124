import { BackButton, Problem, SubmitButton, TEXT_BUTTONS, TextButton } from "./auth-card.tsx";
import { CodeField } from "./fields.tsx";
import type { SignInForm } from "./use-sign-in-form.ts";

type PhoneCodeFormProps = {
  phone: string;
  ticket: string;
  form: SignInForm;
  /** Values of the previous form, for going back without JavaScript. */
  typed: Record<string, string | undefined>;
  /** Requests a new ticket and code; null when the password is no longer in memory. */
  onResend: (() => void) | null;
  onBack: () => void;
};

/** Last step of a phone sign-up: the code from the SMS creates the account. */
export function PhoneCodeForm({ phone, ticket, form, typed, onResend, onBack }: PhoneCodeFormProps) {
  const isResending = form.isSending("password");
  return (
    <>
      <Problem>{form.problem}</Problem>
      <form.Form {...form.props} className="grid gap-4">
        <p>
          We sent a code by SMS to <b className="font-semibold whitespace-nowrap">{phone}</b>. Enter it to finish your
          account. It works for five minutes.
        </p>
        <input type="hidden" name="ticket" value={ticket} />
        <input type="hidden" name="who" value={phone} />
        <input type="hidden" name="firstName" value={typed["firstName"] ?? ""} />
        <input type="hidden" name="lastName" value={typed["lastName"] ?? ""} />
        <CodeField />
        <SubmitButton busy={form.busy}>{form.busy && !isResending ? "Checking..." : "Confirm number"}</SubmitButton>
        <div className={TEXT_BUTTONS}>
          <BackButton onBack={onBack}>
            {onResend ? "Change the number" : "Change the number or send a new code"}
          </BackButton>
          {onResend ? (
            <TextButton aria-disabled={form.busy} onClick={onResend}>
              {isResending ? "Sending..." : "Send a new code"}
            </TextButton>
          ) : null}
        </div>
      </form.Form>
    </>
  );
}
