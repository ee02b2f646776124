import { useState, type FormEvent } from "react";
import { useLocation } from "react-router";
import { Field, fieldProps, Input } from "#app/ui/input.tsx";
import { toast } from "#app/ui/toast.ts";
import { useHydrated } from "#app/ui/use-hydrated.ts";
import type { SignInFormResult, SignInStep } from "../commands/auth-actions.server.ts";
import { Or, Problem, SubmitButton } from "./auth-card.tsx";
import { PasswordField, WhoField } from "./fields.tsx";
import { GoogleButton } from "./google-button.tsx";
import { PhoneCodeForm } from "./phone-code-form.tsx";
import { useSignInForm } from "./use-sign-in-form.ts";
import { useStep } from "./use-step.ts";

type SignupFormProps = { hasGoogle: boolean; answer: SignInFormResult | undefined };
type Typed = { who?: string; firstName?: string; lastName?: string; password?: string };
type Pending = Extract<SignInStep, { kind: "phone-code" }>;

/**
 * Sign-up with names, email or phone, and password. A phone number is verified by a code, an email address by a link.
 */
export function SignupForm({ hasGoogle, answer }: SignupFormProps) {
  const first = answer?.step;
  const { step, show, leave } = useStep<Pending>("signup", first?.kind === "phone-code" ? first : null);
  const form = useSignInForm(answer, (next) => {
    if (next.kind !== "phone-code") return;
    if (step) toast.success("Code sent", "Check your messages. The earlier code no longer works.");
    void show(next, { inPlace: step !== null });
  });
  const isHydrated = useHydrated();
  const { state } = useLocation();
  // With the password, which a new code needs.
  const [last, setTyped] = useState<Typed | undefined>(answer && form.values);
  // The server cannot read the history state, so after a reload fields are filled after hydration.
  const typed: Typed = last ?? (isHydrated ? namesIn(state) : {});

  if (step) {
    const known = { ...step.typed, ...typed };
    const { who, firstName, lastName, password } = known;
    return (
      <PhoneCodeForm
        phone={step.phone}
        ticket={step.ticket}
        form={form}
        typed={known}
        onResend={password ? () => form.send({ who, firstName, lastName, password }) : null}
        onBack={() => {
          form.setProblem(null);
          setTyped(known);
          void leave();
        }}
      />
    );
  }

  function onSubmit(event: FormEvent<HTMLFormElement>) {
    setTyped(Object.fromEntries(new FormData(event.currentTarget)) as Typed);
    form.props.onSubmit(event);
  }

  return (
    <>
      {hasGoogle ? (
        <>
          <GoogleButton form={form} />
          <Or />
        </>
      ) : null}
      <Problem>{form.problem}</Problem>
      <form.Form {...form.props} onSubmit={onSubmit} className="grid gap-4">
        <div className="grid grid-cols-2 gap-3">
          <NameField id="firstName" label="First name" autoComplete="given-name" value={typed.firstName} />
          <NameField id="lastName" label="Last name" autoComplete="family-name" value={typed.lastName} />
        </div>
        <WhoField value={typed.who} />
        <PasswordField
          autoComplete="new-password"
          minLength={6}
          hint="At least 6 characters"
          defaultValue={typed.password}
        />
        <SubmitButton busy={form.busy}>{form.busy ? "Creating your account..." : "Create account"}</SubmitButton>
      </form.Form>
    </>
  );
}

/** Names in the history state of the link to this page, for example from a guest order. */
function namesIn(state: unknown): Typed {
  const known = (typeof state === "object" && state !== null ? state : {}) as Record<string, unknown>;
  const names = ["who", "firstName", "lastName"] as const;
  return Object.fromEntries(names.flatMap((name) => (typeof known[name] === "string" ? [[name, known[name]]] : [])));
}

type NameFieldProps = { id: string; label: string; autoComplete: string; value?: string };

function NameField({ id, label, autoComplete, value }: NameFieldProps) {
  return (
    <Field id={id} label={label}>
      <Input {...fieldProps(id)} name={id} defaultValue={value} required maxLength={60} autoComplete={autoComplete} />
    </Field>
  );
}
