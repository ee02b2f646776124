import { Link } from "react-router";
import { logIn, readNotice } from "#app/features/auth/commands/form-posts.server.ts";
import { AuthCard, GoodNews, TEXT_LINK } from "#app/features/auth/components/auth-card.tsx";
import { LoginForm } from "#app/features/auth/components/login-form.tsx";
import { authContext, guestsOnly } from "#app/features/auth/middleware.server.ts";
import { hasGoogle } from "#app/features/auth/queries.server.ts";
import type { Route } from "./+types/login.ts";

export const meta: Route.MetaFunction = () => [{ title: "Log in | Oja" }, { name: "robots", content: "noindex" }];

export const middleware: Route.MiddlewareFunction[] = [guestsOnly];

export function loader({ request, context }: Route.LoaderArgs) {
  return { hasGoogle: hasGoogle(context.get(authContext)), justSignedUp: readNotice(request) === "signed-up" };
}

export function action({ request, context }: Route.ActionArgs) {
  return logIn(request, context);
}

export default function Login({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <AuthCard
      title="Welcome back"
      footer={
        <p>
          New to Oja?{" "}
          <Link to="/signup" className={`inline-flex min-h-11 items-center ${TEXT_LINK}`}>
            Create an account
          </Link>
        </p>
      }
    >
      {loaderData.justSignedUp && !actionData ? (
        <GoodNews>Account creation initiated! Please check your email to confirm your account.</GoodNews>
      ) : null}
      <LoginForm hasGoogle={loaderData.hasGoogle} answer={actionData} />
    </AuthCard>
  );
}
