/** Target of newsletter forms. */
export const NEWSLETTER_PATH = "/newsletter";

/** Page of the confirmation link. */
export const CONFIRM_PATH = "/newsletter/confirm";

/** Page of the unsubscribe link; mail clients also post to it (one-click unsubscribe). */
export const UNSUBSCRIBE_PATH = "/newsletter/unsubscribe";

export function confirmHref(token: string): string {
  return `${CONFIRM_PATH}?token=${encodeURIComponent(token)}`;
}

export function unsubscribeHref(token: string): string {
  return `${UNSUBSCRIBE_PATH}?token=${encodeURIComponent(token)}`;
}

/** Delay before the footer form shows success. */
export const FOOTER_DELAY_MS = 1000;

/** How long the home page shows its thank-you message. */
export const THANKS_MS = 3000;

/** URL fragments that show the result of a form without JavaScript, by CSS `:target`. */
export const DONE_FRAGMENT = "newsletter-done";
export const INVALID_FRAGMENT = "newsletter-invalid";

/**
 * Return path of a form without JavaScript: the page it was on, with the result's fragment. A `referer` of another
 * `host` is ignored, which gives the home page.
 */
export function returnPath(referer: string | null, host: string, ok: boolean): string {
  const from = referer && URL.canParse(referer) ? new URL(referer) : null;
  const path = from && from.host === host && !from.pathname.startsWith("//") ? from.pathname + from.search : "/";
  return `${path}#${ok ? DONE_FRAGMENT : INVALID_FRAGMENT}`;
}
