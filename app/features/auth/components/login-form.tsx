import { Building2, KeyRound, MessageSquareText } from "lucide-react";
import { useRef, useState, type FormEvent } from "react";
import { Form, Link } from "react-router";
import { Button, buttonClass } from "#app/ui/button.tsx";
import { toast } from "#app/ui/toast.ts";
import { auth, type Session, type SignInResult } from "../client.ts";
import type { SignInFormResult } from "../commands/auth-actions.server.ts";
import { parseIdentifier } from "../rules.ts";
import { Or, Problem, SubmitButton, TEXT_LINK } from "./auth-card.tsx";
import { CodeSignIn, type CodeStep } from "./code-sign-in.tsx";
import { PasswordField, formText, WhoField } from "./fields.tsx";
import { GoogleButton } from "./google-button.tsx";
import { signInWithPasskey } from "./passkey.ts";
import { SecondFactorForm } from "./second-factor-form.tsx";
import { SsoSignIn } from "./sso-sign-in.tsx";
import { useAttempt } from "./use-attempt.ts";
import { useReturn } from "./use-return.ts";
import type { Steps } from "./use-step.ts";

const WAY = "flex-auto border border-edge bg-white";

/** `sso`: single sign-on is offered, or is the purpose of the page; null when disabled. */
type LoginFormProps = {
  hasGoogle: boolean;
  sso: "offered" | "chosen" | null;
  answer?: SignInFormResult;
  steps: Steps<LoginStep>;
};
export type LoginStep = CodeStep | { kind: "second-factor" };

/** All sign-in methods. Without JavaScript the password form posts to its own page. */
export function LoginForm({ hasGoogle, sso, answer, steps }: LoginFormProps) {
  const returnToPage = useReturn();
  const refused = answer?.ok === false ? answer : null;
  const { busy, doing, problem, attempt, setProblem } = useAttempt(refused?.message);
  const { step, show, leave, clear } = steps;
  const form = useRef<HTMLFormElement>(null);
  const [who, setWho] = useState(refused?.values.who ?? "");
  const [unconfirmed, setUnconfirmed] = useState(answer?.step?.kind === "unconfirmed" ? answer.step.email : null);

  async function welcome(session: Session | null = null) {
    // Only accounts created by a code have no name.
    if (session && !session.user.first_name && !session.user.last_name) {
      toast.success("Your account is ready", "Add your name in your profile.");
    } else {
      toast.success("Logged in successfully!", "Welcome back!");
    }
    await returnToPage();
    clear();
  }

  async function arrive({ mfa, session }: SignInResult) {
    if (mfa) await show({ kind: "second-factor" }, { inPlace: step !== null });
    else await welcome(session);
  }

  async function goBack() {
    setProblem(null);
    await leave();
  }

  async function onSubmit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const typed = formText(event.currentTarget, "who");
    const password = formText(event.currentTarget, "password");
    const person = parseIdentifier(typed);
    setUnconfirmed(null);
    setWho(typed);
    await attempt(async () => await arrive(await auth.signInWithPassword({ ...person, password })), {
      name: "log in",
      onRefusal: ({ code }) => code === "EMAIL_NOT_VERIFIED" && setUnconfirmed(person.email ?? null),
    });
  }

  async function resend(email: string) {
    const sent = await attempt(async () => void (await auth.resend(email)), { name: "resend" });
    if (!sent) return;
    setUnconfirmed(null);
    toast.success("Confirmation email sent", "Check your email for a link to confirm your account.");
  }

  async function askForCode() {
    const typed = form.current ? formText(form.current, "who") : who;
    setProblem(null);
    setWho(typed);
    await show({ kind: "code", who: typed });
  }

  if (step?.kind === "second-factor")
    return <SecondFactorForm error={problem} onDone={() => void welcome()} onBack={() => void goBack()} />;
  if (sso === "chosen") return <SsoSignIn answer={answer} />;
  if (step) {
    return (
      <CodeSignIn
        key={step.kind}
        step={step}
        onSent={(to) => show({ kind: "code-sent", to }, { inPlace: step.kind === "code-sent" })}
        onArrived={arrive}
        onBack={() => void goBack()}
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
                {doing === "resend" ? "Sending..." : "Re-send the confirmation link"}
              </button>
            ) : null}
          </>
        ) : null}
      </Problem>
      <Form ref={form} method="post" reloadDocument onSubmit={(event) => void onSubmit(event)} className="grid gap-4">
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
        <SubmitButton busy={busy}>{doing === "log in" ? "Logging in..." : "Log in"}</SubmitButton>
      </Form>
      <Or>other ways</Or>
      <div className="flex flex-wrap gap-2.5">
        <Button variant="ghost" size="sm" className={WAY} onClick={() => void askForCode()}>
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
                const result = await signInWithPasskey();
                if (result) await arrive({ mfa: result === "second-factor", session: null });
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
