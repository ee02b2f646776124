import { useState, type FormEvent } from "react";
import { Form, useLocation, useNavigate } from "react-router";
import { Field, fieldProps, Input } from "#app/ui/input.tsx";
import { toast } from "#app/ui/toast.ts";
import { useHydrated } from "#app/ui/use-hydrated.ts";
import { auth } from "../client.ts";
import type { SignInFormResult } from "../commands/auth-actions.server.ts";
import { parseIdentifier } from "../rules.ts";
import { Or, Problem, SubmitButton } from "./auth-card.tsx";
import { PasswordField, formText, WhoField } from "./fields.tsx";
import { GoogleButton } from "./google-button.tsx";
import { PhoneCodeForm } from "./phone-code-form.tsx";
import { useAttempt } from "./use-attempt.ts";
import { useStep } from "./use-step.ts";

type SignupFormProps = { hasGoogle: boolean; answer?: SignInFormResult };
type Names = { who?: string; firstName?: string; lastName?: string };
type Typed = Names & { password?: string };
type Pending = { kind: "phone-code"; phone: string; ticket: string; typed?: Names };

/**
 * Sign-up with names, email or phone, and password. A phone number is verified by a code, an email address by a link.
 */
export function SignupForm({ hasGoogle, answer }: SignupFormProps) {
  const navigate = useNavigate();
  const refused = answer?.ok === false ? answer : null;
  const { busy, problem, attempt, setProblem } = useAttempt(refused?.message);
  const isHydrated = useHydrated();
  const { state } = useLocation();
  const [last, setTyped] = useState<Typed | undefined>(refused?.values);
  // The server cannot read the history state, so after a reload fields are filled after hydration.
  const typed: Typed = last ?? (isHydrated ? namesIn(state) : {});
  const { step, show, leave, clear } = useStep<Pending>(
    "signup",
    answer?.step?.kind === "phone-code" ? answer.step : null,
  );

  async function send({ who = "", firstName = "", lastName = "", password = "" }: Typed) {
    const person = parseIdentifier(who);
    const { ticket } = await auth.signUp({ ...person, first_name: firstName, last_name: lastName, password });
    if (ticket && person.phone) {
      const pending = { kind: "phone-code" as const, phone: person.phone, ticket, typed: { who, firstName, lastName } };
      return await show(pending, { inPlace: step !== null });
    }
    toast.success("Account creation initiated!", "Please check your email to confirm your account.");
    await navigate("/login", { state: "signed-up" });
  }

  function onSubmit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = event.currentTarget;
    const [who, firstName, lastName] = [formText(form, "who"), formText(form, "firstName"), formText(form, "lastName")];
    const now = { who, firstName, lastName, password: formText(form, "password") };
    setTyped(now);
    void attempt(() => send(now));
  }

  if (step) {
    const known = { ...step.typed, ...typed };
    return (
      <PhoneCodeForm
        phone={step.phone}
        ticket={step.ticket}
        error={problem}
        typed={known}
        onResend={typed.password ? () => send(typed) : null}
        onDone={clear}
        onBack={() => {
          setProblem(null);
          setTyped(known);
          void leave();
        }}
      />
    );
  }
  return (
    <>
      {hasGoogle ? (
        <>
          <GoogleButton disabled={busy} onProblem={setProblem} />
          <Or />
        </>
      ) : null}
      <Problem>{problem}</Problem>
      <Form method="post" reloadDocument onSubmit={onSubmit} className="grid gap-4">
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
        <SubmitButton busy={busy}>{busy ? "Creating your account..." : "Create account"}</SubmitButton>
      </Form>
    </>
  );
}

/** Names in the history state of the link to this page, for example from a guest order. */
function namesIn(state: unknown): Names {
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
