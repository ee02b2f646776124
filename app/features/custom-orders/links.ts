export const CUSTOM_ORDER_PATH = "/custom-order";

/** The page of a request, for whoever has its token. */
export function requestHref(token: string): string {
  return `${CUSTOM_ORDER_PATH}/${token}`;
}
