import { useRef, type FormEvent } from "react";
import { Form, useNavigate } from "react-router";
import { toast } from "#app/ui/toast.ts";
import { auth } from "../client.ts";
import { CODE_FAILED } from "../rules.ts";
import { Problem, SubmitButton, TEXT_BUTTONS, TextButton } from "./auth-card.tsx";
import { CodeField, emptyCode, emptyRefused, formText } from "./fields.tsx";
import { useAttempt } from "./use-attempt.ts";

type RecoveryCodeFormProps = { phone: string; error?: string; onDone: () => void; onBack: () => void };

/** Password reset for accounts with only a phone number: the code from the SMS signs in. */
export function RecoveryCodeForm({ phone, error, onDone, onBack }: RecoveryCodeFormProps) {
  const navigate = useNavigate();
  const { busy, doing, problem, attempt } = useAttempt(error);
  const form = useRef<HTMLFormElement>(null);

  async function onSubmit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const sent = event.currentTarget;
    const token = formText(sent, "code");
    const check = async () => {
      const { mfa } = await auth.verifyOtp({ phone, token, recovery: true });
      await navigate(mfa ? "/auth/callback?mfa=required&type=recovery" : "/profile?reset=true");
      onDone();
    };
    await attempt(check, { name: "check", onRefusal: (refusal) => emptyRefused(sent, refusal) });
  }

  async function resend() {
    const sent = await attempt(() => auth.signInWithOtp({ phone }), { name: "resend", fallback: CODE_FAILED });
    if (!sent) return;
    toast.success("Code sent", "Check your messages.");
    if (form.current) emptyCode(form.current);
  }

  return (
    <>
      <Problem>{problem}</Problem>
      <Form ref={form} method="post" reloadDocument onSubmit={(event) => void onSubmit(event)} className="grid gap-4">
        <input type="hidden" name="phone" value={phone} />
        <CodeField />
        <SubmitButton busy={busy}>{doing === "check" ? "Checking..." : "Continue"}</SubmitButton>
      </Form>
      <div className={TEXT_BUTTONS}>
        <TextButton onClick={onBack}>Use another number or address</TextButton>
        <TextButton aria-disabled={busy} onClick={() => void resend()}>
          {doing === "resend" ? "Sending..." : "Send a new code"}
        </TextButton>
      </div>
    </>
  );
}
