import { useState } from "react";
import { Link } from "react-router";
import { sendRecovery } from "#app/features/auth/commands/form-posts.server.ts";
import { AuthCard, TEXT_LINK } from "#app/features/auth/components/auth-card.tsx";
import { ForgotForm } from "#app/features/auth/components/forgot-form.tsx";
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
  const [sentTo, setSentTo] = useState(actionData?.step?.kind === "sent" ? actionData.step.email : null);

  if (sentTo !== null) {
    return (
      <AuthCard
        title="Email sent"
        text={
          <>
            If there is an account for <b className="font-semibold break-all text-ink">{sentTo}</b>, a link to reset its
            password is on the way. It works once, for one hour.
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
