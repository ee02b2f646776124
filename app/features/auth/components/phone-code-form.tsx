import type { FormEvent } from "react";
import { Form } from "react-router";
import { useStore } from "#app/features/settings/components/use-store.ts";
import { toast } from "#app/ui/toast.ts";
import { auth } from "../client.ts";
import { Problem, SubmitButton, TEXT_BUTTONS, TextButton } from "./auth-card.tsx";
import { CodeField, emptyRefused, formText } from "./fields.tsx";
import { useAttempt } from "./use-attempt.ts";
import { useReturn } from "./use-return.ts";

type PhoneCodeFormProps = {
  phone: string;
  ticket: string;
  error?: string | null;
  /** Values of the previous form, for going back without JavaScript. */
  typed: Record<string, string | undefined>;
  /** Requests a new ticket and code; null when the password is no longer in memory. */
  onResend: (() => Promise<void>) | null;
  onDone: () => void;
  onBack: () => void;
};

/** Last step of a phone sign-up: the code from the SMS creates the account. */
export function PhoneCodeForm({ phone, ticket, error, typed, onResend, onDone, onBack }: PhoneCodeFormProps) {
  const returnToPage = useReturn();
  const { name } = useStore();
  const { busy, doing, problem, attempt } = useAttempt(error);

  async function onSubmit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = event.currentTarget;
    const code = formText(form, "code");
    const check = async () => {
      await auth.verifyPhoneSignUp(ticket, code);
      toast.success("Account created", `Welcome to ${name}!`);
      await returnToPage();
      onDone();
    };
    await attempt(check, { name: "check", onRefusal: (refusal) => emptyRefused(form, refusal) });
  }

  async function resend(again: () => Promise<void>) {
    if (await attempt(again, { name: "resend" }))
      toast.success("Code sent", "Check your messages. The earlier code no longer works.");
  }

  return (
    <>
      <Problem>{problem}</Problem>
      <Form method="post" reloadDocument onSubmit={(event) => void onSubmit(event)} className="grid gap-4">
        <p>
          We sent a code by SMS to <b className="font-semibold whitespace-nowrap">{phone}</b>. Enter it to finish your
          account. It works for five minutes.
        </p>
        <input type="hidden" name="ticket" value={ticket} />
        <input type="hidden" name="phone" value={phone} />
        <input type="hidden" name="firstName" value={typed["firstName"] ?? ""} />
        <input type="hidden" name="lastName" value={typed["lastName"] ?? ""} />
        <CodeField key={ticket} />
        <SubmitButton busy={busy}>{doing === "check" ? "Checking..." : "Confirm number"}</SubmitButton>
        <div className={TEXT_BUTTONS}>
          <TextButton
            type="submit"
            name="back"
            value="yes"
            formNoValidate
            onClick={(event) => (event.preventDefault(), onBack())}
          >
            {onResend ? "Change the number" : "Change the number or send a new code"}
          </TextButton>
          {onResend ? (
            <TextButton aria-disabled={busy} onClick={() => void resend(onResend)}>
              {doing === "resend" ? "Sending..." : "Send a new code"}
            </TextButton>
          ) : null}
        </div>
      </Form>
    </>
  );
}
