const NOSNIFF = ["X-Content-Type-Options", "nosniff"] as const;
const DOCUMENTS: Headers = [
  ["Referrer-Policy", "strict-origin-when-cross-origin"],
  ["X-Frame-Options", "DENY"],
  ["Cross-Origin-Opener-Policy", "same-origin-allow-popups"],
  ["Permissions-Policy", "camera=(), microphone=(), geolocation=(), payment=(self)"],
];

type Headers = readonly (readonly [name: string, value: string])[];

/**
 * Headers of documents and answers, and of `files`: scripts, styles, fonts and pictures, for which the others have no
 * meaning. A shop behind TLS also sends HSTS.
 */
export function securityHeadersFor(baseUrl: string): { documents: Headers; files: Headers } {
  const always: Headers = baseUrl.startsWith("https:")
    ? [["Strict-Transport-Security", "max-age=31536000; includeSubDomains"], NOSNIFF]
    : [NOSNIFF];
  return { documents: [...always, ...DOCUMENTS], files: always };
}

/**
 * The Content-Security-Policy of a page whose inline scripts are `inline` (CSP sources, see own-scripts.server.ts).
 * `payment` adds the provider's origins, for pages that open a payment.
 */
export function contentSecurityPolicy(
  inline: readonly string[],
  payment?: { inlineUrl: string; checkoutOrigin: string },
): string {
  const scripts = ["'self'", ...inline, ...(payment ? [new URL(payment.inlineUrl).origin] : [])];
  return [
    "default-src 'self'",
    `script-src ${scripts.join(" ")}`,
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data: blob: https:",
    "font-src 'self'",
    // In development the page connects to a web socket for hot reload.
    `connect-src 'self'${import.meta.env.DEV ? " ws:" : ""}`,
    `frame-src ${payment ? payment.checkoutOrigin : "'none'"}`,
    "worker-src 'self'",
    "object-src 'none'",
    "base-uri 'self'",
    `form-action 'self'${payment ? ` ${payment.checkoutOrigin}` : ""}`,
    "frame-ancestors 'none'",
  ].join("; ");
}
