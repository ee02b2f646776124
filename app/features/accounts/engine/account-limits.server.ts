import { createHmac } from "node:crypto";
import type { BetterAuthPlugin } from "better-auth";
import { APIError, createAuthMiddleware, getSessionFromCtx, isAPIError } from "better-auth/api";
import { visitorUnit } from "#app/platform/addresses.server.ts";
import type { Limits } from "#app/platform/limits.server.ts";
import { normalisePhone } from "#app/platform/phone.server.ts";
import type { Db } from "#db/client.server.ts";
import { createAttempts, type RateLimitRefusal } from "./attempts.server.ts";
import { endpointAt } from "./endpoints.server.ts";
import type { KnownDevices } from "./known-devices.server.ts";
import { type AuthAttempt, countersOf } from "./slow-down.server.ts";

const TOO_MANY = { code: "TOO_MANY_REQUESTS", message: "Too many requests. Please try again later." };

type AccountLimitOptions = { db: Db; limits: Limits; devices: KnownDevices; secret: string };
type EndpointCall = { path: string; body?: unknown; headers?: Headers };

/**
 * Throttles attempts by the account in the request (see slow-down.server.ts) before the account is looked up, so that
 * the response is the same for known and unknown ones. Passkeys name no account and are not throttled. Requests within
 * a session count for the session's account.
 */
export function accountLimits({ db, limits, devices, secret }: AccountLimitOptions) {
  const attempts = createAttempts(db);
  // Hashed, so that the table contains no addresses or numbers.
  const keyOf = (account: string) =>
    createHmac("sha256", secret).update(`limit:${account}`).digest("base64url").slice(0, 32);
  const attemptIn = async ({ path, body, headers }: EndpointCall): Promise<AuthAttempt | null> => {
    const named = accountIn(path, body);
    if (!named) return null;
    const origin = keyOf(visitorUnit(headers?.get("x-client-ip") ?? "unknown", 48));
    const device = await devices.find(headers, named.account);
    return { ...named, path, account: keyOf(named.account), origin, device };
  };
  const take = async (attempt: AuthAttempt): Promise<RateLimitRefusal | null> => {
    const refusal = await attempts.take(countersOf(attempt));
    return refusal?.whenFull === "stranger" ? await take({ ...attempt, device: null }) : refusal;
  };
  const refuse = (seconds: number | null) => {
    if (seconds !== null) throw new APIError("TOO_MANY_REQUESTS", TOO_MANY, { "Retry-After": String(seconds) });
  };
  return {
    id: "account-limits",
    hooks: {
      before: [
        {
          // Internal calls have no request; they were counted with the request that caused them.
          matcher: (ctx) => Boolean(ctx.request && endpointAt(ctx.path)?.account),
          handler: createAuthMiddleware(async (ctx) => {
            const attempt = await attemptIn(ctx);
            const refusal = attempt && (await take(attempt));
            if (refusal?.whenFull === "quiet") return ctx.json(endpointAt(ctx.path)?.sent ?? {});
            refuse(refusal?.seconds ?? null);
          }),
        },
        {
          matcher: (ctx) => Boolean(ctx.request && endpointAt(ctx.path)?.session),
          handler: createAuthMiddleware(async (ctx) => {
            const session = await getSessionFromCtx(ctx);
            const limit = endpointAt(ctx.path)?.session;
            if (session && limit) refuse(await limits.hit(limit, keyOf(session.user.id)));
          }),
        },
      ],
      after: [
        {
          matcher: (ctx) => Boolean(ctx.request && endpointAt(ctx.path)?.account?.[0].startsWith("sign_in")),
          handler: createAuthMiddleware(async (ctx) => {
            const attempt = await attemptIn(ctx);
            if (attempt && !isAPIError(ctx.context.returned)) await attempts.succeed(countersOf(attempt));
          }),
        },
      ],
    },
  } satisfies BetterAuthPlugin;
}

/** The normalized account in the body field of this path, and the kind of attempt. */
function accountIn(path: string, body: unknown): Pick<AuthAttempt, "name" | "account" | "isPhone"> | null {
  const [name, field] = endpointAt(path)?.account ?? [];
  const value = field && ((body ?? {}) as Record<string, unknown>)[field];
  if (!name || typeof value !== "string") return null;
  const account = field === "email" ? value.trim().toLowerCase() : normalisePhone(value);
  return account ? { name, account, isPhone: field === "phoneNumber" } : null;
}
