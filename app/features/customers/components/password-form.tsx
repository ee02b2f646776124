import { useState, type FormEvent } from "react";
import { auth } from "#app/features/auth/client.ts";
import { Button } from "#app/ui/button.tsx";
import { Field, fieldProps, Input } from "#app/ui/input.tsx";
import { toast } from "#app/ui/toast.ts";
import { useHydrated } from "#app/ui/use-hydrated.ts";
import { needsCode, passwordErrors, type PasswordErrors } from "../rules.ts";
import { SettingsCard } from "./settings-card.tsx";
import { useTask } from "./use-task.ts";

type Props = { hasPassword: boolean; hasGoogle: boolean; email: string | null; onChanged: () => void };
type Errors = PasswordErrors & { code?: string };

const FAILED = "Failed to update password";
const FIELDS = [
  { name: "password", label: "New password" },
  { name: "confirmPassword", label: "Confirm password" },
] as const;

/** Sets the first password or changes it. A session that is not recent proves itself with a code from the mailbox. */
export function PasswordForm({ hasPassword, hasGoogle, email, onChanged }: Props) {
  const hydrated = useHydrated();
  const { busy, run } = useTask();
  const [values, setValues] = useState({ password: "", confirmPassword: "", code: "" });
  const [errors, setErrors] = useState<Errors>({});
  const [asksCode, setAsksCode] = useState(false);

  async function submit(event: FormEvent) {
    event.preventDefault();
    const { password, confirmPassword } = values;
    const code = values.code.trim();
    const found: Errors = passwordErrors(password, confirmPassword);
    if (asksCode && !code) found.code = "Please enter the code.";
    setErrors(found);
    const [first] = Object.keys(found);
    if (first) return document.getElementById(`password-${first}`)?.focus();
    let refused = false;
    const done = await run(async () => {
      try {
        await auth.updateUser({ password, nonce: code || undefined });
      } catch (error) {
        if (!needsCode(error) || !email) throw error;
        refused = true;
        if (!asksCode) await auth.reauthenticate();
      }
    }, FAILED);
    if (!done) return;
    if (refused) {
      setErrors(asksCode ? { code: "This code is wrong or has expired. Ask for a new one." } : {});
      return setAsksCode(true);
    }
    setValues({ password: "", confirmPassword: "", code: "" });
    setAsksCode(false);
    toast.success("Password updated", "Your password has been successfully updated.");
    onChanged();
  }

  async function sendAgain() {
    if (!(await run(() => auth.reauthenticate(), "Failed to send a code. Please try again."))) return;
    setValues((all) => ({ ...all, code: "" }));
    setErrors({});
    toast.info("Code sent", `Check your email at ${email}.`);
  }

  const change = (name: keyof typeof values) => (event: { target: { value: string } }) => {
    setValues((all) => ({ ...all, [name]: event.target.value }));
    setErrors((all) => ({ ...all, [name]: undefined }));
  };
  const title = hasPassword ? "Change Password" : "Set Password";
  return (
    <SettingsCard
      title={title}
      text={
        hasPassword
          ? "Other devices are signed out when it changes."
          : hasGoogle
            ? "A password lets you sign in without Google."
            : "A password lets you sign in without a code."
      }
    >
      <form noValidate method="post" onSubmit={(event) => void submit(event)} className="grid max-w-md gap-4">
        <input type="hidden" name="username" autoComplete="username" value={email ?? ""} readOnly />
        {FIELDS.map(({ name, label }) => (
          <Field key={name} id={`password-${name}`} label={label} error={errors[name]}>
            <Input
              {...fieldProps(`password-${name}`, { error: errors[name] })}
              type="password"
              autoComplete="new-password"
              required
              minLength={6}
              maxLength={128}
              value={values[name]}
              onChange={change(name)}
            />
          </Field>
        ))}
        {asksCode ? (
          <div className="grid gap-3 rounded-xl bg-sand p-4" role="group" aria-label="Confirm that it is you">
            <p className="text-sm text-muted">
              You signed in a while ago. We sent a code to <b className="font-semibold text-ink">{email}</b>: enter it
              to confirm that it is you.
            </p>
            <Field id="password-code" label="Code" error={errors.code}>
              <Input
                {...fieldProps("password-code", { error: errors.code })}
                inputMode="numeric"
                autoComplete="one-time-code"
                maxLength={12}
                value={values.code}
                onChange={change("code")}
              />
            </Field>
            <button
              type="button"
              className="min-h-11 justify-self-start font-semibold text-forest underline"
              onClick={() => void sendAgain()}
            >
              Send a new code
            </button>
          </div>
        ) : null}
        <Button type="submit" className="justify-self-start" disabled={!hydrated || busy} aria-busy={busy}>
          {title}
        </Button>
      </form>
    </SettingsCard>
  );
}
