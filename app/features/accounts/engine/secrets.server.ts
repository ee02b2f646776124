import { createHash } from "node:crypto";
import { symmetricDecrypt } from "better-auth/crypto";
import type { Logger } from "#app/platform/log.server.ts";

/**
 * The library's secret options, newest first. Encrypted data has the number of its secret, which is derived from the
 * secret and so independent of the others; data without number was written with the oldest.
 */
export function secretOptions(secrets: readonly string[]) {
  const versions = [...new Set(secrets)].map((value) => ({ version: secretNumber(value), value }));
  return { secret: secrets.at(-1), secrets: versions };
}

/** A number that identifies a secret without revealing it. */
export function secretNumber(secret: string): number {
  return createHash("sha256").update(`auth-secret:${secret}`).digest().readUIntBE(0, 6);
}

type Key = { id: string; publicKey: string; privateKey: string; createdAt: Date; expiresAt?: Date };
type Context = {
  context: {
    adapter: { findMany: (query: { model: string }) => Promise<unknown[]> };
    secretConfig: Parameters<typeof symmetricDecrypt>[0]["key"];
  };
};

/**
 * Signing keys that the current secrets can decrypt. Others are neither used nor published, so the library creates a
 * new one; they are valid again when their secret is restored.
 */
export function readableKeys(log: Logger) {
  const warned = new Set<string>();
  return async ({ context }: Context): Promise<Key[]> => {
    const keys = (await context.adapter.findMany({ model: "jwks" })) as Key[];
    const readable = await Promise.all(
      keys.map(async ({ id, privateKey }) => {
        try {
          await symmetricDecrypt({ key: context.secretConfig, data: JSON.parse(privateKey) as string });
          return true;
        } catch {
          if (!warned.has(id)) log.warn({ key: id }, "a signing key is of another AUTH_SECRET and not used");
          warned.add(id);
          return false;
        }
      }),
    );
    return keys.filter((_, at) => readable[at]);
  };
}
