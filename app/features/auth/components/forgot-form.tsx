import type { FormEvent } from "react";
import { Form } from "react-router";
import { Button } from "#app/ui/button.tsx";
import { Field, fieldProps, Input } from "#app/ui/input.tsx";
import { toast } from "#app/ui/toast.ts";
import { auth } from "../client.ts";
import { RESET_FAILED } from "../rules.ts";
import { Problem } from "./auth-card.tsx";
import { textOf } from "./fields.tsx";
import { useAttempt } from "./use-attempt.ts";

type ForgotFormProps = { error?: string; email?: string; onSent: (email: string) => void };

/** Asks for the link that leads to a new password. */
export function ForgotForm({ error, email, onSent }: ForgotFormProps) {
  const { busy, problem, attempt } = useAttempt(error);

  async function onSubmit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const address = textOf(event.currentTarget, "email").trim();
    const sent = await attempt(async () => void (await auth.resetPasswordForEmail(address)), {
      fallback: RESET_FAILED,
    });
    if (!sent) return;
    toast.success("Password reset email sent", "Check your email for a link to reset your password");
    onSent(address);
  }

  return (
    <>
      <Problem>{problem}</Problem>
      <Form method="post" reloadDocument onSubmit={(event) => void onSubmit(event)} className="grid gap-4">
        <Field id="email" label="Email">
          <Input
            {...fieldProps("email")}
            name="email"
            type="email"
            defaultValue={email}
            required
            maxLength={254}
            autoComplete="email"
            placeholder="you@example.com"
          />
        </Field>
        <Button type="submit" size="lg" aria-disabled={busy}>
          {busy ? "Sending..." : "Send reset link"}
        </Button>
      </Form>
    </>
  );
}
