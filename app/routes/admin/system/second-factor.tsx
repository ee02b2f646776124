import { answerAdminSecondFactor } from "#app/features/accounts/commands/admin-actions.server.ts";
import { AdminSecondFactor } from "#app/features/accounts/components/admin/admin-second-factor.tsx";
import { sendSignIn } from "#app/features/accounts/components/send-sign-in.ts";
import { requireAdminBeforeMfa, userContext } from "#app/features/accounts/middleware.server.ts";
import { securityOf } from "#app/features/accounts/queries/security.server.ts";
import { shopContext } from "#app/platform/context.server.ts";
import { noIndexMeta } from "#app/shell/storefront/root-data.ts";
import type { Route } from "./+types/second-factor.ts";

export const meta = noIndexMeta("Second factor");

export const middleware: Route.MiddlewareFunction[] = [requireAdminBeforeMfa];

export async function loader({ request, context }: Route.LoaderArgs) {
  const { id, has_second_factor: isEnrolled } = context.get(userContext);
  const security = await securityOf(context.get(shopContext).db, id);
  const asksForNew = new URL(request.url).searchParams.get("password") === "new";
  return { isEnrolled, setsPassword: asksForNew || !security?.has_password };
}

export function action({ request, context }: Route.ActionArgs) {
  return answerAdminSecondFactor(request, context);
}

export const clientAction = sendSignIn;

export default function Page({ loaderData, actionData }: Route.ComponentProps) {
  return <AdminSecondFactor {...loaderData} answer={actionData} />;
}
