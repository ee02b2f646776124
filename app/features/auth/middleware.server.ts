import { createContext, redirect, type MiddlewareFunction, type RouterContextProvider } from "react-router";
import { shopContext } from "#app/lib/context.server.ts";
import { can, type Claims, mayAdminister, type Right } from "#app/lib/permissions.ts";
import { returnCookie, safePath } from "#app/lib/return-path.ts";
import type { Auth } from "./engine/engine.server.ts";
import { claimsOf } from "./rules.ts";

export const authContext = createContext<Auth>();

/** Who is signed in, as the server knows it: an actor with a name, which is never empty. */
export type SessionUser = Claims & {
  id: string;
  email: string;
  name: string;
  first_name: string;
  last_name: string;
  phone: string | null;
  session_id: string;
};

/** Set by the guards below; loaders and actions behind them read it. */
export const userContext = createContext<SessionUser>();

type Context = Readonly<RouterContextProvider>;

type Asked = { cookie: string | null; answer: Promise<SessionUser | null> };

/** The guards of a page, its dialog and the layout around them ask once; with other cookies it is another question. */
const asked = new WeakMap<Context, Asked>();

/** The signed-in user of this request, read from the session on the server for each request; null for a guest. */
export function sessionUser(request: Request, context: Context): Promise<SessionUser | null> {
  const cookie = request.headers.get("Cookie");
  const known = asked.get(context);
  if (known && known.cookie === cookie) return known.answer;
  const answer = readSession(request, context);
  asked.set(context, { cookie, answer });
  return answer;
}

async function readSession(request: Request, context: Context): Promise<SessionUser | null> {
  const { ADMIN_SECOND_FACTOR } = context.get(shopContext).env;
  return await userOfSession(context.get(authContext), request.headers, ADMIN_SECOND_FACTOR);
}

/** The user whose session the headers carry, read from the database; null for a guest. */
export async function userOfSession(
  auth: Auth,
  headers: Headers,
  needsSecondFactor: boolean,
): Promise<SessionUser | null> {
  // A renewal has to reach the browser as a cookie; the client's own question renews.
  const found = await auth.api.getSession({ headers, query: { disableRefresh: true } });
  if (!found) return null;
  const { user, session } = found;
  const claims = claimsOf(user, session);
  const isProven = mayAdminister(claims, needsSecondFactor);
  return {
    id: user.id,
    email: user.email,
    name: user.name || user.email,
    first_name: user.firstName ?? "",
    last_name: user.lastName ?? "",
    phone: user.phoneNumber ?? null,
    ...claims,
    staff_role: isProven ? claims.staff_role : null,
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
  return mayAdminister(user, needsSecondFactor) ? null : SECOND_FACTOR;
});

/** The page that says so (403): a guard cannot answer one itself inside the layout, whose loader has not run yet. */
const NO_ACCESS = "/admin/no-access";

/** Admin pages that not all staff may open: beyond `requireAdmin`, whoever lacks the right is sent to a page that says so. */
export function requireRight(right: Right): Middleware {
  return guard((user, needsSecondFactor) => {
    if (user?.role !== "admin") return user ? "/" : "/login";
    if (!mayAdminister(user, needsSecondFactor)) return SECOND_FACTOR;
    return can(user, right) ? null : NO_ACCESS;
  });
}

/** The page for the second factor itself; whoever needs none goes on to /admin. */
export const requireUnprovenAdmin = guard((user, needsSecondFactor) => {
  if (user?.role !== "admin") return user ? "/" : "/login";
  return mayAdminister(user, needsSecondFactor) ? "/admin" : null;
});

/** Login and sign-up: somebody signed in goes to /admin or /profile, or where the link to this page says. */
export const guestsOnly = guard((user, _, query) => {
  if (!user) return null;
  return safePath(query.get("next")) ?? (user.role === "admin" ? "/admin" : "/profile");
});
