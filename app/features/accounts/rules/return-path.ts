/**
 * Stores a guest's return path for ten minutes during sign-in: guards and /login?next= write the cookie, every
 * completed sign-in reads it. A cookie, because some sign-in methods leave the site and return.
 */
const COOKIE = "oja.return-to";
const SECONDS = 600;
const BASE = "http://shop.invalid";
/** Sign-in pages, and addresses that are not pages. */
const NO_DESTINATION =
  /^\/(login|signup|forgot-password|auth|api|functions|events|webhooks)(\/|$)|\.(data|json)$|^\/profile\/orders\/[^/]+$/;

/** `text` as a path of this shop with its query, or null if it is not one. */
export function safePath(text: string | null | undefined): string | null {
  if (!text?.startsWith("/") || text.length > 500 || !URL.canParse(text, BASE)) return null;
  const { origin, pathname, search } = new URL(text, BASE);
  const isOwn = origin === BASE && !pathname.startsWith("//");
  return isOwn && !NO_DESTINATION.test(pathname) ? pathname + search : null;
}

/** The Set-Cookie value that stores `path`; null deletes it. */
export function returnCookie(path: string | null): string {
  return `${COOKIE}=${encodeURIComponent(path ?? "")}; Path=/; Max-Age=${path ? SECONDS : 0}; SameSite=Lax`;
}

/** The path stored in a Cookie header or `document.cookie`; "/" if there is none. */
export function returnPathIn(cookies: string | null): string {
  const value = /(?:^|;\s*)oja\.return-to=([^;]+)/.exec(cookies ?? "")?.[1];
  try {
    return safePath(decodeURIComponent(value ?? "")) ?? "/";
  } catch {
    return "/";
  }
}
