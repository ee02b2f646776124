import { createHash } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Env } from "../env.server.ts";

export type SecretEnv = Pick<Env, "AUTH_SECRET" | "AUTH_SECRET_OLD" | "DATA_DIR">;

/** The file in which a shop on the embedded database stores the secret that it generated. */
export const secretFile = (env: Pick<Env, "DATA_DIR">) => join(env.DATA_DIR, "auth-secret");

/** The secrets of a shop, newest first; none before its first start. */
export function knownSecrets(env: SecretEnv): string[] {
  const file = secretFile(env);
  const stored = existsSync(file) ? [readFileSync(file, "utf8").trim()] : [];
  return [...(env.AUTH_SECRET ? [env.AUTH_SECRET] : []), ...env.AUTH_SECRET_OLD, ...stored];
}

/** Identifies a secret without revealing it. */
export function fingerprint(secret: string): string {
  return createHash("sha256").update(`oja backup:${secret}`).digest("hex").slice(0, 16);
}
