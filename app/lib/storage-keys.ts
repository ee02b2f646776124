/** Names in the browser's storage for which every page looks, while only some load what they are about. */
export const PENDING_KEY = "checkout-storage";
export const NOTICE_KEY = "checkout-notice";
