import { type Context, Hono } from "hono";
import { listen } from "../listen.ts";
import { serveLook } from "../theme.ts";
import { serveBank } from "./bank.ts";
import { serveBrowserApi } from "./browser-api.ts";
import { serveCheckout } from "./checkout/routes.ts";
import { createClock, DEFAULT_TIME_SCALE } from "./clock.ts";
import { serveControl } from "./control-routes.ts";
import { createControl, type PaystackControl } from "./control.ts";
import { createFaults, injectFaults } from "./faults.ts";
import { serveInline } from "./inline.ts";
import { resumeTransfers } from "./payments.ts";
import { resumeRefunds } from "./refund.ts";
import { serveRest } from "./rest.ts";
import { createStore } from "./store.ts";
import { createWebhooks } from "./webhooks.ts";
import { DEFAULT_SETTINGS, type World } from "./world.ts";

export type { PaystackControl } from "./control.ts";

export type PaystackSandbox = {
  /** The address for browsers. */
  url: string;
  /** The address on this machine. */
  localUrl: string;
  port: number;
  close(): Promise<void>;
  control: PaystackControl;
};

export type PaystackSandboxOptions = {
  /** 0 takes a free one. */
  port: number;
  host?: string;
  secretKey: string;
  publicKey: string;
  /** The webhook address; can be set later with `control.setWebhookUrl`. Must be on this machine. */
  webhookUrl: string | null;
  /** Stores transactions and refunds across restarts. */
  stateFile?: string | null;
  /** Schedule seconds per real second; 3600 by default, 0 leaves the clock to `control.advanceClock`. */
  timeScale?: number;
  /** The shop's name on the checkout. */
  merchant?: string;
  /** The sandbox's public address, if it differs from its own. */
  publicUrl?: string | null;
  now?: () => number;
};

const LIVE_KEY = /^[sp]k_live_/;
const MAX_LOGGED_REQUESTS = 1000;

/**
 * Starts a sandbox of the payment provider on its own origin: its API, the real inline.js, a checkout and webhooks.
 * Throws on live keys, a webhook address elsewhere, a port in use or an unreadable state file.
 */
export async function startPaystackSandbox(options: PaystackSandboxOptions): Promise<PaystackSandbox> {
  const { secretKey, publicKey } = options;
  if (LIVE_KEY.test(secretKey) || LIVE_KEY.test(publicKey)) throw new Error("The payment sandbox refuses live keys");
  const clock = createClock(options.timeScale ?? DEFAULT_TIME_SCALE, options.now);
  let address = options.publicUrl ?? "";
  const world: World = {
    secretKey,
    publicKey,
    merchant: options.merchant ?? "Oja",
    address: () => address,
    settings: { ...DEFAULT_SETTINGS },
    clock,
    store: createStore(options.stateFile ?? null),
    webhooks: createWebhooks({ clock, secretKey, url: options.webhookUrl }),
    faults: createFaults(),
    requests: [],
  };
  const control = createControl(world);
  const server = await listen(createApp(world, control), options);
  address ||= server.url;
  resumeTransfers(world);
  resumeRefunds(world);
  return {
    url: address,
    localUrl: server.url,
    port: server.port,
    control,
    async close() {
      clock.close();
      await Promise.all([server.close(), world.webhooks.close()]);
      await world.store.flush();
    },
  };
}

function createApp(world: World, control: PaystackControl): Hono {
  const app = new Hono();
  app.use(async (c, next) => {
    const entry = record(world, c);
    await next();
    if (entry) entry.status = c.res.status;
  });
  app.use(async (c, next) => {
    await next();
    c.header("x-content-type-options", "nosniff");
    c.header("referrer-policy", "no-referrer");
    c.header("cross-origin-resource-policy", "cross-origin");
  });
  serveLook(app);
  serveControl(app, control, world.secretKey);
  app.use(injectFaults(world.faults));
  serveInline(app, (c) => originOf(c, world.address()));
  serveBrowserApi(app, world);
  serveRest(app, world);
  serveBank(app, world);
  serveCheckout(app, world);
  app.notFound((c) =>
    c.json({ status: false, message: "Not found", type: "validation_error", code: "not_found" }, 404),
  );
  return app;
}

function record(world: World, c: Context) {
  if (c.req.path.startsWith("/__")) return null;
  const entry = {
    at: new Date(world.clock.now()).toISOString(),
    method: c.req.method,
    path: c.req.path,
    reference: /\/transaction\/verify\/([^/]+)/.exec(c.req.path)?.[1] ?? null,
    status: null as number | null,
  };
  world.requests.push(entry);
  world.requests.splice(0, Math.max(0, world.requests.length - MAX_LOGGED_REQUESTS));
  return entry;
}

/** The origin that this browser used ("localhost" or "127.0.0.1"), if it is a plain one. */
function originOf(c: Context, fallback: string): string {
  const { origin, hostname } = new URL(c.req.url);
  return hostname === "localhost" || hostname === "127.0.0.1" ? origin : fallback;
}
