import { LoaderCircle } from "lucide-react";
import { useEffect, useEffectEvent, useRef } from "react";
import { useSearchParams } from "react-router";
import { buttonClass, Button } from "#app/ui/button.tsx";
import { Link } from "#app/ui/link.tsx";
import type { SignInFormResult } from "../commands/auth-actions.server.ts";
import { BAD_LINK, callbackStep } from "../rules.ts";
import { AuthCard, Problem, TEXT_LINK } from "./auth-card.tsx";
import { SecondFactorForm } from "./second-factor-form.tsx";
import { useSignInForm } from "./use-sign-in-form.ts";

/** Completes sign-in methods that leave the page: mail links, Google, recovery. */
export function CallbackScreen({ answer }: { answer: SignInFormResult | undefined }) {
  const [query] = useSearchParams();
  const recovery = query.get("type") === "recovery";
  const step = callbackStep(`?${query}`);
  const form = useSignInForm(answer);
  const started = useRef(false);
  const fields: Record<string, string> = {
    ...(step.kind === "exchange" && { exchange: step.code }),
    ...(recovery && { recovery: "yes" }),
    ...(query.has("confirmed") && { confirmed: "yes" }),
  };

  const begin = useEffectEvent(() => {
    if (started.current || answer) return;
    started.current = true;
    // The server does not get the fragment.
    const known = callbackStep(window.location.search, window.location.hash);
    if (known.kind === "error") form.setProblem(known.message);
    else if (known.kind !== "second-factor") form.send(fields);
  });
  useEffect(() => begin(), []);

  const asking = step.kind === "second-factor" || form.step?.kind === "second-factor";
  const error = step.kind === "error" ? step.message : asking ? null : form.problem;
  if (error) {
    return (
      <AuthCard title="Authentication Error">
        <Problem>{error}</Problem>
        {error === BAD_LINK && !recovery ? (
          <p className="text-muted">For a new link to confirm your address, log in with your email and password.</p>
        ) : null}
        <Link to="/login" className={buttonClass("primary", "lg")}>
          Return to login
        </Link>
        {recovery ? (
          <Link
            to="/forgot-password"
            className={`-my-2 inline-flex min-h-11 items-center justify-self-center ${TEXT_LINK}`}
          >
            Ask for a new link
          </Link>
        ) : null}
      </AuthCard>
    );
  }
  if (asking) {
    return (
      <AuthCard
        title="One more step"
        footer={
          <Link to="/login" className={`inline-flex min-h-11 items-center ${TEXT_LINK}`}>
            Return to login
          </Link>
        }
      >
        <SecondFactorForm form={form} recovery={recovery} />
      </AuthCard>
    );
  }
  if (form.step?.kind === "in-use" && !form.isSending("replace")) {
    return (
      <AuthCard
        title="You are signed in already"
        text={`As ${form.step.who}. If you asked for this link yourself, continue: it signs you in anew.`}
      >
        <form.Form {...form.props} className="grid">
          <Fields values={{ ...fields, replace: "yes" }} />
          <Button type="submit" size="lg">
            Continue with the link
          </Button>
        </form.Form>
        <Link to="/" className={buttonClass("outline", "lg")}>
          Stay signed in
        </Link>
      </AuthCard>
    );
  }
  return (
    <AuthCard title="Completing sign in...">
      <p role="status" className="flex items-center gap-3 text-muted">
        <LoaderCircle aria-hidden className="size-5 text-forest motion-safe:animate-spin" />
        This takes a moment.
      </p>
      <Link to="/login" className={`-my-2 inline-flex min-h-11 items-center justify-self-start ${TEXT_LINK}`}>
        Return to login
      </Link>
      <noscript>
        <form.Form {...form.props} className="grid">
          <Fields values={fields} />
          <Button type="submit" size="lg">
            Continue
          </Button>
        </form.Form>
      </noscript>
    </AuthCard>
  );
}

function Fields({ values }: { values: Record<string, string> }) {
  return Object.entries(values).map(([name, value]) => <input key={name} type="hidden" name={name} value={value} />);
}
