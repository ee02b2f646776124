import { FilePlus2, PackageOpen } from "lucide-react";
import { useEffect } from "react";
import { data, useNavigate, useRevalidator, type ShouldRevalidateFunction } from "react-router";
import { SupportPanel } from "#app/blocks/support-panel.tsx";
import { auth } from "#app/features/accounts/client.ts";
import { RenderedFor } from "#app/features/accounts/components/security/rendered-for.tsx";
import { useLinkResult } from "#app/features/accounts/components/security/use-link-result.ts";
import { useBoundToUser } from "#app/features/accounts/components/use-signed-out.ts";
import { authContext, requireCustomer, userContext } from "#app/features/accounts/middleware.server.ts";
import { hasGoogle } from "#app/features/accounts/queries.server.ts";
import { securityOf } from "#app/features/accounts/queries/security.server.ts";
import { answerTo } from "#app/features/accounts/rules/security.ts";
import { profileAction } from "#app/features/customers/commands/profile-actions.server.ts";
import { PersonalForm } from "#app/features/customers/components/personal-form.tsx";
import { PROFILE_TABS, useLastAnswer, useProfileTab } from "#app/features/customers/components/profile-tabs.ts";
import { SecurityTab } from "#app/features/customers/components/security-tab.tsx";
import { sendProfileForm } from "#app/features/customers/components/send-form.ts";
import { profileOf } from "#app/features/customers/queries.server.ts";
import { revalidatesAfter, type ProfileAnswer } from "#app/features/customers/rules.ts";
import { deleteAccount } from "#app/flows/delete-account.server.ts";
import { isAnswer } from "#app/lib/answers.ts";
import { shopContext } from "#app/platform/context.server.ts";
import { loadErrorBoundary } from "#app/shell/screens/load-error.tsx";
import { noIndexMeta } from "#app/shell/storefront/root-data.ts";
import { buttonClass } from "#app/ui/button.tsx";
import { Link } from "#app/ui/link.tsx";
import { TabList, TabPanel } from "#app/ui/tabs.tsx";
import { toast } from "#app/ui/toast.ts";
import type { Route } from "./+types/profile.ts";

/** The security panel's own address. */
const SECURITY = "/profile?tab=security";
const LOAD_FAILED = "Failed to load profile data";

export const meta = noIndexMeta("My Profile");

export const middleware: Route.MiddlewareFunction[] = [requireCustomer];

export async function loader({ request, context }: Route.LoaderArgs) {
  const { db } = context.get(shopContext);
  const user = context.get(userContext);
  const profile = await profileOf(db, user.id);
  const security = await securityOf(db, user.id);
  if (!profile || !security) throw data(null, { status: 500 });
  const { searchParams } = new URL(request.url);
  return {
    profile,
    security,
    currentSession: user.session_id,
    canLinkGoogle: hasGoogle(context.get(authContext)),
    needsPassword: searchParams.get("reset") === "true",
    linked: searchParams.get("linked") === "google" ? "google" : null,
    linkError: searchParams.get("error"),
  };
}

export function action({ request, context }: Route.ActionArgs) {
  return profileAction(request, context, deleteAccount);
}

type Loaded = Awaited<ReturnType<typeof loader>> & { failed?: boolean };
let shown: Loaded | null = null;

/** A failed refresh leaves the page unchanged and shows a message. */
export async function clientLoader({ serverLoader }: Route.ClientLoaderArgs): Promise<Loaded> {
  try {
    return await serverLoader();
  } catch (error) {
    if (!shown || isAnswer(error)) throw error;
    return { ...shown, failed: true };
  }
}

export function clientAction({ request, serverAction }: Route.ClientActionArgs): Promise<ProfileAnswer> {
  return sendProfileForm(request, serverAction);
}

export const shouldRevalidate: ShouldRevalidateFunction = ({ actionResult, defaultShouldRevalidate }) =>
  revalidatesAfter(actionResult as ProfileAnswer | undefined, defaultShouldRevalidate);

export default function Profile({ loaderData, actionData }: Route.ComponentProps) {
  const { profile, failed } = loaderData as Loaded;
  const navigate = useNavigate();
  const { revalidate } = useRevalidator();
  const [tab, setTab] = useProfileTab();
  const answer = useLastAnswer(actionData);

  useLinkResult({ ...loaderData, email: profile.email, page: SECURITY });
  useBoundToUser(profile.id, () => void revalidate());

  useEffect(() => {
    shown = loaderData;
    if (failed) toast.error("Error", LOAD_FAILED);
    return () => void (shown = null);
  }, [loaderData, failed]);

  // The visitor is signed in here: updates the header.
  useEffect(() => void auth.getSession().catch(() => {}), []);

  return (
    <div className="page-width max-w-5xl py-8 sm:py-10">
      <div className="mb-6 flex flex-wrap items-center justify-between gap-3">
        <h1 className="font-display text-3xl font-bold sm:text-4xl">My Profile</h1>
        <div className="flex flex-wrap gap-2">
          <Link to="/profile/orders" className={buttonClass("outline", "sm")}>
            <PackageOpen aria-hidden className="size-4" /> My Orders
          </Link>
          <Link to="/profile/requests" className={buttonClass("outline", "sm")}>
            <FilePlus2 aria-hidden className="size-4" /> My Requests
          </Link>
        </div>
      </div>
      <TabList
        id="profile"
        label="Profile"
        items={PROFILE_TABS}
        active={tab}
        onSelect={setTab}
        className="mb-5 grid-cols-[auto_1fr_1fr] sm:w-fit sm:grid-cols-3"
      />
      <RenderedFor key={profile.id} value={profile.id}>
        <TabPanel id="profile" value="details" active={tab}>
          <PersonalForm profile={profile} answer={answerTo("profile", answer)} />
        </TabPanel>
        <TabPanel id="profile" value="security" active={tab}>
          <SecurityTab
            {...loaderData}
            download="/profile/data.json"
            answer={answer}
            onPassword={() => void navigate(SECURITY, { replace: true, preventScrollReset: true })}
          />
        </TabPanel>
      </RenderedFor>
      <TabPanel id="profile" value="support" active={tab}>
        <SupportPanel />
      </TabPanel>
    </div>
  );
}

export const ErrorBoundary = loadErrorBoundary(LOAD_FAILED, { title: "Error" });
