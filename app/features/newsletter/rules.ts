/** The address that takes newsletter forms. */
export const NEWSLETTER_PATH = "/newsletter";

/** The page of a mail's link that asks to confirm a subscription. */
export const CONFIRM_PATH = "/newsletter/confirm";

/** The page of a mail's link that ends a subscription; mail programs post to it by themselves. */
export const UNSUBSCRIBE_PATH = "/newsletter/unsubscribe";

export function confirmHref(token: string): string {
  return `${CONFIRM_PATH}?token=${encodeURIComponent(token)}`;
}

export function unsubscribeHref(token: string): string {
  return `${UNSUBSCRIBE_PATH}?token=${encodeURIComponent(token)}`;
}

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
