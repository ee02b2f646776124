import type { HttpBindings } from "@hono/node-server";
import { RESPONSE_ALREADY_SENT } from "@hono/node-server/utils/response";
import type { Context, MiddlewareHandler } from "hono";

export type FaultEffect = {
  /** Delays by this many real ms, then continues. */
  delay_ms?: number;
  status?: number;
  body?: unknown;
  /** The call is executed, but its answer is replaced by this fault: a timeout after the work was done. */
  after?: boolean;
  /** Closes the connection without an answer. */
  reset?: boolean;
  /** Sends this many bytes of the real answer, then closes the connection. */
  truncate?: number;
  /** Answers 429 with the provider's body and headers. */
  rate_limited?: boolean;
};

export type Fault = {
  /** `path` is a path prefix; `ref` must occur in path, query or body. */
  match: { method?: string; path: string; ref?: string };
  times: number;
  effect: FaultEffect;
};

export type Faults = ReturnType<typeof createFaults>;

export function createFaults() {
  const faults: Fault[] = [];
  return {
    add: (fault: Fault) => void faults.push({ ...fault }),
    take(method: string, path: string, text: string): FaultEffect | null {
      const fault = faults.find(
        ({ match, times }) =>
          times > 0 &&
          path.startsWith(match.path) &&
          (!match.method || match.method.toUpperCase() === method) &&
          (!match.ref || text.includes(match.ref)),
      );
      if (!fault) return null;
      fault.times -= 1;
      return fault.effect;
    },
    clear: () => void faults.splice(0),
  };
}

/** Applies the first matching fault to an API call. */
export function injectFaults(faults: Faults): MiddlewareHandler {
  return async (c, next) => {
    if (c.req.path.startsWith("/__")) return await next();
    const body = c.req.method === "GET" ? "" : await c.req.text();
    const effect = faults.take(c.req.method, c.req.path, decodeURIComponent(c.req.url) + body);
    if (!effect) return await next();
    if (effect.delay_ms) await new Promise((resolve) => setTimeout(resolve, effect.delay_ms).unref());
    if (effect.after || effect.truncate !== undefined) await next();
    const broken = await replace(c, effect);
    if (broken) {
      c.res = broken;
      return broken;
    }
    if (!effect.after) await next();
  };
}

async function replace(c: Context, effect: FaultEffect): Promise<Response | null> {
  const { outgoing } = c.env as HttpBindings;
  if (effect.reset) {
    outgoing.socket?.destroy();
    return RESPONSE_ALREADY_SENT;
  }
  if (effect.truncate !== undefined) {
    const bytes = Buffer.from(await c.res.arrayBuffer());
    outgoing.writeHead(c.res.status, { "content-type": "application/json", "content-length": bytes.length });
    outgoing.write(bytes.subarray(0, effect.truncate), () => outgoing.socket?.destroy());
    return RESPONSE_ALREADY_SENT;
  }
  if (effect.rate_limited) return rateLimited(100, 30);
  if (effect.status === undefined && effect.body === undefined) return null;
  const body = effect.body ?? { status: false, message: "An error occurred", type: "api_error", code: "unknown" };
  return new Response(typeof body === "string" ? body : JSON.stringify(body), {
    status: effect.status ?? 200,
    headers: { "content-type": "application/json" },
  });
}

/** The provider's answer above the rate limit; `reset` is in seconds. */
export function rateLimited(limit: number, reset: number): Response {
  const body = {
    status: false,
    message: "Rate limit exceeded!",
    meta: { nextStep: "Wait for the limit to reset before trying again" },
    type: "api_error",
    code: "rate_limited",
  };
  return Response.json(body, { status: 429, headers: limitHeaders(limit, 0, reset) });
}

export function limitHeaders(limit: number, remaining: number, reset: number): Record<string, string> {
  return {
    "x-ratelimit-limit": String(limit),
    "x-ratelimit-remaining": String(remaining),
    "x-ratelimit-reset": String(reset),
  };
}
