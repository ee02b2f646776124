import { useEffect, useRef, useState, type ReactNode } from "react";
import { Link } from "react-router";
import { sendRecovery } from "#app/features/auth/commands/form-posts.server.ts";
import { AuthCard, TEXT_LINK } from "#app/features/auth/components/auth-card.tsx";
import { ForgotForm, type Sent } from "#app/features/auth/components/forgot-form.tsx";
import { RecoveryCodeForm } from "#app/features/auth/components/recovery-code-form.tsx";
import { Button, buttonClass } from "#app/ui/button.tsx";
import type { Route } from "./+types/forgot-password.ts";

export const meta: Route.MetaFunction = () => [
  { title: "Reset password | Oja" },
  { name: "robots", content: "noindex" },
];

export function action({ request, context }: Route.ActionArgs) {
  return sendRecovery(request, context);
}

export default function ForgotPassword({ actionData }: Route.ComponentProps) {
  const { step } = actionData ?? {};
  const atFirst = step?.kind === "sent" || step?.kind === "recovery-code" ? step : null;
  const [sentTo, setSentTo] = useState<Sent | null>(atFirst);
  const last = useRef(sentTo);

  // What had the focus went with the screen before.
  useEffect(() => {
    if (last.current !== sentTo && document.activeElement === document.body) {
      document.querySelector<HTMLElement>("main h1")?.focus();
    }
    last.current = sentTo;
  }, [sentTo]);

  if (sentTo?.phone) {
    return (
      <AuthCard
        title="Enter your code"
        text={
          <>
            We sent a code by SMS to <Address>{sentTo.phone}</Address>. It works for five minutes. Then you set a new
            password.
          </>
        }
      >
        <RecoveryCodeForm phone={sentTo.phone} error={actionData?.error} onBack={() => setSentTo(null)} />
      </AuthCard>
    );
  }
  if (sentTo) {
    return (
      <AuthCard
        title="Email sent"
        text={
          <>
            If there is an account for <Address>{sentTo.email}</Address>, a link to reset its password is on the way. It
            works once, for one hour.
          </>
        }
      >
        <Link to="/login" className={buttonClass("primary", "lg")}>
          Back to login
        </Link>
        <Button variant="ghost" className="-my-2" onClick={() => setSentTo(null)}>
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
      <ForgotForm error={actionData?.error} email={actionData?.typed?.email} onSent={setSentTo} />
    </AuthCard>
  );
}

function Address({ children }: { children: ReactNode }) {
  return <b className="font-semibold break-words text-ink">{children}</b>;
}
