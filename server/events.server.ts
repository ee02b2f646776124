import { Hono } from "hono";
import type { Auth } from "#app/features/auth/engine/engine.server.ts";
import { errorResponse } from "#app/lib/errors.server.ts";
import type { EventHub } from "#app/lib/events.server.ts";

/**
 * GET /events: what changes for whoever is signed in, as server-sent events. `Last-Event-ID`, which browsers send when
 * they come back, or `?after=` names the last change that the client knows.
 */
export function events(auth: Auth, hub: EventHub): Hono {
  const app = new Hono();
  app.all("/events", async (c) => {
    if (c.req.raw.method !== "GET")
      return errorResponse("method_not_allowed", "Read events with GET.", { Allow: "GET" });
    const cookie = new Headers({ Cookie: c.req.header("Cookie") ?? "" });
    const session = async () =>
      await auth.api.getSession({ headers: cookie, query: { disableRefresh: true, disableCookieCache: true } });
    const opened = await session();
    if (!opened) return errorResponse("unauthorized", "Sign in to follow events.", { "Cache-Control": "no-store" });
    const body = await hub.open({
      userId: opened.user.id,
      after: place(c.req.header("Last-Event-ID")) ?? place(c.req.query("after")),
      isCurrent: async () => (await session())?.user.id === opened.user.id,
    });
    if (!body) return errorResponse("unavailable", "No more streams can be opened now.", { "Retry-After": "30" });
    return new Response(body, {
      headers: {
        "Content-Type": "text/event-stream; charset=utf-8",
        "Cache-Control": "no-store, no-transform",
        // Some proxies keep answers back until they are whole, unless told so.
        "X-Accel-Buffering": "no",
      },
    });
  });
  return app;
}

function place(text: string | undefined): number | null {
  return text && /^\d{1,15}$/.test(text) ? Number(text) : null;
}
