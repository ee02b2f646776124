import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { brotliCompressSync, gzipSync } from "node:zlib";
import type { Config } from "@react-router/dev/config";
import { manifestScript, type Manifest } from "./scripts/bundle/manifest.ts";

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

/**
 * Minimizes the route manifest that every first page loads: without empty values, and without a route's imports unless
 * storefront links prefetch them. Browsers find the others in the route's own script.
 */
function shortenManifest(folder: string): void {
  // The script of the route "manifest" has such a name too.
  const names = readdirSync(folder).filter((name) => /^manifest-.*\.js$/.test(name));
  const files = names.map((name) => ({ path: join(folder, name), text: readFileSync(join(folder, name), "utf8") }));
  const { path = "", text = "" } = files.find((file) => file.text.includes("__reactRouterManifest")) ?? {};
  const [start, end] = [text.indexOf("{"), text.lastIndexOf("}") + 1];
  const manifest = JSON.parse(text.slice(start, end)) as Manifest;
  for (const [id, route] of Object.entries(manifest.routes)) {
    const isAhead = id === "root" || id.startsWith("routes/storefront/");
    for (const [name, value] of Object.entries(route)) {
      const isEmpty = value === false || (Array.isArray(value) && value.length === 0);
      if (isEmpty || (name === "imports" && !isAhead)) delete route[name];
    }
  }
  writeFileSync(path, manifestScript(manifest));
}

export default {
  appDirectory: "app",
  ssr: true,
  /** One cached file with all routes, instead of a request for each link that becomes visible. */
  routeDiscovery: { mode: "initial" },
  // The router writes the manifest last, beside the scripts.
  buildEnd: ({ reactRouterConfig }) => {
    const assets = join(reactRouterConfig.buildDirectory, "client", "assets");
    shortenManifest(assets);
    precompress(assets);
  },
} satisfies Config;
