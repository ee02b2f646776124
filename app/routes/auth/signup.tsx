import { signUp } from "#app/features/accounts/commands/auth-actions.server.ts";
import { AuthCard, TEXT_LINK, WithoutScript } from "#app/features/accounts/components/auth-card.tsx";
import { sendSignIn } from "#app/features/accounts/components/send-sign-in.ts";
import { SignupForm } from "#app/features/accounts/components/signup-form.tsx";
import { useRedirectWhenSignedIn } from "#app/features/accounts/components/use-signed-out.ts";
import { staysOnPage } from "#app/features/accounts/components/use-step.ts";
import { authContext, guestsOnly } from "#app/features/accounts/middleware.server.ts";
import { hasGoogle } from "#app/features/accounts/queries.server.ts";
import { noIndexMeta } from "#app/shell/storefront/root-data.ts";
import { Link } from "#app/ui/link.tsx";
import type { Route } from "./+types/signup.ts";

export const meta = noIndexMeta("Create account");

export const middleware: Route.MiddlewareFunction[] = [guestsOnly];

export function loader({ context }: Route.LoaderArgs) {
  return { hasGoogle: hasGoogle(context.get(authContext)) };
}

export function action({ request, context }: Route.ActionArgs) {
  return signUp(request, context);
}

export const clientAction = sendSignIn;

export const shouldRevalidate = staysOnPage;

export default function Signup({ loaderData, actionData }: Route.ComponentProps) {
  useRedirectWhenSignedIn();
  return (
    <AuthCard
      title="Create your account"
      footer={
        <p>
          Have an account already?{" "}
          <Link to="/login" className={`inline-flex min-h-11 items-center ${TEXT_LINK}`}>
            Log in
          </Link>
        </p>
      }
    >
      <SignupForm hasGoogle={loaderData.hasGoogle} answer={actionData} />
      {loaderData.hasGoogle ? (
        <WithoutScript>Google needs JavaScript. This form works without it.</WithoutScript>
      ) : null}
    </AuthCard>
  );
}
