import { LoaderCircle } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { Form, Link, useNavigate, useSearchParams } from "react-router";
import { useStore } from "#app/features/settings/components/use-store.ts";
import { buttonClass, Button } from "#app/ui/button.tsx";
import { toast } from "#app/ui/toast.ts";
import { auth, AuthError } from "../client.ts";
import type { SignInFormResult } from "../commands/auth-actions.server.ts";
import { AUTH_FAILED, authMessage, BAD_LINK, callbackStep } from "../rules.ts";
import { AuthCard, Problem, TEXT_LINK } from "./auth-card.tsx";
import { SecondFactorForm } from "./second-factor-form.tsx";
import { useReturn } from "./use-return.ts";

const AFTER_RECOVERY = "/profile?reset=true";

/** Completes sign-in methods that leave the page: mail links, Google, recovery. */
export function CallbackScreen({ answer }: { answer?: SignInFormResult }) {
  const refused = answer?.ok === false ? answer : null;
  const navigate = useNavigate();
  const returnToPage = useReturn();
  const { name } = useStore();
  const [query] = useSearchParams();
  const recovery = query.get("type") === "recovery";
  const atFirst = callbackStep(`?${query}`);
  const [error, setError] = useState(
    refused && !refused.step ? (refused.message ?? null) : atFirst.kind === "error" ? atFirst.message : null,
  );
  const [asking, setAsking] = useState(answer?.step?.kind === "second-factor" || atFirst.kind === "second-factor");
  const [mayReplace, setMayReplace] = useState(false);
  const [inUse, setInUse] = useState<string | null>(null);
  const started = useRef(false);

  useEffect(() => {
    if (started.current || error || asking) return;
    started.current = true;
    void finish().catch((problem: unknown) => setError(messageOf(problem)));

    async function finish() {
      const step = callbackStep(window.location.search, window.location.hash);
      if (step.kind === "error") return setError(step.message);
      if (step.kind === "second-factor") return setAsking(true);
      if (step.kind === "session") {
        const isIn = (await auth.signedIn()) !== null;
        if (isIn && query.has("confirmed")) toast.success("Email address confirmed", `Welcome to ${name}!`);
        else if (isIn) toast.success("Logged in successfully!", "Welcome back!");
        return isIn ? await returnToPage({ replace: true }) : await navigate("/login", { replace: true });
      }
      // Prevents login CSRF: a link from another person's mail must not replace the account in use.
      const user = mayReplace ? null : (await auth.getSession())?.user;
      if (user) {
        started.current = false;
        return setInUse(user.email ?? user.phone ?? user.first_name);
      }
      const { mfa } = await auth.exchangeCodeForSession(step.code);
      if (mfa) {
        setAsking(true);
        // The code is used up, so a reload must continue from this address.
        await navigate(`?mfa=required${step.recovery ? "&type=recovery" : ""}`, { replace: true });
      } else if (step.recovery) await navigate(AFTER_RECOVERY, { replace: true });
      else await returnToPage({ replace: true });
    }
  }, [error, asking, mayReplace, navigate, returnToPage, name, query]);

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
        <SecondFactorForm
          error={refused?.message}
          recovery={recovery}
          onDone={() => {
            toast.success("Logged in successfully!", "Welcome back!");
            void (recovery ? navigate(AFTER_RECOVERY, { replace: true }) : returnToPage({ replace: true }));
          }}
        />
      </AuthCard>
    );
  }
  if (inUse && !mayReplace) {
    return (
      <AuthCard
        title="You are signed in already"
        text={`As ${inUse}. If you asked for this link yourself, continue: it signs you in anew.`}
      >
        <Button size="lg" onClick={() => setMayReplace(true)}>
          Continue with the link
        </Button>
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
        {atFirst.kind === "exchange" ? (
          <Form method="post" reloadDocument>
            <input type="hidden" name="code" value={atFirst.code} />
            {recovery ? <input type="hidden" name="recovery" value="1" /> : null}
            <Button type="submit" size="lg" className="w-full">
              Continue
            </Button>
          </Form>
        ) : (
          <a href="/" className={buttonClass("primary", "lg", "w-full")}>
            Continue to the shop
          </a>
        )}
      </noscript>
    </AuthCard>
  );
}

function messageOf(problem: unknown): string {
  if (!(problem instanceof AuthError)) return AUTH_FAILED;
  return problem.code === "VALIDATION_ERROR" ? BAD_LINK : authMessage(problem);
}
