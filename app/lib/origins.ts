/**
 * The origins of the shop in browsers: its own, and on loopback both names of the machine, because users type either.
 */
export function ownOrigins(baseUrl: string): string[] {
  const { origin, hostname } = new URL(baseUrl);
  if (hostname !== "localhost" && hostname !== "127.0.0.1") return [origin];
  return [...new Set([origin, origin.replace(hostname, "localhost"), origin.replace(hostname, "127.0.0.1")])];
}

/**
 * Whether a request that changes data comes from a page of the shop, by scheme, host and port of `Origin`, else of
 * `Sec-Fetch-Site` or `Referer`. JSON without any of them is from a program: a page of another site cannot send it,
 * since the shop answers no preflight.
 */
export function isFromOwnPage(headers: Headers, baseUrl: string): boolean {
  const own = ownOrigins(baseUrl);
  const origin = headers.get("Origin");
  if (origin && origin !== "null") return own.includes(origin);
  const site = headers.get("Sec-Fetch-Site");
  if (site) return site === "same-origin";
  const referer = headers.get("Referer");
  if (referer) return URL.canParse(referer) && own.includes(new URL(referer).origin);
  return origin === null && /^application\/json\b/i.test(headers.get("Content-Type") ?? "");
}
