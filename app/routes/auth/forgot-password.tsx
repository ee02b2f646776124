import type { ReactNode } from "react";
import { sendRecovery, type SignInStep } from "#app/features/accounts/commands/auth-actions.server.ts";
import { AuthCard, TEXT_LINK } from "#app/features/accounts/components/auth-card.tsx";
import { ForgotForm } from "#app/features/accounts/components/forgot-form.tsx";
import { RecoveryCodeForm } from "#app/features/accounts/components/recovery-code-form.tsx";
import { sendSignIn } from "#app/features/accounts/components/send-sign-in.ts";
import { useSignInForm } from "#app/features/accounts/components/use-sign-in-form.ts";
import { useStep } from "#app/features/accounts/components/use-step.ts";
import { noIndexMeta } from "#app/shell/storefront/root-data.ts";
import { Button, buttonClass } from "#app/ui/button.tsx";
import { Link } from "#app/ui/link.tsx";
import { toast } from "#app/ui/toast.ts";
import type { Route } from "./+types/forgot-password.ts";

type SentStep = Extract<SignInStep, { kind: "sent" | "recovery-code" }>;

const SENT = {
  sent: ["Password reset email sent", "Check your email for a link to reset your password"],
  "recovery-code": ["Code sent", "Check your messages."],
} as const;

export const meta = noIndexMeta("Reset password");

export function action({ request, context }: Route.ActionArgs) {
  return sendRecovery(request, context);
}

export const clientAction = sendSignIn;

export default function ForgotPassword({ actionData }: Route.ComponentProps) {
  const first = actionData?.step;
  const { step, show, leave } = useStep<SentStep>(
    "forgot-password",
    first?.kind === "sent" || first?.kind === "recovery-code" ? first : null,
  );
  const form = useSignInForm(actionData, (next) => {
    if (next.kind !== "sent" && next.kind !== "recovery-code") return;
    const [title, text] = SENT[next.kind];
    toast.success(title, text);
    void show(next, { inPlace: step !== null });
  });

  if (step?.kind === "recovery-code") {
    return (
      <AuthCard
        title="Enter your code"
        text={
          <>
            We sent a code by SMS to <Address>{step.phone}</Address>. It works for five minutes. Then you set a new
            password.
          </>
        }
      >
        <RecoveryCodeForm phone={step.phone} form={form} onBack={() => (form.setProblem(null), void leave())} />
      </AuthCard>
    );
  }
  if (step) {
    return (
      <AuthCard
        title="Email sent"
        text={
          <>
            If there is an account for <Address>{step.email}</Address>, a link to reset its password is on the way. It
            works once, for one hour.
          </>
        }
      >
        <Link to="/login" className={buttonClass("primary", "lg")}>
          Back to login
        </Link>
        <Button variant="ghost" className="-my-2" onClick={() => void leave()}>
          Try another address
        </Button>
      </AuthCard>
    );
  }
  return (
    <AuthCard
      title="Reset your password"
      text="Enter your email and we send you a link to set a new one."
      footer={
        <Link to="/login" className={`inline-flex min-h-11 items-center ${TEXT_LINK}`}>
          Back to login
        </Link>
      }
    >
      <ForgotForm form={form} />
    </AuthCard>
  );
}

function Address({ children }: { children: ReactNode }) {
  return <b className="font-semibold break-words text-ink">{children}</b>;
}
