/** Names in the browser's storage that every page checks, while only some pages load the code for them. */
export const PENDING_KEY = "checkout-storage";
export const NOTICE_KEY = "checkout-notice";
