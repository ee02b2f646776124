import type { FormEvent } from "react";
import { Form, Link } from "react-router";
import { buttonClass } from "#app/ui/button.tsx";
import { Field, fieldProps, Input } from "#app/ui/input.tsx";
import { auth } from "../client.ts";
import type { SignInFormResult } from "../commands/auth-actions.server.ts";
import { SSO_FAILED } from "../rules.ts";
import { Problem, SubmitButton, TEXT_LINK } from "./auth-card.tsx";
import { formText } from "./fields.tsx";
import { useAttempt } from "./use-attempt.ts";
import { useLeaving } from "./use-leaving.ts";

/** Asks for the work email and redirects to the provider of its domain. */
export function SsoSignIn({ answer }: { answer?: SignInFormResult }) {
  const refused = answer?.ok === false ? answer : null;
  const { busy, problem, attempt } = useAttempt(refused?.message);
  const [isLeaving, setIsLeaving] = useLeaving();
  const step = answer?.step?.kind === "sso" ? answer.step : null;
  const email = refused?.values["sso-email"];

  async function onSubmit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const typed = formText(event.currentTarget, "sso-email");
    const go = async () => {
      const url = await auth.signInWithSso(typed);
      setIsLeaving(true);
      window.location.assign(url);
    };
    await attempt(go, { fallback: SSO_FAILED });
  }

  return (
    <>
      <Problem>{problem}</Problem>
      {step ? (
        // Without JavaScript: CSP form-action allows no redirect to another site, a link is allowed.
        <a href={step.url} className={buttonClass("primary", "lg")}>
          Go on to your company's login
        </a>
      ) : (
        <Form method="post" reloadDocument onSubmit={(event) => void onSubmit(event)} className="grid gap-4">
          <p className="text-muted">Your company's own login opens, if it works with this shop.</p>
          <Field id="sso-email" label="Work email">
            <Input
              {...fieldProps("sso-email")}
              name="sso-email"
              type="email"
              defaultValue={email}
              required
              maxLength={254}
              autoComplete="email"
              placeholder="you@company.com"
            />
          </Field>
          <SubmitButton busy={busy || isLeaving}>
            {isLeaving ? "Opening your company's login..." : busy ? "Checking..." : "Continue"}
          </SubmitButton>
        </Form>
      )}
      <Link
        to="/login"
        replace
        className={`-my-2 inline-flex min-h-11 items-center justify-self-start text-[0.9375rem] ${TEXT_LINK}`}
      >
        Use a password instead
      </Link>
    </>
  );
}
