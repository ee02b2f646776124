import { useEffect, useEffectEvent, useRef } from "react";
import { Form, useNavigation } from "react-router";
import { Button } from "#app/ui/button.tsx";
import { Field, fieldProps, Input } from "#app/ui/input.tsx";
import { toast } from "#app/ui/toast.ts";
import { auth } from "../../client.ts";
import type { SecurityAnswerTo } from "../../rules/security.ts";
import { ReauthCode } from "./reauth-code.tsx";
import { RenderedForField } from "./rendered-for.tsx";
import { SettingsCard } from "./settings-card.tsx";

type Props = {
  hasPassword: boolean;
  /** Sign-in method of an account without password, e.g. "Google". */
  otherWay: string;
  /** Destination of codes: the account's email address or phone number. */
  mailbox: string;
  answer: SecurityAnswerTo<"password">;
  onChanged: () => void;
};

const FIELDS = [
  { name: "password", label: "New password" },
  { name: "confirmPassword", label: "Confirm password" },
] as const;
const ORDER = ["password", "confirmPassword", "code"] as const;

/** Sets or changes the password. A session that is not recent needs a code. */
export function PasswordForm({ hasPassword, otherWay, mailbox, answer, onChanged }: Props) {
  const form = useRef<HTMLFormElement>(null);
  const intent = useNavigation().formData?.get("intent");
  const busy = intent === "password" || intent === "send-code";
  const refused = answer?.ok === false ? answer : null;
  const errors = refused?.errors ?? {};

  const onAnswer = useEffectEvent((latest: NonNullable<Props["answer"]>) => {
    if (latest.ok) {
      form.current?.reset();
      toast.success("Password updated", "Your password has been successfully updated.");
      // The session was replaced; syncs it across tabs.
      void auth.updateUser({}).catch(() => {});
      return onChanged();
    }
    if (latest.message) return toast.error("Error", latest.message);
    if (latest.sent) toast.info("Code sent", `Look for it at ${mailbox}.`);
    const first = ORDER.find((name) => latest.errors[name]) ?? (latest.asksCode ? "code" : null);
    if (first) document.getElementById(`password-${first}`)?.focus();
  });
  useEffect(() => {
    if (answer) onAnswer(answer);
  }, [answer]);

  const title = hasPassword ? "Change Password" : "Set Password";
  return (
    <SettingsCard
      title={title}
      text={
        hasPassword
          ? "Other devices are signed out when it changes."
          : `A password lets you sign in without ${otherWay}.`
      }
    >
      <Form ref={form} noValidate method="post" preventScrollReset className="grid max-w-md gap-4">
        <RenderedForField />
        <input type="hidden" name="intent" value="password" />
        <input type="hidden" name="username" autoComplete="username" value={mailbox} readOnly />
        {FIELDS.map(({ name, label }) => (
          <Field key={name} id={`password-${name}`} label={label} error={errors[name]}>
            <Input
              {...fieldProps(`password-${name}`, { error: errors[name] })}
              name={name}
              type="password"
              autoComplete="new-password"
              required
              minLength={6}
              maxLength={128}
            />
          </Field>
        ))}
        {refused?.asksCode ? (
          <ReauthCode
            id="password-code"
            name="code"
            mailbox={mailbox}
            error={errors.code}
            resend="password-send-code"
          />
        ) : null}
        <Button type="submit" className="justify-self-start" aria-disabled={busy} aria-busy={busy}>
          {title}
        </Button>
      </Form>
      <Form id="password-send-code" method="post" preventScrollReset hidden>
        <RenderedForField />
        <input type="hidden" name="intent" value="send-code" />
      </Form>
    </SettingsCard>
  );
}
