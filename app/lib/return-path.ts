/**
 * Remembers for ten minutes where a guest wanted to go while they sign in: guards and /login?next= write the cookie,
 * whatever ends a sign-in reads it. A cookie, because some ways in leave the site and come back.
 */
const COOKIE = "oja.return-to";
const SECONDS = 600;
const BASE = "http://shop.invalid";
/** Pages of signing in itself, and addresses that are no pages. */
const NO_DESTINATION =
  /^\/(login|signup|forgot-password|auth|api|functions|events|webhooks)(\/|$)|\.(data|json)$|^\/profile\/orders\/[^/]+$/;

/** `text` as a path of this shop with its query, or null when it leads elsewhere or nowhere. */
export function safePath(text: string | null | undefined): string | null {
  if (!text?.startsWith("/") || text.length > 500 || !URL.canParse(text, BASE)) return null;
  const { origin, pathname, search } = new URL(text, BASE);
  const isOwn = origin === BASE && !pathname.startsWith("//");
  return isOwn && !NO_DESTINATION.test(pathname) ? pathname + search : null;
}

/** The Set-Cookie value that remembers `path`; null forgets it. */
export function returnCookie(path: string | null): string {
  return `${COOKIE}=${encodeURIComponent(path ?? "")}; Path=/; Max-Age=${path ? SECONDS : 0}; SameSite=Lax`;
}

/** The path that a Cookie header or `document.cookie` remembers; "/" when there is none. */
export function returnPathIn(cookies: string | null): string {
  const value = /(?:^|;\s*)oja\.return-to=([^;]+)/.exec(cookies ?? "")?.[1];
  try {
    return safePath(decodeURIComponent(value ?? "")) ?? "/";
  } catch {
    return "/";
  }
}
