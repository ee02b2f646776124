import { Hono, type Context } from "hono";
import type { Auth } from "#app/features/accounts/engine/engine.server.ts";
import { userOfSession } from "#app/features/accounts/middleware.server.ts";
import { can } from "#app/features/permissions/rules.ts";
import { errorResponse } from "#app/platform/errors.server.ts";
import type { EventHub } from "#app/platform/events.server.ts";

/** `own` sends each user's changes, `staff` the order state for staff. */
export type EventHubs = { own: EventHub; staff: EventHub };

/**
 * Server-sent events. `GET /events`: changes of the signed-in user; `Last-Event-ID`, which browsers send on a
 * reconnect, or `?after=` is the last known change. `GET /admin/events`: new and changed orders, for staff who may view
 * orders.
 */
export function events(auth: Auth, hubs: EventHubs, needsSecondFactor: boolean): Hono {
  const app = new Hono();
  app.all("/events", async (c) => {
    const headers = cookieOf(c);
    const session = async () =>
      await auth.api.getSession({ headers, query: { disableRefresh: true, disableCookieCache: true } });
    return await answer(c, hubs.own, async () => (await session())?.user.id ?? null);
  });
  app.all("/admin/events", async (c) => {
    const headers = cookieOf(c);
    const staff = await userOfSession(auth, headers, needsSecondFactor);
    if (staff && !can(staff, "orders.view"))
      return errorResponse("forbidden", "Orders are for staff.", { "Cache-Control": "no-store" });
    return await answer(c, hubs.staff, async () => {
      const user = await userOfSession(auth, headers, needsSecondFactor);
      return user && can(user, "orders.view") ? user.id : null;
    });
  });
  return app;
}

/** A stream for the user that `who` returns, while it returns the same one. */
async function answer(c: Context, hub: EventHub, who: () => Promise<string | null>): Promise<Response> {
  if (c.req.raw.method !== "GET") return errorResponse("method_not_allowed", "Read events with GET.", { Allow: "GET" });
  const userId = await who();
  if (!userId) return errorResponse("unauthorized", "Sign in to follow events.", { "Cache-Control": "no-store" });
  const body = await hub.open({
    userId,
    after: place(c.req.header("Last-Event-ID")) ?? place(c.req.query("after")),
    isCurrent: async () => (await who()) === userId,
  });
  if (!body) return errorResponse("unavailable", "No more streams can be opened now.", { "Retry-After": "30" });
  return new Response(body, {
    headers: {
      "Content-Type": "text/event-stream; charset=utf-8",
      "Cache-Control": "no-store, no-transform",
      // Some proxies buffer complete answers unless this is set.
      "X-Accel-Buffering": "no",
    },
  });
}

const cookieOf = (c: Context) => new Headers({ Cookie: c.req.header("Cookie") ?? "" });

function place(text: string | undefined): number | null {
  return text && /^\d{1,15}$/.test(text) ? Number(text) : null;
}
