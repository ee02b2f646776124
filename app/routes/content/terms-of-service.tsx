import { useStore } from "#app/features/settings/components/use-store.ts";
import { LegalPage } from "#app/features/site/components/legal-page.tsx";
import { useDeliveryTexts } from "#app/features/site/components/use-delivery-texts.ts";
import { TERMS_DESCRIPTION, termsOf } from "#app/features/site/content/terms.ts";
import { formatDate } from "#app/lib/dates.ts";
import { shopContext } from "#app/platform/context.server.ts";
import { pageMeta } from "#app/shell/seo/page-meta.ts";
import type { Route } from "./+types/terms-of-service.ts";

const TITLE = "Terms of Service";

export const meta = pageMeta({ title: TITLE, description: TERMS_DESCRIPTION, path: "/terms-of-service" });

/** The page's 'last updated' is the current day. */
export function loader({ context }: Route.LoaderArgs) {
  return { baseUrl: context.get(shopContext).baseUrl, updated: formatDate(new Date()) };
}

export default function Terms({ loaderData }: Route.ComponentProps) {
  const sections = termsOf(useStore(), useDeliveryTexts());
  return <LegalPage title={TITLE} lead={TERMS_DESCRIPTION} updated={loaderData.updated} sections={sections} />;
}
