import { Building2, KeyRound, MessageSquareText } from "lucide-react";
import { useState } from "react";
import { useNavigate } from "react-router";
import { Button, buttonClass } from "#app/ui/button.tsx";
import { Link } from "#app/ui/link.tsx";
import { toast } from "#app/ui/toast.ts";
import { AuthError } from "../client.ts";
import type { SignInFormResult } from "../commands/auth-actions.server.ts";
import { authMessage, parseIdentifier } from "../rules.ts";
import { Or, Problem, SubmitButton, SuccessMessage, TEXT_LINK } from "./auth-card.tsx";
import { CodeSignIn, type CodeStep } from "./code-sign-in.tsx";
import { PasswordField, formText, WhoField } from "./fields.tsx";
import { GoogleButton } from "./google-button.tsx";
import { signInWithPasskey } from "./passkey.ts";
import { SsoSignIn } from "./sso-sign-in.tsx";
import { useLeaving } from "./use-leaving.ts";
import { useSignInForm } from "./use-sign-in-form.ts";
import type { Steps } from "./use-step.ts";

const WAY = "flex-auto border border-edge bg-white";
const RESENT = ["Confirmation email sent", "Check your email for a link to confirm your account."] as const;
const PASSKEY_FAILED = "The passkey did not work. Please try again.";

/** `sso`: single sign-on is offered, or is the purpose of the page; null when disabled. */
type LoginFormProps = {
  hasGoogle: boolean;
  sso: "offered" | "chosen" | null;
  /** Shown until a form is answered. */
  notice: string | undefined;
  answer: SignInFormResult | undefined;
  steps: Steps<CodeStep>;
};

/** All sign-in methods. */
export function LoginForm({ hasGoogle, sso, notice, answer, steps }: LoginFormProps) {
  const navigate = useNavigate();
  const { step, show, leave } = steps;
  const [isLeaving, setIsLeaving] = useLeaving();
  const form = useSignInForm(answer, (next) => {
    if (next.kind === "resent") toast.success(...RESENT);
    if (next.kind === "sso") {
      setIsLeaving(true);
      window.location.assign(next.url);
    }
    if (next.kind !== "code-sent") return;
    const { phone } = parseIdentifier(next.to);
    toast.success("Code sent", phone ? "Check your messages." : "Check your email.");
    void show(next, { inPlace: step?.kind === "code-sent" });
  });
  const [who, setWho] = useState(form.values.who ?? "");
  const [isAsking, setAsking] = useState(false);
  const busy = form.busy || isAsking;
  const unconfirmed = form.step?.kind === "unconfirmed" ? form.step.email : null;

  async function askForPasskey() {
    if (busy) return;
    form.setProblem(null);
    setAsking(true);
    try {
      const result = await signInWithPasskey();
      if (result === "second-factor") await navigate("/auth/callback?mfa=required");
      else if (result) form.send({}, "/auth/callback");
    } catch (error) {
      form.fail(error instanceof AuthError ? authMessage(error, PASSKEY_FAILED) : PASSKEY_FAILED);
    }
    setAsking(false);
  }

  async function askForCode() {
    const identifier = form.props.ref.current ? formText(form.props.ref.current, "who") : who;
    form.setProblem(null);
    setWho(identifier);
    await show({ kind: "code", who: identifier });
  }

  if (sso === "chosen" && !step)
    return <SsoSignIn form={form} url={answer?.step?.kind === "sso" ? answer.step.url : null} isLeaving={isLeaving} />;
  if (step) {
    return <CodeSignIn key={step.kind} step={step} form={form} onBack={() => (form.setProblem(null), void leave())} />;
  }
  const success = answer?.step?.kind === "resent" ? RESENT.join(". ") : notice;
  return (
    <>
      {success && !form.problem && !form.isAnswered ? <SuccessMessage>{success}</SuccessMessage> : null}
      {hasGoogle ? (
        <>
          <GoogleButton form={form} />
          <Or />
        </>
      ) : null}
      <Problem>
        {form.problem || unconfirmed ? (
          <>
            {form.problem}
            {unconfirmed ? (
              <form.Form method="post" onSubmit={form.props.onSubmit}>
                <input type="hidden" name="unconfirmed" value={unconfirmed} />
                <button type="submit" className="block min-h-11 font-semibold underline">
                  {form.isSending("unconfirmed") ? "Sending..." : "Re-send the confirmation link"}
                </button>
              </form.Form>
            ) : null}
          </>
        ) : null}
      </Problem>
      <form.Form {...form.props} id="login" className="grid gap-4">
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
        <SubmitButton busy={busy}>{form.isSending("password") ? "Logging in..." : "Log in"}</SubmitButton>
      </form.Form>
      <Or>other ways</Or>
      <div className="flex flex-wrap gap-2.5">
        <Button
          type="submit"
          form="login"
          name="one-time"
          value="yes"
          formNoValidate
          variant="ghost"
          size="sm"
          className={WAY}
          onClick={(event) => (event.preventDefault(), void askForCode())}
        >
          <MessageSquareText aria-hidden className="size-4.5 text-forest" />
          Use a one-time code
        </Button>
        <Button variant="ghost" size="sm" className={WAY} aria-disabled={busy} onClick={() => void askForPasskey()}>
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
