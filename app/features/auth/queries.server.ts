import { asc, sql } from "drizzle-orm";
import type { Db } from "#db/client.server.ts";
import { sso_providers } from "#db/schema/auth.ts";
import type { Auth } from "./engine/engine.server.ts";

/** Whether this shop has been given an account with Google. */
export function hasGoogle(auth: Auth): boolean {
  return auth.options.plugins.some(({ id }) => id === "google-sign-in");
}

/** Whether people can come in through the provider of their company's e-mail domain. */
export function hasSingleSignOn(auth: Auth): boolean {
  return auth.singleSignOn !== null;
}

/** A provider for single sign-on as its list shows it. The client secret stays where it is. */
export type SsoProviderView = { id: string; domain: string; issuer: string; client_id: string };

const MOST_PROVIDERS = 200;

/** The providers by domain, at most 200. For admins: the caller's guard has seen to that. */
export async function ssoProviders(db: Db): Promise<SsoProviderView[]> {
  const { id, domain, issuer, oidcConfig } = sso_providers;
  const client_id = sql<string>`coalesce(${oidcConfig}::jsonb ->> 'clientId', '')`;
  return await db
    .select({ id, domain, issuer, client_id })
    .from(sso_providers)
    .orderBy(asc(domain))
    .limit(MOST_PROVIDERS);
}
