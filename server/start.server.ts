import { mkdirSync } from "node:fs";
import type { IncomingMessage, Server, ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { getRequestListener } from "@hono/node-server";
import { sendAuthMessage } from "#app/features/accounts/commands.server.ts";
import { createAuth, type Auth } from "#app/features/accounts/engine/engine.server.ts";
import { zoneTarget } from "#app/features/delivery/commands/zone-target.server.ts";
import { currentDelivery, resetDelivery } from "#app/features/delivery/queries/facts.server.ts";
import { startBackups } from "#app/features/health/jobs.server.ts";
import { createPictureFetcher } from "#app/features/imports/commands/import-pictures.server.ts";
import { productTarget } from "#app/features/imports/commands/product-target.server.ts";
import { startRuns } from "#app/features/imports/jobs.server.ts";
import { orderChanges } from "#app/features/orders/queries.server.ts";
import { orderFeedChanges } from "#app/features/orders/queries/order-feed.server.ts";
import { createPaystack } from "#app/features/payments/providers/paystack.server.ts";
import type { PaymentProvider } from "#app/features/payments/providers/provider.server.ts";
import { traceProvider } from "#app/features/payments/providers/traced-provider.server.ts";
import { startSearchWords, startStems } from "#app/features/search/jobs.server.ts";
import { currentSettings, currentStore, resetSettings } from "#app/features/settings/queries.server.ts";
import { storeOf } from "#app/features/settings/rules.ts";
import { deliveryTexts } from "#app/features/site/rules/delivery-texts.ts";
import { claimGuestRecords } from "#app/flows/claim-guest-records.server.ts";
import { startNightlySweep } from "#app/flows/nightly-sweep.server.ts";
import { startPaymentSweep } from "#app/flows/sweep-payments.server.ts";
import { visitorAddress } from "#app/platform/addresses.server.ts";
import { serveFolderCopies } from "#app/platform/backup/folder-copies.server.ts";
import type { Bindings, Shop } from "#app/platform/context.server.ts";
import type { Env } from "#app/platform/env.server.ts";
import { startEvents } from "#app/platform/events.server.ts";
import { createFileStore } from "#app/platform/files/file-store.server.ts";
import { createJobs } from "#app/platform/jobs.server.ts";
import { createLimits } from "#app/platform/limits.server.ts";
import { createLogger, type Logger } from "#app/platform/log.server.ts";
import { createMailer } from "#app/platform/mailer.server.ts";
import { requeueMails, startMailDelivery } from "#app/platform/outbox.server.ts";
import { createSms } from "#app/platform/sms.server.ts";
import { createSafeFetch } from "#app/platform/ssrf-safe-fetch.server.ts";
import { applyMigrations, migrationsIn, underStartLock, type Database, type Db } from "#db/client.server.ts";
import { LOST } from "#db/database.ts";
import { ensureShopPictures } from "#db/seed/pictures/shop-pictures.ts";
import { authSecrets, refuseDemoRemains, warnAboutLostSecret } from "./accounts.server.ts";
import { createApp } from "./app.server.ts";
import { followCatalogue, startIndex } from "./catalogue-changes.server.ts";
import type { DemoLogin } from "./demo-accounts.server.ts";
import type { Demo } from "./demo.server.ts";
import { createDrainingServer } from "./draining.ts";
import { goLiveProblems } from "./go-live.server.ts";
import type { ServedMetrics } from "./metrics/serve-metrics.server.ts";
import { PageCache } from "./middleware/page-cache.server.ts";
import { startObservability } from "./observability.server.ts";
import { openShopDatabase } from "./shop-database.server.ts";

export type RunningShop = {
  url: string;
  shop: Shop;
  auth: Auth;
  payments: PaymentProvider | null;
  cache: PageCache;
  /** Null if neither METRICS_PORT nor METRICS_TOKEN is set. */
  metrics: ServedMetrics | null;
  demo: Demo | null;
  /** The logins of a demo; empty in a real shop. */
  demoLogins: DemoLogin[];
  /** Open tasks of the operator before going live; empty in a demo. */
  goLive: string[];
  /** The shop as a function, for tests: no listener, no page-cache hit path. */
  fetch: (request: Request, bindings?: Bindings) => Response | Promise<Response>;
  close: () => Promise<void>;
};

export type StartOptions = {
  env: Env;
  /** The folders of the built client and of the schema (`db/`); they differ between a bundle, development and tests. */
  clientDir: string;
  databaseDir: string;
  onProgress?: (done: number, total: number, what: string) => void;
  /** Polling interval of the job queue, in seconds. */
  pollSeconds?: number;
  /** An open database, for tests; it is closed with the shop. */
  database?: Database;
  /** The log's output, for tests; standard output by default. */
  log?: { write: (line: string) => void };
  /** Development only: its middleware runs first, and the app is reloaded when its source changes. */
  development?: {
    middleware: (request: IncomingMessage, response: ServerResponse, next: () => void) => void;
    loadApp: () => Promise<{ createApp: typeof createApp }>;
  };
};

/**
 * Opens and migrates the database, loads the demo if enabled, and serves. `close` stops accepting requests, lets
 * running requests and jobs finish, and closes the database.
 */
export async function startShop(options: StartOptions): Promise<RunningShop> {
  const { env } = options;
  const log = createLogger(env.LOG_LEVEL, options.log);
  mkdirSync(env.DATA_DIR, { recursive: true });
  mkdirSync(env.FILES_DIR, { recursive: true });
  const secrets = authSecrets(env);
  const database = options.database ?? (await openShopDatabase(env, log));
  const observed = await startObservability(env, database, join(options.databaseDir, ".."));
  const closers: (() => Promise<unknown>)[] = [() => observed.close(), () => database.close()];
  const closeAll = async () => {
    for (const close of closers.splice(0).toReversed()) await close();
  };
  try {
    const { server, leave, isLeaving, drain } = createDrainingServer(notYet);
    closers.push(async () => {
      server.close();
      server.closeAllConnections();
    });
    const port = await listen(server, env);
    // A proxy asks another process while this one starts: refused connections say so, an answer 503 reaches visitors.
    if (env.TRUST_PROXY) await new Promise((resolve) => server.close(resolve));
    const baseUrl = env.BASE_URL ?? `http://${env.HOST}:${port}`;
    // Several processes may start at once on an empty database: one creates tables, demo products and queues.
    const { demo, jobs } = await underStartLock(database, async () => {
      await applyMigrations(database, options.databaseDir);
      if (!env.DEMO) await refuseDemoRemains(database.db);
      await ensureShopPictures(env.FILES_DIR);
      const started = env.DEMO ? await openDemo(options, { database, baseUrl, port }) : null;
      if (started) closers.push(() => started.close());
      const queue = await createJobs(database, log, { pollSeconds: options.pollSeconds });
      await requeueMails(database.db, queue);
      return { demo: started, jobs: queue };
    });
    closers.push(() => jobs.close());
    closers.push(await serveFolderCopies(database, env.DATABASE_DIR, log));
    const settings = env.PAYMENT.mode === "provider" ? env.PAYMENT.settings : demo?.paymentSettings;
    const isSandbox = settings?.secretKey.startsWith("sk_test_sandbox") ?? false;
    const payments = settings ? traceProvider(createPaystack(settings, isSandbox), log) : null;
    if (!env.DEMO && !env.SMTP_URL) log.warn("Mails wait in the queue: set SMTP_URL to send them.");
    if (!payments)
      log.warn("Payment system is not properly configured: set PAYSTACK_SECRET_KEY and PAYSTACK_PUBLIC_KEY.");

    const storeName = async () => (await currentStore({ db: database.db, log })).name;
    const shop: Shop = {
      database,
      db: database.db,
      env,
      baseUrl,
      log,
      jobs,
      mailer: createMailer({ smtpUrl: env.SMTP_URL, from: env.MAIL_FROM, demo: env.DEMO, db: database.db }),
      sms: createSms({ gateway: env.SMS, demo: env.DEMO, db: database.db, storeName }),
      limits: createLimits(database),
      files: createFileStore(env),
    };
    await warnAboutLostSecret(database.db, secrets, log);
    const auth = createAuth({
      db: database.db,
      baseUrl,
      secrets,
      google: env.GOOGLE ?? demo?.googleSettings ?? null,
      sso: env.SSO,
      ssoOrigins: [...env.SSO_ORIGINS, ...(demo?.googleUrl ? [demo.googleUrl] : [])],
      adminSecondFactor: env.ADMIN_SECOND_FACTOR,
      limits: shop.limits,
      claimGuests: async (userId, cookies) => {
        await claimGuestRecords(database.db, userId, cookies);
      },
      storeName,
      send: (message) => sendAuthMessage(shop, message),
      log,
    });
    const demoLogins = env.DEMO ? await openDemoAccounts(database.db, env.PUBLIC) : [];
    const cache = new PageCache(() => !database.isListening());
    const metrics = await observed.serveMetrics(cache, { ...shop, payments });
    closers.push(await database.listen("catalogue", followCatalogue(cache)));
    const onSettings = (payload: string) => {
      resetSettings();
      resetDelivery();
      if (payload === LOST) cache.distrust();
      else cache.drop();
    };
    closers.push(await database.listen("settings", onSettings));
    const hubs = {
      own: await startEvents(database, "orders", { name: "order", changes: orderChanges(database.db), log }),
      staff: await startEvents(database, "staff", { ...STAFF_EVENTS, changes: orderFeedChanges(database.db), log }),
    };
    const closeHubs = async () => void (await Promise.all([hubs.own.close(), hubs.staff.close()]));
    closers.push(closeHubs);
    // The mail templates' library is large and not needed before the first mail.
    await startMailDelivery(shop, async (kind, data) => {
      const { renderMail } = await import("#app/emails/render.server.ts");
      const { general, email } = await currentSettings(shop);
      const delivery = deliveryTexts(await currentDelivery(shop).catch(() => null));
      return renderMail(kind, data, {
        ...storeOf({ general }),
        signature: email.emailSignature,
        states: delivery.states,
      });
    });
    await startPaymentSweep(shop, payments);
    await startNightlySweep(shop);
    const stopBackups = await startBackups(shop);
    await startSearchWords(shop);
    await startStems(shop);
    const fetchPicture = createPictureFetcher(shop, createSafeFetch(env.PICTURE_ORIGINS));
    closers.push(await startRuns(shop, { product: productTarget, zone: zoneTarget }, fetchPicture));

    const migrations = migrationsIn(options.databaseDir);
    const parts = { shop, auth, payments, cache, hubs, clientDir: options.clientDir, migrations };
    let app = createApp(parts);
    const listener = getRequestListener((request, bindings) => {
      const { incoming } = bindings as { incoming: IncomingMessage };
      return app.fetch(request, { address: visitorAddress(incoming, env.TRUST_PROXY) } satisfies Bindings);
    });
    const { development } = options;
    const stopIndex = startIndex(shop, cache);
    closers.push(async () => stopIndex());
    server.off("request", notYet);
    server.on("request", (request, response) => {
      if (metrics?.answer(request, response)) return;
      if (isLeaving() && request.url === "/readyz") return notYet(request, response);
      if (!development) {
        const id = cache.serve(request, response);
        if (id === null) void listener(request, response);
        else logHit(log, id, request, response.statusCode);
        return;
      }
      // Pages are not cached, and a changed source creates a new app on the same shop.
      development.middleware(request, response, () => {
        void development.loadApp().then((fresh) => {
          if (fresh.createApp !== latest) app = fresh.createApp(parts);
          latest = fresh.createApp;
          cache.drop();
          return listener(request, response);
        });
      });
    });
    if (env.TRUST_PROXY) await listen(server, { ...env, PORT: port });
    // In this order from the last: proxies leave; streams end, because the listener waits for open responses; a backup
    // ends before its job is waited for.
    const toLeave = () => leave(env.SHUTDOWN_DELAY * 1_000);
    closers.push(stopBackups, () => drain(env.SHUTDOWN_SECONDS * 1_000), closeHubs, toLeave);
    return {
      url: baseUrl,
      shop,
      auth,
      payments,
      cache,
      metrics,
      demo,
      demoLogins,
      goLive: env.DEMO ? [] : goLiveProblems({ settings: await currentSettings(shop), env }),
      fetch: (request, bindings) => app.fetch(request, bindings ?? {}),
      close: closeAll,
    };
  } catch (error) {
    await closeAll();
    throw error;
  }
}

/** Order changes within `gatherMs` are one event; a user has at most `perUser` streams, for several tabs. */
const STAFF_EVENTS = { name: "orders", perUser: 6, gatherMs: 250 };

/** The demo's products, texts and sandboxes are loaded only in a demo (scripts/structure/demo-only.ts). */
async function openDemo(
  { env, onProgress }: StartOptions,
  { database, baseUrl, port }: { database: Database; baseUrl: string; port: number },
): Promise<Demo> {
  const { startDemo } = await import("./demo.server.ts");
  return await startDemo({ env, database, baseUrl, localUrl: `http://127.0.0.1:${port}`, onProgress });
}

async function openDemoAccounts(db: Db, isPublic: boolean): Promise<DemoLogin[]> {
  const { createDemoAccounts } = await import("./demo-accounts.server.ts");
  return await createDemoAccounts(db, isPublic);
}

let latest: typeof createApp | null = null;

function notYet(_: IncomingMessage, response: ServerResponse): void {
  response.writeHead(503, { "Content-Type": "text/plain; charset=utf-8", "Retry-After": "5" });
  response.end("The shop is starting or stopping. Please try again in a moment.\n");
}

/** The access log of a cache hit; other requests are logged in `createApp`. */
function logHit(log: Logger, id: string, { method, url = "" }: IncomingMessage, status: number): void {
  if (!log.isLevelEnabled("info")) return;
  log.info({ method, path: url.split("?", 1)[0], status, cached: true, request: id }, "request");
}

/** Listens before the demo products are loaded, so that a port in use is reported at once. */
async function listen(server: Server, env: Env): Promise<number> {
  await new Promise<void>((resolve, reject) => {
    server.once("error", (error: NodeJS.ErrnoException) => {
      reject(error.code === "EADDRINUSE" ? new Error(`Port ${env.PORT} is taken. Choose another with PORT.`) : error);
    });
    server.listen(env.PORT, env.HOST, resolve);
  });
  return (server.address() as AddressInfo).port;
}
