import { useEffect } from "react";
import { data } from "react-router";
import { auth } from "#app/features/accounts/client.ts";
import { logIn, readFlash } from "#app/features/accounts/commands/auth-actions.server.ts";
import { AuthCard, TEXT_LINK, WithoutScript } from "#app/features/accounts/components/auth-card.tsx";
import type { CodeStep } from "#app/features/accounts/components/code-sign-in.tsx";
import { LoginForm } from "#app/features/accounts/components/login-form.tsx";
import { sendSignIn } from "#app/features/accounts/components/send-sign-in.ts";
import { useRedirectWhenSignedIn } from "#app/features/accounts/components/use-signed-out.ts";
import { staysOnPage, useStep } from "#app/features/accounts/components/use-step.ts";
import { authContext, guestsOnly } from "#app/features/accounts/middleware.server.ts";
import { hasGoogle, hasSingleSignOn } from "#app/features/accounts/queries.server.ts";
import { returnCookie, safePath } from "#app/features/accounts/rules/return-path.ts";
import { useStore } from "#app/features/settings/components/use-store.ts";
import { noIndexMeta } from "#app/shell/storefront/root-data.ts";
import { Link } from "#app/ui/link.tsx";
import type { Route } from "./+types/login.ts";

/** Messages of redirects to this page. */
const NOTICES = new Map([
  ["signed-up", "Account creation initiated! Please check your email to confirm your account."],
  ["account-deleted", "Your account has been successfully deleted."],
]);

const TITLES: Record<CodeStep["kind"], string> = {
  code: "One-time code",
  "code-sent": "Enter your code",
};

export const meta = noIndexMeta("Log in");

export const middleware: Route.MiddlewareFunction[] = [guestsOnly];

export function loader({ request, context }: Route.LoaderArgs) {
  const service = context.get(authContext);
  const query = new URL(request.url).searchParams;
  const sso = query.get("with") === "sso" ? ("chosen" as const) : ("offered" as const);
  const next = safePath(query.get("next"));
  const loaded = {
    hasGoogle: hasGoogle(service),
    sso: hasSingleSignOn(service) ? sso : null,
    notice: readFlash(request),
  };
  return data(loaded, { headers: next ? { "Set-Cookie": returnCookie(next) } : {} });
}

export function action({ request, context }: Route.ActionArgs) {
  return logIn(request, context);
}

export const clientAction = sendSignIn;

export const shouldRevalidate = staysOnPage;

export default function Login({ loaderData, actionData }: Route.ComponentProps) {
  const first = actionData?.step;
  const steps = useStep<CodeStep>("login", first?.kind === "code" || first?.kind === "code-sent" ? first : null);
  const title = steps.step ? TITLES[steps.step.kind] : loaderData.sso === "chosen" ? "Single sign-on" : "Welcome back";

  useRedirectWhenSignedIn();
  // Only guests reach this page: a session that this tab still stores has ended elsewhere.
  useEffect(() => {
    if (auth.getState().session) void auth.refreshSession().catch(() => {});
  }, []);

  return (
    <AuthCard
      title={title}
      footer={
        <p>
          New to {useStore().name}?{" "}
          <Link to="/signup" className={`inline-flex min-h-11 items-center ${TEXT_LINK}`}>
            Create an account
          </Link>
        </p>
      }
    >
      <LoginForm
        key={loaderData.sso}
        hasGoogle={loaderData.hasGoogle}
        sso={loaderData.sso}
        notice={NOTICES.get(loaderData.notice ?? "")}
        answer={actionData}
        steps={steps}
      />
      <WithoutScript>
        Passkeys and Google need JavaScript. A password or a one-time code works without it.
      </WithoutScript>
    </AuthCard>
  );
}
