import { isRouteErrorResponse } from "react-router";

/**
 * Whether what a loader or action threw in the browser is the shop's answer: a redirect, a page that is not there. A
 * broken line and a server that fails (status 500 and above) are none, and the page may stay as it was.
 */
export function isAnswer(thrown: unknown): boolean {
  return thrown instanceof Response || (isRouteErrorResponse(thrown) && thrown.status < 500);
}
