import { Building2, KeyRound, MessageSquareText } from "lucide-react";
import { useState, type FormEvent } from "react";
import { Form, Link, useNavigate } from "react-router";
import { Button, buttonClass } from "#app/ui/button.tsx";
import { toast } from "#app/ui/toast.ts";
import { auth, type SignInResult } from "../client.ts";
import type { FormAnswer } from "../commands/form-posts.server.ts";
import { whoIs } from "../rules.ts";
import { Or, Problem, TEXT_LINK } from "./auth-card.tsx";
import { CodeSignIn } from "./code-sign-in.tsx";
import { PasswordField, textOf, WhoField } from "./fields.tsx";
import { GoogleButton } from "./google-button.tsx";
import { signInWithPasskey } from "./passkey.ts";
import { SecondFactorForm } from "./second-factor-form.tsx";
import { SsoSignIn } from "./sso-sign-in.tsx";
import { useAttempt } from "./use-attempt.ts";

const WAY = "flex-auto border border-edge bg-white whitespace-nowrap";

/** `sso`: single sign-on is offered, or what the page is for; null where the shop does without it. */
type LoginFormProps = { hasGoogle: boolean; sso: "offered" | "chosen" | null; answer?: FormAnswer };
type Step = "password" | "code" | "second-factor";

/** Every way in. Without JavaScript the password form still works: it posts to its own page. */
export function LoginForm({ hasGoogle, sso, answer }: LoginFormProps) {
  const navigate = useNavigate();
  const { busy, problem, attempt, tell } = useAttempt(answer?.error);
  const [step, setStep] = useState<Step>(answer?.step?.kind === "second-factor" ? "second-factor" : "password");
  const [who, setWho] = useState(answer?.typed?.who ?? "");
  const [unconfirmed, setUnconfirmed] = useState(answer?.unconfirmed ?? null);

  function welcome() {
    toast.success("Logged in successfully!", "Welcome back!");
    void navigate("/");
  }

  function arrive({ mfa }: Pick<SignInResult, "mfa">) {
    if (mfa) setStep("second-factor");
    else welcome();
  }

  async function onSubmit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = event.currentTarget;
    const typed = textOf(form, "who");
    const person = whoIs(typed);
    setUnconfirmed(null);
    setWho(typed);
    await attempt(
      async () => arrive(await auth.signInWithPassword({ ...person, password: textOf(form, "password") })),
      { onRefusal: ({ code }) => code === "EMAIL_NOT_VERIFIED" && setUnconfirmed(person.email ?? null) },
    );
  }

  async function resend(email: string) {
    const sent = await attempt(async () => void (await auth.resend(email)));
    if (!sent) return;
    setUnconfirmed(null);
    toast.success("Confirmation email sent", "Check your email for a link to confirm your account.");
  }

  if (step === "second-factor")
    return <SecondFactorForm error={problem} onDone={welcome} onBack={() => setStep("password")} />;
  if (sso === "chosen") return <SsoSignIn answer={answer} />;
  if (step === "code") return <CodeSignIn who={who} onArrived={arrive} onBack={() => setStep("password")} />;
  return (
    <>
      {hasGoogle ? (
        <>
          <GoogleButton disabled={busy} onProblem={tell} />
          <Or />
        </>
      ) : null}
      <Problem>
        {problem ? (
          <>
            {problem}
            {unconfirmed ? (
              <button
                type="button"
                className="block min-h-11 font-semibold underline"
                onClick={() => void resend(unconfirmed)}
              >
                Re-send the confirmation link
              </button>
            ) : null}
          </>
        ) : null}
      </Problem>
      <Form method="post" reloadDocument onSubmit={(event) => void onSubmit(event)} className="grid gap-4">
        <WhoField key={who} value={who} autoComplete="username webauthn" />
        <div className="grid">
          <PasswordField autoComplete="current-password" />
          <Link
            to="/forgot-password"
            className={`-mb-2 inline-flex min-h-11 items-center justify-self-end text-sm ${TEXT_LINK}`}
          >
            Forgot password?
          </Link>
        </div>
        <Button type="submit" size="lg" aria-disabled={busy}>
          {busy ? "Logging in..." : "Log in"}
        </Button>
      </Form>
      <Or>other ways</Or>
      <div className="flex flex-wrap gap-2.5">
        <Button variant="ghost" size="sm" className={WAY} onClick={() => (tell(null), setStep("code"))}>
          <MessageSquareText aria-hidden className="size-4.5 text-forest" />
          Use a one-time code
        </Button>
        <Button
          variant="ghost"
          size="sm"
          className={WAY}
          aria-disabled={busy}
          onClick={() =>
            void attempt(
              async () => {
                const came = await signInWithPasskey();
                if (came) arrive({ mfa: came === "second-factor" });
              },
              {
                fallback: "The passkey did not work. Please try again.",
              },
            )
          }
        >
          <KeyRound aria-hidden className="size-4.5 text-forest" />
          Use a passkey
        </Button>
        {sso ? (
          <Link to="/login?with=sso" className={buttonClass("ghost", "sm", WAY)}>
            <Building2 aria-hidden className="size-4.5 text-forest" />
            Use single sign-on
          </Link>
        ) : null}
      </div>
    </>
  );
}
