import { AuthError } from "../rules.ts";

export type TokenClaims = { sub: string; exp: number; role?: string; [claim: string]: unknown };
type Keys = { keys: (JsonWebKey & { kid?: string })[] };

const ES256 = { name: "ECDSA", namedCurve: "P-256", hash: "SHA-256" };

/**
 * Verifies an access token against the published keys and returns its claims; `now` in seconds. Throws AuthError:
 * "Invalid JWT structure", "JWKS is empty", "Invalid JWT signature" or "JWT has expired".
 */
export async function readClaims(token: string, { keys }: Keys, now: number): Promise<TokenClaims> {
  const [head = "", body = "", signature = ""] = token.split(".");
  const header = readPart(head) as { alg?: string; kid?: string };
  const claims = readPart(body) as TokenClaims;
  if (keys.length === 0) throw new AuthError("JWKS is empty", 500, "jwks_empty");
  const key = keys.find(({ kid }) => kid === header.kid);
  if (header.alg !== "ES256" || !key || !(await fits(key, bytesOf(signature), `${head}.${body}`))) {
    throw new AuthError("Invalid JWT signature", 401, "invalid_jwt");
  }
  if (!(claims.exp > now)) throw new AuthError("JWT has expired", 401, "invalid_jwt");
  return claims;
}

async function fits(key: JsonWebKey, signature: Uint8Array<ArrayBuffer>, signed: string): Promise<boolean> {
  const imported = await crypto.subtle.importKey("jwk", key, ES256, false, ["verify"]);
  return await crypto.subtle.verify(ES256, imported, signature, new TextEncoder().encode(signed));
}

function readPart(part: string): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(bytesOf(part)));
  } catch {
    throw new AuthError("Invalid JWT structure", 401, "invalid_jwt");
  }
}

function bytesOf(text: string): Uint8Array<ArrayBuffer> {
  try {
    return Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (sign) => sign.charCodeAt(0));
  } catch {
    return new Uint8Array();
  }
}
