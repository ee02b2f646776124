import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { brotliCompressSync, gzipSync } from "node:zlib";
import { reactRouter } from "@react-router/dev/vite";
import tailwindcss from "@tailwindcss/vite";
import { defineConfig, type Plugin } from "vite";

/** Writes `.br` and `.gz` beside every script and stylesheet of the client, so that no request compresses them. */
function precompress(): Plugin {
  return {
    name: "precompress",
    apply: "build",
    applyToEnvironment: (environment) => environment.name === "client",
    writeBundle({ dir = "" }) {
      for (const name of readdirSync(join(dir, "assets"))) {
        if (!/\.(js|css|svg)$/.test(name)) continue;
        const path = join(dir, "assets", name);
        const bytes = readFileSync(path);
        writeFileSync(`${path}.br`, brotliCompressSync(bytes));
        writeFileSync(`${path}.gz`, gzipSync(bytes, { level: 9 }));
      }
    },
  };
}

/**
 * Two shared files instead of twenty small ones: they compress better, and React's outlives our changes in caches.
 * Signing in and the profile, which knows of it, stay out of them: a guest's pages do without.
 */
const CHUNKS = [
  { name: "react", test: /node_modules\/(react|react-dom|react-router|scheduler)\//, priority: 2 },
  {
    name: "shop",
    test: /\/app\/(ui|lib|blocks|features)\/(?!auth\/|customers\/)|node_modules\/(zustand|lucide-react)\//,
    minShareCount: 4,
    priority: 1,
  },
];

/** Packages of many small files: in one file with the shop they take a quarter of a second less to load. */
const BUNDLED = [/^drizzle-orm/, "lucide-react"];

export default defineConfig(({ command }) => ({
  plugins: [tailwindcss(), reactRouter(), precompress()],
  optimizeDeps: { include: ["zustand", "zustand/middleware", "zod", "sonner"] },
  environments: {
    client: { build: { rolldownOptions: { output: { codeSplitting: { groups: CHUNKS } } } } },
    ssr: {
      resolve: { noExternal: command === "build" ? BUNDLED : [] },
      build: { rolldownOptions: { input: "./server/start.server.ts" } },
    },
  },
}));
