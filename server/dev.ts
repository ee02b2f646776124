import { join } from "node:path";
import { createServer as createVite, isRunnableDevEnvironment } from "vite";
import { readEnv } from "#app/platform/env.server.ts";
import type { createApp as CreateApp } from "./app.server.ts";
import type { startShop as StartShop } from "./start.server.ts";

const root = join(import.meta.dirname, "..");
const vite = await createVite({ server: { middlewareMode: true }, appType: "custom", root });
const ssr = vite.environments.ssr;
if (!ssr || !isRunnableDevEnvironment(ssr)) throw new Error("Vite has no server environment to run.");
const { startShop } = await ssr.runner.import<{ startShop: typeof StartShop }>("/server/start.server.ts");

const shop = await startShop({
  env: readEnv({ DEMO_PRODUCTS: "2000", DATA_DIR: "./data/dev", ...process.env }),
  clientDir: join(root, "public"),
  databaseDir: join(root, "db"),
  onProgress: (done, total, what) => console.log(`${what} ${done} of ${total}`),
  development: {
    middleware: (request, response, next) => vite.middlewares(request, response, next),
    loadApp: () => ssr.runner.import<{ createApp: typeof CreateApp }>("/server/app.server.ts"),
  },
});
console.log(`Oja in development: ${shop.url}, mailbox ${shop.demo?.mailboxUrl ?? "none"}`);
for (const signal of ["SIGTERM", "SIGINT"] as const) {
  process.on(signal, () => void Promise.all([shop.close(), vite.close()]).then(() => process.exit(0)));
}
