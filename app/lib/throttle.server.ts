import { data, type RouterContextProvider } from "react-router";
import { addressContext, shopContext } from "./context.server.ts";
import type { LimitName } from "./limits.server.ts";

/** Counts one request of the visitor's address; above the limit it throws a 429 for the page's error boundary. */
export async function throttle(context: Readonly<RouterContextProvider>, name: LimitName): Promise<void> {
  const wait = await context.get(shopContext).limits.hit(name, context.get(addressContext));
  if (wait !== null) throw data(null, { status: 429, headers: { "Retry-After": String(wait) } });
}
