import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { brotliCompressSync, gzipSync } from "node:zlib";
import type { Config } from "@react-router/dev/config";

/**
 * Writes `.br` and `.gz` files beside every script and stylesheet of the client, so that no request compresses them.
 */
function precompress(folder: string): void {
  for (const name of readdirSync(folder)) {
    if (!/\.(js|css|svg)$/.test(name)) continue;
    const path = join(folder, name);
    const bytes = readFileSync(path);
    writeFileSync(`${path}.br`, brotliCompressSync(bytes));
    writeFileSync(`${path}.gz`, gzipSync(bytes, { level: 9 }));
  }
}

export default {
  appDirectory: "app",
  ssr: true,
  /** One cached file with all routes, instead of a request for each link that becomes visible. */
  routeDiscovery: { mode: "initial" },
  // The router writes the manifest last, beside the scripts.
  buildEnd: ({ reactRouterConfig }) => precompress(join(reactRouterConfig.buildDirectory, "client", "assets")),
} satisfies Config;
