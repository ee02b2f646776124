import type { FormEvent } from "react";
import { Form } from "react-router";
import { Field, fieldProps, Input } from "#app/ui/input.tsx";
import { toast } from "#app/ui/toast.ts";
import { auth } from "../client.ts";
import { CODE_FAILED, NO_ADDRESS_OR_NUMBER, RESET_FAILED, parseIdentifier } from "../rules.ts";
import { Problem, SubmitButton } from "./auth-card.tsx";
import { formText } from "./fields.tsx";
import { useAttempt } from "./use-attempt.ts";

/** Destination of the link or the code. */
export type SentStep = { kind: "sent"; email: string } | { kind: "recovery-code"; phone: string };
type ForgotFormProps = { error?: string; email?: string; onSent: (step: SentStep) => Promise<void> };

const HINT = "Only a phone number? Enter it here and get a code by SMS.";

/** Requests a password reset: a link by mail, or a code for an account with only a phone number. */
export function ForgotForm({ error, email, onSent }: ForgotFormProps) {
  const { busy, problem, attempt, setProblem } = useAttempt(error);

  async function onSubmit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const to = parseIdentifier(formText(event.currentTarget, "email"));
    if (to.phone) {
      const sent = await attempt(() => auth.signInWithOtp(to), { fallback: CODE_FAILED });
      if (sent) toast.success("Code sent", "Check your messages.");
      return sent ? await onSent({ kind: "recovery-code", phone: to.phone }) : undefined;
    }
    if (!to.email) return setProblem(NO_ADDRESS_OR_NUMBER);
    const { email: address } = to;
    const sent = await attempt(() => auth.resetPasswordForEmail(address), {
      fallback: RESET_FAILED,
    });
    if (!sent) return;
    toast.success("Password reset email sent", "Check your email for a link to reset your password");
    await onSent({ kind: "sent", email: address });
  }

  return (
    <>
      <Problem>{problem}</Problem>
      {/* noValidate, because native email validation would reject a phone number. */}
      <Form noValidate method="post" reloadDocument onSubmit={(event) => void onSubmit(event)} className="grid gap-4">
        <Field id="email" label="Email" hint={HINT}>
          <Input
            {...fieldProps("email", { hint: HINT })}
            name="email"
            type="email"
            defaultValue={email}
            required
            maxLength={254}
            autoComplete="email"
            placeholder="you@example.com"
          />
        </Field>
        <SubmitButton busy={busy}>{busy ? "Sending..." : "Send reset link"}</SubmitButton>
      </Form>
    </>
  );
}
