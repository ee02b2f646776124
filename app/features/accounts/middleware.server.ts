import { createContext, redirect, type MiddlewareFunction, type RouterContextProvider } from "react-router";
import { can, type Claims, isVerifiedAdmin, type Right } from "#app/features/permissions/rules.ts";
import { shopContext } from "#app/platform/context.server.ts";
import type { Auth } from "./engine/engine.server.ts";
import { claimsOf } from "./rules.ts";
import { returnCookie, safePath } from "./rules/return-path.ts";

export const authContext = createContext<Auth>();

/** The signed-in user on the server: an actor with a name, which is never empty. */
export type SessionUser = Claims & {
  id: string;
  email: string;
  name: string;
  first_name: string;
  last_name: string;
  phone: string | null;
  session_id: string;
};

/** Set by the guards below for the loaders and actions behind them. */
export const userContext = createContext<SessionUser>();

type Context = Readonly<RouterContextProvider>;

type CachedSession = { cookie: string | null; answer: Promise<SessionUser | null> };

/** Caches the session query for the guards of a page, its dialog and layout; keyed by the cookies. */
const cachedSessions = new WeakMap<Context, CachedSession>();

/** The signed-in user of this request, read from the session; null for a guest. Cached per request. */
export function sessionUser(request: Request, context: Context): Promise<SessionUser | null> {
  const cookie = request.headers.get("Cookie");
  const known = cachedSessions.get(context);
  if (known && known.cookie === cookie) return known.answer;
  const answer = readSession(request, context);
  cachedSessions.set(context, { cookie, answer });
  return answer;
}

async function readSession(request: Request, context: Context): Promise<SessionUser | null> {
  const { ADMIN_SECOND_FACTOR } = context.get(shopContext).env;
  return await userOfSession(context.get(authContext), request.headers, ADMIN_SECOND_FACTOR);
}

/** The user of the session in these headers, read from the database; null for a guest. */
export async function userOfSession(
  auth: Auth,
  headers: Headers,
  needsSecondFactor: boolean,
): Promise<SessionUser | null> {
  // Renewal has to set a cookie in the browser, so it is left to the client's own request.
  const found = await auth.api.getSession({ headers, query: { disableRefresh: true } });
  if (!found) return null;
  const { user, session } = found;
  const claims = claimsOf(user, session);
  const isVerified = isVerifiedAdmin(claims, needsSecondFactor);
  return {
    id: user.id,
    email: user.email,
    name: user.name || user.email,
    first_name: user.firstName ?? "",
    last_name: user.lastName ?? "",
    phone: user.phoneNumber ?? null,
    ...claims,
    staff_role: isVerified ? claims.staff_role : null,
    session_id: session.id,
  };
}

type Middleware = MiddlewareFunction<Response>;

type Decide = (user: SessionUser | null, needsSecondFactor: boolean, query: URLSearchParams) => string | null;

/** `decide` returns the redirect target, or null to let the request pass. */
function guard(decide: Decide): Middleware {
  return async ({ request, context }, next) => {
    const user = await sessionUser(request, context);
    const needsSecondFactor = context.get(shopContext).env.ADMIN_SECOND_FACTOR;
    const { pathname, search, searchParams } = new URL(request.url);
    const target = decide(user, needsSecondFactor, searchParams);
    if (target) {
      const headers = new Headers({ "Cache-Control": "no-store" });
      const wanted = target === "/login" ? safePath(pathname + search) : null;
      if (wanted) headers.set("Set-Cookie", returnCookie(wanted));
      throw redirect(target, { headers });
    }
    if (user) (context as RouterContextProvider).set(userContext, user);
    const response = await next();
    response.headers.set("Cache-Control", "no-store");
    response.headers.set("X-Robots-Tag", "noindex");
    return response;
  };
}

/** Where admins verify or enrol the second factor if the shop requires one. */
const SECOND_FACTOR = "/admin/second-factor";

/**
 * Customer pages: redirects guests to /login, admins to /admin, and admins from a recovery link to their password page.
 */
export const requireCustomer = guard((user, _, query) => {
  if (user?.role !== "admin") return user ? null : "/login";
  return query.get("reset") === "true" ? "/admin/security?reset=true" : "/admin";
});

/**
 * Admin pages: redirects guests to /login and customers to /. If the shop requires a second factor, admins whose
 * session has none are redirected to enrol or verify it.
 */
export const requireAdmin = guard((user, needsSecondFactor) => {
  if (user?.role !== "admin") return user ? "/" : "/login";
  return isVerifiedAdmin(user, needsSecondFactor) ? null : SECOND_FACTOR;
});

/** The 403 page: inside the layout a guard cannot render one, because the layout's loader has not run yet. */
const NO_ACCESS = "/admin/no-access";

/** Restricts an admin page to staff with this right; others are redirected to the 403 page. */
export function requireRight(right: Right): Middleware {
  return guard((user, needsSecondFactor) => {
    if (user?.role !== "admin") return user ? "/" : "/login";
    if (!isVerifiedAdmin(user, needsSecondFactor)) return SECOND_FACTOR;
    return can(user, right) ? null : NO_ACCESS;
  });
}

/** The second-factor page itself; admins who need none are redirected to /admin. */
export const requireAdminBeforeMfa = guard((user, needsSecondFactor) => {
  if (user?.role !== "admin") return user ? "/" : "/login";
  return isVerifiedAdmin(user, needsSecondFactor) ? "/admin" : null;
});

/** Login and sign-up: redirects signed-in users to /admin or /profile, or to the page in the query. */
export const guestsOnly = guard((user, _, query) => {
  if (!user) return null;
  return safePath(query.get("next")) ?? (user.role === "admin" ? "/admin" : "/profile");
});
