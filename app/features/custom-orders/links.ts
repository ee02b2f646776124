export const CUSTOM_ORDER_PATH = "/custom-order";

/** Page of the request with this token. */
export function requestHref(token: string): string {
  return `${CUSTOM_ORDER_PATH}/${token}`;
}
