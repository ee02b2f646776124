import { enableCompileCache, flushCompileCache } from "node:module";
import { join } from "node:path";
import { readEnv } from "#app/platform/env.server.ts";
import { collectWhenIdle } from "./idle-garbage.ts";
import { createLoadProgress } from "./load-progress.ts";
import { startMessage } from "./start-message.ts";
import type { startShop as StartShop } from "./start.server.ts";

const root = join(import.meta.dirname, "..");
// Compiling the modules is the slowest part of a repeated start.
enableCompileCache(join(root, "node_modules/.cache/oja-compile"));
const progress = createLoadProgress(process.stdout.isTTY ? 1_000 : 15_000);
/** Covers the line before. */
const WIDTH = 100;

try {
  const started = performance.now();
  await warmTicks();
  // On a terminal the log would hide the addresses below.
  const env = readEnv({ LOG_LEVEL: process.stdout.isTTY ? "warn" : undefined, ...process.env });
  // Selects React's production build; its meaning for payments was evaluated above.
  process.env.NODE_ENV ??= "production";
  const { startShop } = (await import(join(root, "build/server/index.js"))) as { startShop: typeof StartShop };
  const shop = await startShop({
    env,
    clientDir: join(root, "build/client"),
    databaseDir: join(root, "db"),
    onProgress: showProgress,
  });
  let closing = false;
  for (const signal of ["SIGTERM", "SIGINT"] as const) {
    process.on(signal, () => {
      if (closing) process.exit(1);
      closing = true;
      // A lost database connection may not close cleanly.
      setTimeout(() => process.exit(1), (env.SHUTDOWN_DELAY + env.SHUTDOWN_SECONDS + 10) * 1_000).unref();
      void shop.close().then(
        () => process.exit(0),
        (error: unknown) => {
          void fail("Oja did not stop cleanly", error);
        },
      );
    });
  }

  const settings = { isPublicDemo: env.DEMO && env.PUBLIC, google: env.GOOGLE };
  console.log(startMessage(shop, settings, (performance.now() - started) / 1000));
  flushCompileCache();
  collectWhenIdle();
} catch (error) {
  await fail("Oja could not start", error);
}

/** Prints why and ends the process. The module is loaded here, because a start that succeeds does not need it. */
async function fail(what: string, error: unknown): Promise<never> {
  const { failureText } = await import("./failure-text.ts");
  console.error(failureText(what, error, Boolean(process.env.DEBUG)));
  process.exit(1);
}

/** On a terminal one line that is updated. */
function showProgress(done: number, total: number, what: string): void {
  const text = progress(done, total, what);
  if (text === null) return;
  if (process.stdout.isTTY) process.stdout.write(`\r${text.padEnd(WIDTH)}`);
  else console.log(text);
}

/**
 * Calls `process.nextTick` in every form first. If V8 optimizes it while the embedded database loads its extensions,
 * each later tick is slower, by a fifth of the cost of a cached page (decision 0037).
 */
async function warmTicks(): Promise<void> {
  const nothing = () => {};
  for (let turn = 0; turn < 20; turn += 1) {
    for (let count = 0; count < 500; count += 1) {
      process.nextTick(nothing);
      process.nextTick(nothing, 1);
      process.nextTick(nothing, 1, {});
      process.nextTick(nothing, 1, 2, 3);
      process.nextTick(nothing, 1, 2, 3, 4);
    }
    await new Promise((resolve) => setImmediate(resolve));
  }
}
