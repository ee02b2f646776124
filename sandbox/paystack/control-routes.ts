import type { HttpBindings } from "@hono/node-server";
import type { Context, Hono } from "hono";
import type { Completion, PaystackControl } from "./control.ts";
import { isSecret, readBody } from "./envelope.ts";
import type { Fault } from "./faults.ts";
import type { WebhookOrder } from "./webhooks.ts";

/** The control API over HTTP: only from loopback and only with the secret key in `x-sandbox-token`. */
export function serveControl(app: Hono, control: PaystackControl, token: string): void {
  app.use("/__sandbox/*", async (c, next) => {
    if (!isLoopback(c) || !isSecret(c.req.header("x-sandbox-token") ?? "", token)) {
      return c.json({ ok: false, message: "Send the secret key in x-sandbox-token, from this machine" }, 403);
    }
    await next();
  });
  app.onError((error, c) => c.json({ status: false, message: error.message, type: "api_error", code: "unknown" }, 500));

  app.post("/__sandbox/transactions/:reference/complete", async (c) => {
    const body = (await readBody(c)) as Completion | null;
    const known = control.transactions().some((tx) => tx.reference === c.req.param("reference"));
    if (!known || !body?.outcome) return c.json({ ok: false, message: "Unknown reference or no outcome" }, 404);
    return c.json({ ok: true, transaction: control.complete(c.req.param("reference"), body) });
  });
  app.post("/__sandbox/webhooks", async (c) => {
    const body = (await readBody(c)) as WebhookOrder | null;
    if (!body?.event) return c.json({ ok: false, message: "Send an event and its data" }, 400);
    return c.json({ ok: true, deliveries: await control.sendWebhook(body) });
  });
  app.post("/__sandbox/webhook-url", async (c) => {
    const url = (await readBody(c))?.url;
    try {
      control.setWebhookUrl(typeof url === "string" ? url : null);
    } catch (error) {
      return c.json({ ok: false, message: (error as Error).message }, 400);
    }
    return c.json({ ok: true });
  });
  app.post("/__sandbox/faults", async (c) => {
    const body = (await readBody(c)) as Fault | null;
    if (typeof body?.match?.path !== "string" || typeof body.effect !== "object") {
      return c.json({ ok: false, message: "Send match.path, times and effect" }, 400);
    }
    control.addFault({ ...body, times: body.times ?? 1 });
    return c.json({ ok: true });
  });
  app.post("/__sandbox/clock", async (c) => {
    const seconds = Number((await readBody(c))?.advance_s);
    if (!(seconds >= 0)) return c.json({ ok: false, message: "Send advance_s" }, 400);
    await control.advanceClock(seconds);
    return c.json({ ok: true });
  });
  app.post("/__sandbox/settings", async (c) => {
    control.configure((await readBody(c)) ?? {});
    return c.json({ ok: true });
  });
  app.post("/__sandbox/reset", (c) => {
    control.reset();
    return c.json({ ok: true });
  });
  app.get("/__sandbox/transactions", (c) => c.json(control.transactions()));
  app.get("/__sandbox/deliveries", (c) => c.json(control.deliveries()));
  app.get("/__sandbox/requests", (c) => c.json(control.requests()));
}

function isLoopback(c: Context): boolean {
  const address = (c.env as Partial<HttpBindings>).incoming?.socket.remoteAddress ?? "";
  return address === "::1" || address.replace("::ffff:", "").startsWith("127.");
}
