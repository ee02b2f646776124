/** The address that takes newsletter forms. */
export const NEWSLETTER_PATH = "/newsletter";

/** After this long the footer form says that it worked. */
export const FOOTER_DELAY_MS = 1000;

/** This long the home page says thank you. */
export const THANKS_MS = 3000;

/** Page fragments that show the answer to a form sent without JavaScript, by CSS `:target`. */
export const DONE_FRAGMENT = "newsletter-done";
export const INVALID_FRAGMENT = "newsletter-invalid";

/**
 * Where a form sent without JavaScript comes back to: the path of the page it stood on, with the answer's fragment.
 * `referer` is believed only when it is of `host`; anything else leads home.
 */
export function returnPath(referer: string | null, host: string, ok: boolean): string {
  const from = referer && URL.canParse(referer) ? new URL(referer) : null;
  const path = from && from.host === host && !from.pathname.startsWith("//") ? from.pathname + from.search : "/";
  return `${path}#${ok ? DONE_FRAGMENT : INVALID_FRAGMENT}`;
}
