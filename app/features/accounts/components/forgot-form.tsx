import { Field, fieldProps, Input } from "#app/ui/input.tsx";
import { Problem, SubmitButton } from "./auth-card.tsx";
import type { SignInForm } from "./use-sign-in-form.ts";

const HINT = "Only a phone number? Enter it here and get a code by SMS.";

/** Requests a password reset: a link by mail, or a code for an account with only a phone number. */
export function ForgotForm({ form }: { form: SignInForm }) {
  return (
    <>
      <Problem>{form.problem}</Problem>
      {/* noValidate, because native email validation would reject a phone number. */}
      <form.Form {...form.props} noValidate className="grid gap-4">
        <Field id="email" label="Email" hint={HINT}>
          <Input
            {...fieldProps("email", { hint: HINT })}
            name="email"
            type="email"
            defaultValue={form.values.email}
            required
            maxLength={254}
            autoComplete="email"
            placeholder="you@example.com"
          />
        </Field>
        <SubmitButton busy={form.busy}>{form.busy ? "Sending..." : "Send reset link"}</SubmitButton>
      </form.Form>
    </>
  );
}
