import { createHmac } from "node:crypto";
import { symmetricDecrypt, symmetricEncrypt } from "better-auth/crypto";
import { eq, inArray } from "drizzle-orm";
import type { Actor } from "#app/features/permissions/rules.ts";
import { recordChange } from "#app/features/records/commands/audit.server.ts";
import type { Db } from "#db/client.server.ts";
import { accounts, sessions, sso_providers } from "#db/schema/auth.ts";
import { inTransaction } from "#db/transaction.server.ts";
import type { ProviderSettings } from "./sso-discovery.server.ts";

/** A provider as used by a sign-in. `key` is its id in `accounts`. */
export type SsoProvider = { id: string; key: string; domain: string; settings: ProviderSettings };

export type SsoProviders = ReturnType<typeof ssoProviderStore>;

type Admin = NonNullable<Actor>;
type StoredProvider = Omit<ProviderSettings, "issuer" | "clientSecret"> & { encryptedSecret: string };

/**
 * SSO providers in the database. Client secrets are encrypted with the newest of `secrets` and decrypted with any. A
 * domain has one provider, and its users are linked to its key.
 */
export function ssoProviderStore(db: Db, secrets: readonly string[]) {
  const keys = secrets.map((secret) => createHmac("sha256", secret).update("sso-client-secret").digest("base64url"));

  async function read(row: typeof sso_providers.$inferSelect | undefined): Promise<SsoProvider | null> {
    if (!row?.oidcConfig) return null;
    const { encryptedSecret, ...rest } = JSON.parse(row.oidcConfig) as StoredProvider;
    const clientSecret = await decrypted(keys, encryptedSecret);
    return {
      id: row.id,
      key: row.providerId,
      domain: row.domain,
      settings: { ...rest, issuer: row.issuer, clientSecret },
    };
  }

  return {
    async ofDomain(domain: string): Promise<SsoProvider | null> {
      const [row] = await db
        .select()
        .from(sso_providers)
        .where(eq(sso_providers.providerId, keyOf(domain)));
      return await read(row);
    },
    async withId(id: string): Promise<SsoProvider | null> {
      const [row] = await db.select().from(sso_providers).where(eq(sso_providers.id, id));
      return await read(row);
    },
    async has(domain: string): Promise<boolean> {
      const rows = await db
        .select({ id: sso_providers.id })
        .from(sso_providers)
        .where(eq(sso_providers.providerId, keyOf(domain)));
      return rows.length > 0;
    },
    /**
     * Returns false when the domain already has a provider. Providers belong to the shop, not to the admin who added
     * them.
     */
    async add(domain: string, settings: ProviderSettings, admin: Admin): Promise<boolean> {
      const { issuer, clientSecret, ...rest } = settings;
      const encryptedSecret = await symmetricEncrypt({ key: keys[0] ?? "", data: clientSecret });
      const stored: StoredProvider = { ...rest, encryptedSecret };
      return await inTransaction(db, async (tx) => {
        const [made] = await tx
          .insert(sso_providers)
          .values({ domain, issuer, providerId: keyOf(domain), oidcConfig: JSON.stringify(stored) })
          .onConflictDoNothing({ target: sso_providers.providerId })
          .returning({ id: sso_providers.id });
        if (!made) return false;
        const after = { domain, issuer, client_id: settings.clientId };
        await recordChange(tx, admin, { action: "sso_provider.add", subject: made.id, before: null, after });
        return true;
      });
    },
    /** Deletes the provider, its account links and the sessions of its users; returns its domain. */
    async remove(id: string, admin: Admin): Promise<string | null> {
      return await inTransaction(db, async (tx) => {
        const [gone] = await tx.delete(sso_providers).where(eq(sso_providers.id, id)).returning();
        if (!gone) return null;
        const tied = await tx
          .delete(accounts)
          .where(eq(accounts.providerId, gone.providerId))
          .returning({ userId: accounts.userId });
        const people = tied.map(({ userId }) => userId);
        if (people.length > 0) await tx.delete(sessions).where(inArray(sessions.userId, people));
        const before = { domain: gone.domain, issuer: gone.issuer, accounts: people.length };
        await recordChange(tx, admin, { action: "sso_provider.remove", subject: id, before, after: null });
        return gone.domain;
      });
    },
  };
}

function keyOf(domain: string): string {
  return `sso:${domain}`;
}

async function decrypted(keys: readonly string[], data: string): Promise<string> {
  for (const key of keys) {
    try {
      return await symmetricDecrypt({ key, data });
    } catch {
      // Encrypted with another secret.
    }
  }
  throw new Error("The client secret cannot be read: AUTH_SECRET has changed. Set the provider up anew.");
}
