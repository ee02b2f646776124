import { createHash } from "node:crypto";

const ALWAYS: readonly (readonly [string, string])[] = [
  ["X-Content-Type-Options", "nosniff"],
  ["Referrer-Policy", "strict-origin-when-cross-origin"],
  ["X-Frame-Options", "DENY"],
  ["Cross-Origin-Opener-Policy", "same-origin-allow-popups"],
  ["Permissions-Policy", "camera=(), microphone=(), geolocation=(), payment=(self)"],
];

/** Headers of every answer; a shop behind TLS also asks browsers to stay there. */
export function securityHeadersFor(baseUrl: string): readonly (readonly [string, string])[] {
  if (!baseUrl.startsWith("https:")) return ALWAYS;
  return [...ALWAYS, ["Strict-Transport-Security", "max-age=31536000; includeSubDomains"]];
}

const INLINE_SCRIPT = /<script(?![^>]*\ssrc=)[^>]*>([\s\S]*?)<\/script>/g;

/**
 * The Content-Security-Policy for a finished HTML page: its inline scripts are allowed by their hashes, which
 * stay right when the page is cached. `payment` adds the provider's origins, which only /checkout needs.
 */
export function contentSecurityPolicy(html: string, payment?: { inlineUrl: string; checkoutOrigin: string }): string {
  const hashes = new Set<string>();
  for (const [, script = ""] of html.matchAll(INLINE_SCRIPT)) {
    hashes.add(`'sha256-${createHash("sha256").update(script).digest("base64")}'`);
  }
  const scripts = ["'self'", ...hashes, ...(payment ? [new URL(payment.inlineUrl).origin] : [])];
  return [
    "default-src 'self'",
    `script-src ${scripts.join(" ")}`,
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data: blob: https:",
    "font-src 'self'",
    // In development the page listens for changed sources on a socket of its own.
    `connect-src 'self'${import.meta.env.DEV ? " ws:" : ""}`,
    `frame-src ${payment ? payment.checkoutOrigin : "'none'"}`,
    "object-src 'none'",
    "base-uri 'self'",
    `form-action 'self'${payment ? ` ${payment.checkoutOrigin}` : ""}`,
    "frame-ancestors 'none'",
  ].join("; ");
}
