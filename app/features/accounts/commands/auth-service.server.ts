import type { RouterContextProvider } from "react-router";
import { addressContext, shopContext } from "#app/platform/context.server.ts";
import type { Auth } from "../engine/engine.server.ts";
import { authContext } from "../middleware.server.ts";
import { AuthError, authMessage, retryAfterOf } from "../rules.ts";
import { signInRequests } from "../rules/sign-in.ts";

type Context = Readonly<RouterContextProvider>;
/** The sign-in service and whom it answers; `address` "unknown" counts for no address limit. */
type Service = { auth: Auth; baseUrl: string; address: string };

type Answer = {
  ok: boolean;
  code: string;
  message: string;
  status: number;
  /** In seconds; 0 if the service does not specify it. */
  retryAfter: number;
  data: Record<string, unknown>;
  cookies: string[];
};

export function signInService(request: Request, context: Context) {
  return serviceFor(request, serviceOf(context));
}

/** The sign-in requests on behalf of the visitor's browser; `cookies` are those of the answers so far. */
function serviceFor(request: Request, service: Service) {
  const cookies: string[] = [];
  /** Throws AuthError. */
  async function ask<T>(path: string, body: object): Promise<T> {
    const answer = await askService(service, withCookies(request, cookies), path, body);
    if (!answer.ok) throw new AuthError(answer.message, answer.status, answer.code, answer.retryAfter);
    cookies.push(...answer.cookies);
    return answer.data as T;
  }
  return { ...signInRequests(ask), ask, cookies };
}

/** The request as this browser would send it after an answer with these Set-Cookie values; without a body. */
export function withCookies({ url, headers: sent }: Request, cookies: string[]): Request {
  const headers = new Headers(sent);
  const pairs = [...(sent.get("Cookie")?.split("; ") ?? []), ...cookies.map((cookie) => cookie.split(";")[0] ?? "")];
  const jar = new Map(pairs.map((pair) => [pair.split("=")[0], pair]));
  headers.set("Cookie", [...jar.values()].join("; "));
  return new Request(url, { headers });
}

/**
 * Calls the sign-in service on behalf of the visitor's browser: with its rate limits and the visitor's address and
 * cookies.
 */
export function callAuthService(request: Request, context: Context, path: string, body: object): Promise<Answer> {
  return askService(serviceOf(context), request, path, body);
}

/**
 * Checks a code of the authenticator app or a backup code, which is used up, for the session of this request. Null if it
 * is right, else the refusal with its status: 422, or 429 after too many tries.
 */
export async function refusedFactor(
  service: Service,
  request: Request,
  code: string,
): Promise<{ status: 422 | 429; message: string } | null> {
  if (!code.trim()) return { status: 422, message: "Please enter the code of your authenticator app." };
  try {
    await serviceFor(request, service).verifySecondFactor(code.slice(0, 100));
    return null;
  } catch (error) {
    if (!(error instanceof AuthError)) throw error;
    return { status: error.status === 429 ? 429 : 422, message: authMessage(error) };
  }
}

export const serviceOf = (context: Context): Service => ({
  auth: context.get(authContext),
  baseUrl: context.get(shopContext).baseUrl,
  address: context.get(addressContext),
});

async function askService(service: Service, request: Request, path: string, body: object): Promise<Answer> {
  const { auth, baseUrl, address } = service;
  const headers = new Headers({ "Content-Type": "application/json", Origin: new URL(baseUrl).origin });
  for (const name of ["Cookie", "User-Agent"]) {
    const value = request.headers.get(name);
    if (value) headers.set(name, value);
  }
  if (address !== "unknown") headers.set("x-client-ip", address);
  const response = await auth.handler(
    new Request(`${baseUrl}/api/auth${path}`, { method: "POST", headers, body: JSON.stringify(body) }),
  );
  const data = ((await response.json().catch(() => null)) ?? {}) as Record<string, unknown>;
  const text = (value: unknown) => (typeof value === "string" ? value : "");
  return {
    ok: response.ok,
    status: response.status,
    retryAfter: retryAfterOf(response.headers),
    code: text(data.code),
    message: text(data.message),
    data,
    cookies: response.headers.getSetCookie(),
  };
}
