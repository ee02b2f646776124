import { PackageOpen } from "lucide-react";
import { useEffect, useState } from "react";
import { data, Link, useNavigate } from "react-router";
import { LoadError } from "#app/blocks/load-error.tsx";
import { SupportPanel } from "#app/blocks/support-panel.tsx";
import { auth } from "#app/features/auth/client.ts";
import { authContext, requireCustomer, userContext } from "#app/features/auth/middleware.server.ts";
import { hasGoogle } from "#app/features/auth/queries.server.ts";
import { endOtherSessions, endSession, updateProfile } from "#app/features/customers/commands.server.ts";
import { PersonalForm, type ProfileAnswer } from "#app/features/customers/components/personal-form.tsx";
import { SecurityPanel } from "#app/features/customers/components/security-panel.tsx";
import type { SessionsAnswer } from "#app/features/customers/components/sessions.tsx";
import { profileOf, securityOf } from "#app/features/customers/queries.server.ts";
import { readBytes } from "#app/lib/body.server.ts";
import { shopContext, type Shop } from "#app/lib/context.server.ts";
import { buttonClass } from "#app/ui/button.tsx";
import { TabList, TabPanel } from "#app/ui/tabs.tsx";
import { toast } from "#app/ui/toast.ts";
import type { Route } from "./+types/profile.ts";

const TABS = [
  { value: "details", label: "Personal Details" },
  { value: "security", label: "Security" },
  { value: "support", label: "Support" },
] as const;
type Tab = (typeof TABS)[number]["value"];

const MAX_BYTES = 16_384;
const LINK_FAILED = "Google could not be linked. Use the Google account with the same email address.";

export const meta: Route.MetaFunction = () => [{ title: "My Profile | Oja" }, { name: "robots", content: "noindex" }];

export const middleware: Route.MiddlewareFunction[] = [requireCustomer];

export async function loader({ request, context }: Route.LoaderArgs) {
  const { db } = context.get(shopContext);
  const user = context.get(userContext);
  const profile = await profileOf(db, user.id);
  const security = await securityOf(db, user.id);
  if (!profile || !security) throw data(null, { status: 500 });
  const { searchParams } = new URL(request.url);
  const needsPassword = searchParams.get("reset") === "true";
  const wanted = TABS.find(({ value }) => value === searchParams.get("tab"))?.value;
  return {
    profile,
    security,
    currentSession: user.session_id,
    canLinkGoogle: hasGoogle(context.get(authContext)),
    needsPassword,
    tab: needsPassword ? "security" : (wanted ?? "details"),
    linked: searchParams.get("linked") === "google" ? "google" : null,
    linkFailed: searchParams.has("error"),
  };
}

export async function action({ request, context }: Route.ActionArgs): Promise<ProfileAnswer | SessionsAnswer> {
  const shop = context.get(shopContext);
  const user = context.get(userContext);
  const body = await readBytes(request, MAX_BYTES);
  if (!body) throw data(null, { status: 413 });
  const form = Object.fromEntries(new URLSearchParams(new TextDecoder().decode(body)));
  if (form.intent === "end-session") {
    const { ok } = await endSession(shop, user, form.session_id ?? "");
    return { intent: "sessions", ok, message: ok ? "Signed out there" : "This session has ended already." };
  }
  if (form.intent === "end-others") {
    await endOtherSessions(shop, user, user.session_id);
    return { intent: "sessions", ok: true, message: "Signed out everywhere else" };
  }
  return await saveProfile(shop, user, form);
}

export default function Profile({ loaderData, actionData }: Route.ComponentProps) {
  const { profile, security, linked, linkFailed } = loaderData;
  const navigate = useNavigate();
  const [tab, setTab] = useState<Tab>(actionData?.intent === "sessions" ? "security" : loaderData.tab);

  // However somebody got here, they are signed in: the header learns it.
  useEffect(() => void auth.getSession().catch(() => {}), []);

  useEffect(() => {
    if (linkFailed) toast.error("Error", LINK_FAILED);
    if (linked) toast.success("Google linked", "You can now sign in with Google.");
    if (linked || linkFailed) void navigate("/profile?tab=security", { replace: true, preventScrollReset: true });
  }, [linked, linkFailed, navigate]);

  return (
    <div className="page-width max-w-6xl py-8 sm:py-10">
      <div className="mb-6 flex flex-wrap items-center justify-between gap-3">
        <h1 className="font-display text-3xl font-bold sm:text-4xl">My Profile</h1>
        <Link to="/profile/orders" className={buttonClass("outline", "sm")}>
          <PackageOpen aria-hidden className="size-4" /> My Orders
        </Link>
      </div>
      <TabList
        id="profile"
        label="Profile"
        items={TABS}
        active={tab}
        onSelect={setTab}
        className="mb-5 grid-cols-[auto_1fr_1fr] sm:w-fit sm:grid-cols-3"
      />
      <TabPanel id="profile" value="details" active={tab}>
        <PersonalForm profile={profile} answer={actionData?.intent === "profile" ? actionData : undefined} />
      </TabPanel>
      <TabPanel id="profile" value="security" active={tab}>
        <SecurityPanel
          security={security}
          currentSession={loaderData.currentSession}
          canLinkGoogle={loaderData.canLinkGoogle}
          needsPassword={loaderData.needsPassword}
          onPassword={() => void navigate("/profile?tab=security", { replace: true, preventScrollReset: true })}
        />
      </TabPanel>
      <TabPanel id="profile" value="support" active={tab}>
        <SupportPanel />
      </TabPanel>
    </div>
  );
}

async function saveProfile(
  shop: Shop,
  user: Parameters<typeof updateProfile>[1],
  values: Record<string, string>,
): Promise<ProfileAnswer> {
  const failed = { intent: "profile", ok: false, values, message: "Failed to update profile" } as const;
  try {
    const result = await updateProfile(shop, user, values);
    if (result.ok) return { intent: "profile", ok: true };
    if (result.reason === "invalid") return { intent: "profile", ok: false, errors: result.errors, values };
    return { ...failed, errors: {} };
  } catch (error) {
    shop.log.error({ err: error }, "profile not saved");
    return { ...failed, errors: {} };
  }
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <LoadError error={error} message="Failed to load profile data" />;
}
