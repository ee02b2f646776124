import { useNavigate, useRevalidator, type ShouldRevalidateFunction } from "react-router";
import { RenderedFor } from "#app/features/accounts/components/security/rendered-for.tsx";
import { SecurityPage } from "#app/features/accounts/components/security/security-page.ts";
import { useLinkResult } from "#app/features/accounts/components/security/use-link-result.ts";
import { useBoundToUser } from "#app/features/accounts/components/use-signed-out.ts";
import { authContext, requireAdmin, userContext } from "#app/features/accounts/middleware.server.ts";
import { hasGoogle } from "#app/features/accounts/queries.server.ts";
import { securityOf } from "#app/features/accounts/queries/security.server.ts";
import { profileAction } from "#app/features/customers/commands/profile-actions.server.ts";
import { SecurityTab } from "#app/features/customers/components/security-tab.tsx";
import { sendProfileForm } from "#app/features/customers/components/send-form.ts";
import { revalidatesAfter, type ProfileAnswer } from "#app/features/customers/rules.ts";
import { deleteAccount } from "#app/flows/delete-account.server.ts";
import { shopContext } from "#app/platform/context.server.ts";
import { noIndexMeta } from "#app/shell/storefront/root-data.ts";
import type { Route } from "./+types/security.ts";

const PAGE = "/admin/security";

export const meta = noIndexMeta("Security");

export const middleware: Route.MiddlewareFunction[] = [requireAdmin];

export async function loader({ request, context }: Route.LoaderArgs) {
  const { db, env } = context.get(shopContext);
  const { id, session_id: currentSession } = context.get(userContext);
  const { searchParams } = new URL(request.url);
  const security = await securityOf(db, id);
  if (!security) throw new Response(null, { status: 500 });
  return {
    owner: id,
    security,
    currentSession,
    canLinkGoogle: hasGoogle(context.get(authContext)),
    isFactorRequired: env.ADMIN_SECOND_FACTOR,
    needsPassword: searchParams.get("reset") === "true",
    linked: searchParams.get("linked") === "google" ? "google" : null,
    linkError: searchParams.get("error"),
  };
}

export function action({ request, context }: Route.ActionArgs) {
  return profileAction(request, context, deleteAccount);
}

export function clientAction({ request, serverAction }: Route.ClientActionArgs): Promise<ProfileAnswer> {
  return sendProfileForm(request, serverAction);
}

export const shouldRevalidate: ShouldRevalidateFunction = ({ actionResult, defaultShouldRevalidate }) =>
  revalidatesAfter(actionResult as ProfileAnswer | undefined, defaultShouldRevalidate);

/** The Security tab of the customer profile, which admins cannot open. */
export default function Security({ loaderData, actionData }: Route.ComponentProps) {
  const { owner, security, isFactorRequired } = loaderData;
  const navigate = useNavigate();
  const { revalidate } = useRevalidator();
  useLinkResult({ ...loaderData, email: security.email, page: PAGE });
  useBoundToUser(owner, () => void revalidate());

  return (
    <>
      <h1 className="font-display text-3xl font-bold tracking-tight sm:text-4xl">Security</h1>
      <p className="mt-2 mb-7 max-w-2xl text-muted">
        {isFactorRequired
          ? "This shop requires a second factor for admins. If you turn yours off, you have to set up another one at once."
          : "With a second factor, nobody gets in with your password alone. We recommend it for every admin."}
      </p>
      <RenderedFor key={owner} value={owner}>
        <SecurityPage value={PAGE}>
          <SecurityTab
            {...loaderData}
            download={null}
            answer={actionData}
            onPassword={() => void navigate(PAGE, { replace: true, preventScrollReset: true })}
          />
        </SecurityPage>
      </RenderedFor>
    </>
  );
}
