import { isRouteErrorResponse } from "react-router";

/**
 * Whether an error that a loader or action threw in the browser is a response of the shop: a redirect, a missing page.
 * Connection failures and server errors (status 500 and above) are not, and the page may stay unchanged.
 */
export function isAnswer(thrown: unknown): boolean {
  return thrown instanceof Response || (isRouteErrorResponse(thrown) && thrown.status < 500);
}
