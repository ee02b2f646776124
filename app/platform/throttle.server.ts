import { data, type RouterContextProvider } from "react-router";
import { addressContext, shopContext } from "./context.server.ts";
import { errorResponse } from "./errors.server.ts";
import type { LimitName } from "./limits.server.ts";

type Context = Readonly<RouterContextProvider>;

/** Counts one request of the visitor's address; above the limit it throws a 429 for the page's error boundary. */
export async function throttle(context: Context, name: LimitName): Promise<void> {
  const wait = await secondsToWait(context, name);
  if (wait !== null) throw data(null, { status: 429, headers: { "Retry-After": String(wait) } });
}

/** The same for a JSON address: the 429 to answer with, or null. */
export async function refuseTooMany(context: Context, name: LimitName, message: string): Promise<Response | null> {
  const wait = await secondsToWait(context, name);
  return wait === null ? null : errorResponse("too_many_requests", message, { "Retry-After": String(wait) });
}

/** The same for a form or page with an answer of its own: the seconds to wait, or null below the limit. */
export function secondsToWait(context: Context, name: LimitName): Promise<number | null> {
  return context.get(shopContext).limits.hit(name, context.get(addressContext));
}
