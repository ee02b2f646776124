import { asc, sql } from "drizzle-orm";
import type { Db } from "#db/client.server.ts";
import { sso_providers } from "#db/schema/auth.ts";
import type { Auth } from "./engine/engine.server.ts";

/** Whether sign-in with Google is configured. */
export function hasGoogle(auth: Auth): boolean {
  return auth.options.plugins.some(({ id }) => id === "google-sign-in");
}

/** Whether single sign-on by email domain is enabled. */
export function hasSingleSignOn(auth: Auth): boolean {
  return auth.singleSignOn !== null;
}

/** An SSO provider for the admin list, without client secret. */
export type SsoProviderView = { id: string; domain: string; issuer: string; client_id: string };

const MOST_PROVIDERS = 200;

/** SSO providers by domain, at most 200. The caller's guard restricts it to admins. */
export async function ssoProviders(db: Db): Promise<SsoProviderView[]> {
  const { id, domain, issuer, oidcConfig } = sso_providers;
  const client_id = sql<string>`coalesce(${oidcConfig}::jsonb ->> 'clientId', '')`;
  return await db
    .select({ id, domain, issuer, client_id })
    .from(sso_providers)
    .orderBy(asc(domain))
    .limit(MOST_PROVIDERS);
}
