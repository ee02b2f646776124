import { useStore } from "#app/features/settings/components/use-store.ts";
import { LegalPage } from "#app/features/site/components/legal-page.tsx";
import { PRIVACY_DESCRIPTION, privacyOf } from "#app/features/site/content/privacy.ts";
import { formatDate } from "#app/lib/dates.ts";
import { shopContext } from "#app/platform/context.server.ts";
import { pageMeta } from "#app/shell/seo/page-meta.ts";
import type { Route } from "./+types/privacy-policy.ts";

const TITLE = "Privacy Policy";

export const meta = pageMeta({ title: TITLE, description: PRIVACY_DESCRIPTION, path: "/privacy-policy" });

/** The page's 'last updated' is the current day. */
export function loader({ context }: Route.LoaderArgs) {
  return { baseUrl: context.get(shopContext).baseUrl, updated: formatDate(new Date()) };
}

export default function Privacy({ loaderData }: Route.ComponentProps) {
  return (
    <LegalPage title={TITLE} lead={PRIVACY_DESCRIPTION} updated={loaderData.updated} sections={privacyOf(useStore())} />
  );
}
