import { useEffect } from "react";
import { data, Link, useLocation } from "react-router";
import { noIndexMeta } from "#app/blocks/root-data.ts";
import { auth } from "#app/features/auth/client.ts";
import { logIn, readFlash, type SignInFormResult } from "#app/features/auth/commands/auth-actions.server.ts";
import { AuthCard, SuccessMessage, TEXT_LINK, WithoutScript } from "#app/features/auth/components/auth-card.tsx";
import { LoginForm, type LoginStep } from "#app/features/auth/components/login-form.tsx";
import { useRedirectWhenSignedIn } from "#app/features/auth/components/use-signed-out.ts";
import { staysOnPage, useStep } from "#app/features/auth/components/use-step.ts";
import { authContext, guestsOnly } from "#app/features/auth/middleware.server.ts";
import { hasGoogle, hasSingleSignOn } from "#app/features/auth/queries.server.ts";
import { useStore } from "#app/features/settings/components/use-store.ts";
import { returnCookie, safePath } from "#app/lib/return-path.ts";
import { useHydrated } from "#app/ui/use-hydrated.ts";
import type { Route } from "./+types/login.ts";

/** Messages of redirects to this page. */
const NOTICES: Record<string, string> = {
  "signed-up": "Account creation initiated! Please check your email to confirm your account.",
  "account-deleted": "Your account has been successfully deleted.",
};

const TITLES: Record<LoginStep["kind"], string> = {
  code: "One-time code",
  "code-sent": "Enter your code",
  "second-factor": "One more step",
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

export const shouldRevalidate = staysOnPage;

export default function Login({ loaderData, actionData }: Route.ComponentProps) {
  const { state } = useLocation();
  const isHydrated = useHydrated();
  const answer: SignInFormResult | undefined = actionData;
  const steps = useStep<LoginStep>("login", answer?.step?.kind === "second-factor" ? answer.step : null);
  const title = steps.step ? TITLES[steps.step.kind] : loaderData.sso === "chosen" ? "Single sign-on" : "Welcome back";
  const notice = steps.step ? undefined : NOTICES[loaderData.notice ?? ""];

  useRedirectWhenSignedIn();
  // Only guests reach this page: a session that this tab still stores has ended elsewhere.
  useEffect(() => {
    if (auth.getState().session) void auth.refreshSession().catch(() => {});
  }, []);

  return (
    <AuthCard
      title={title}
      text={isHydrated && state === "signed-up" ? "We sent you a link. Open it to confirm your address." : null}
      footer={
        <p>
          New to {useStore().name}?{" "}
          <Link to="/signup" className={`inline-flex min-h-11 items-center ${TEXT_LINK}`}>
            Create an account
          </Link>
        </p>
      }
    >
      {notice && !answer ? <SuccessMessage>{notice}</SuccessMessage> : null}
      <LoginForm hasGoogle={loaderData.hasGoogle} sso={loaderData.sso} answer={answer} steps={steps} />
      <WithoutScript>One-time codes, passkeys and Google need JavaScript. A password works without it.</WithoutScript>
    </AuthCard>
  );
}
