import { createContext, redirect, type MiddlewareFunction, type RouterContextProvider } from "react-router";
import { shopContext } from "#app/lib/context.server.ts";
import type { Auth } from "./engine/engine.server.ts";
import { PASSED } from "./engine/second-factor.server.ts";

export const authContext = createContext<Auth>();

/** Who is signed in, as the server knows it. `name` is never empty. */
export type SessionUser = {
  id: string;
  email: string;
  name: string;
  first_name: string;
  last_name: string;
  phone: string | null;
  role: "customer" | "admin";
  has_second_factor: boolean;
  /** This session showed the second factor, not only the user has one. */
  passed_second_factor: boolean;
  session_id: string;
};

/** Set by the guards below; loaders and actions behind them read it. */
export const userContext = createContext<SessionUser>();

type Context = Readonly<RouterContextProvider>;

/** The signed-in user of this request, read from the session on the server each time; null for a guest. */
export async function sessionUser(request: Request, context: Context): Promise<SessionUser | null> {
  const found = await context.get(authContext).api.getSession({ headers: request.headers });
  if (!found) return null;
  const { user, session } = found;
  return {
    id: user.id,
    email: user.email,
    name: user.name || user.email,
    first_name: user.firstName ?? "",
    last_name: user.lastName ?? "",
    phone: user.phoneNumber ?? null,
    role: user.role === "admin" ? "admin" : "customer",
    has_second_factor: Boolean(user.twoFactorEnabled),
    passed_second_factor: session.authMethod === PASSED,
    session_id: session.id,
  };
}

type Middleware = MiddlewareFunction<Response>;

type Decide = (user: SessionUser | null, needsSecondFactor: boolean, query: URLSearchParams) => string | null;

/** `decide` answers the address to go to instead, or null where the visitor may pass. */
function guard(decide: Decide): Middleware {
  return async ({ request, context }, next) => {
    const user = await sessionUser(request, context);
    const needsSecondFactor = context.get(shopContext).env.ADMIN_SECOND_FACTOR;
    const elsewhere = decide(user, needsSecondFactor, new URL(request.url).searchParams);
    if (elsewhere) throw redirect(elsewhere, { headers: { "Cache-Control": "no-store" } });
    if (user) (context as RouterContextProvider).set(userContext, user);
    const response = await next();
    response.headers.set("Cache-Control", "no-store");
    response.headers.set("X-Robots-Tag", "noindex");
    return response;
  };
}

/** Where an admin shows or sets up the second factor, when the shop requires one. */
const SECOND_FACTOR = "/admin/second-factor";

/** Customer pages: guests go to /login, admins to /admin, and from a recovery link to where admins set a password. */
export const requireCustomer = guard((user, _, query) => {
  if (user?.role !== "admin") return user ? null : "/login";
  return query.get("reset") === "true" ? "/admin/security?reset=true" : "/admin";
});

/**
 * Admin pages: guests go to /login, others to /. Where the shop requires a second factor, an admin without one, or
 * from a session that did not show it, is sent to set it up or to show it.
 */
export const requireAdmin = guard((user, needsSecondFactor) => {
  if (user?.role !== "admin") return user ? "/" : "/login";
  return needsSecondFactor && !isProven(user) ? SECOND_FACTOR : null;
});

/** The page for the second factor itself; whoever needs none goes on to /admin. */
export const requireUnprovenAdmin = guard((user, needsSecondFactor) => {
  if (user?.role !== "admin") return user ? "/" : "/login";
  return needsSecondFactor && !isProven(user) ? null : "/admin";
});

/** Login and sign-up: somebody signed in goes to /admin or /profile. */
export const guestsOnly = guard((user) => (user ? (user.role === "admin" ? "/admin" : "/profile") : null));

type Proof = Pick<SessionUser, "role" | "has_second_factor" | "passed_second_factor">;

/** Whether this user may do what admins do, with the second factor shown where the shop requires one. */
export function mayAdminister(user: Proof | null, needsSecondFactor: boolean): boolean {
  return user?.role === "admin" && (!needsSecondFactor || isProven(user));
}

function isProven(user: Proof): boolean {
  return user.has_second_factor && user.passed_second_factor;
}
