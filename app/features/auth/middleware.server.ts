import { createContext, redirect, type MiddlewareFunction, type RouterContextProvider } from "react-router";
import type { Auth } from "./engine/engine.server.ts";

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
    session_id: session.id,
  };
}

type Middleware = MiddlewareFunction<Response>;

function guard(decide: (user: SessionUser | null) => string | null): Middleware {
  return async ({ request, context }, next) => {
    const user = await sessionUser(request, context);
    const elsewhere = decide(user);
    if (elsewhere) throw redirect(elsewhere);
    if (user) (context as RouterContextProvider).set(userContext, user);
    const response = await next();
    response.headers.set("Cache-Control", "no-store");
    response.headers.set("X-Robots-Tag", "noindex");
    return response;
  };
}

/** Customer pages: guests go to /login, admins to /admin. */
export const requireCustomer = guard((user) => (user ? (user.role === "admin" ? "/admin" : null) : "/login"));

/** Admin pages: guests go to /login, others to /. */
export const requireAdmin = guard((user) => (user ? (user.role === "admin" ? null : "/") : "/login"));

/** Login and sign-up: somebody signed in goes to /admin or /profile. */
export const guestsOnly = guard((user) => (user ? (user.role === "admin" ? "/admin" : "/profile") : null));
