import { reactRouter } from "@react-router/dev/vite";
import tailwindcss from "@tailwindcss/vite";
import { defineConfig } from "vite";
import { findPages } from "./scripts/bundle/pages.ts";
import { listSources, minifyStandalone } from "./scripts/bundle/standalone.ts";

const pages = findPages();
/** Modules that this many storefront pages use are loaded by all of them. */
const MANY_PAGES = 5;
const isOfMostPages = (id: string) =>
  pages.areUsing("root", id) > 0 ||
  pages.areUsing("storefront/", id) >= MANY_PAGES ||
  (pages.areUsing("storefront/home", id) > 0 && pages.areUsing("storefront/", id) > 1);

/**
 * Files of several pages; the bundler splits all other code by the pages that use it. Each file costs a round trip on a
 * slow connection, and React's stays cached across releases. What only one visit in several needs is imported lazily
 * where it is used.
 */
const CHUNKS = [
  { name: "react", test: /node_modules\/(react|react-dom|react-router|scheduler)\/|vite\/preload-helper/, priority: 3 },
  { name: "shop", test: isOfMostPages, priority: 2 },
  // Parts of the product page that others share, and icons: otherwise a file of 200 to 1,000 bytes for each.
  {
    name: "parts",
    test: (id: string) => pages.areUsing("storefront/product", id) > 0 || id.includes("/node_modules/lucide-react/"),
    minShareCount: 3,
    priority: 1,
  },
  // The cart loads it too, so that a checkout begins without a dozen small files.
  {
    name: "checkout",
    test: (id: string) => pages.areUsing("storefront/checkout", id) > 0,
    minShareCount: 4,
  },
];

/**
 * Makes Chrome compile all of React off the main thread while it is loading; otherwise each function is compiled at its
 * first call, during hydration.
 */
const compileAtOnce = ({ name }: { name: string }) => (name === "react" ? "//# allFunctionsCalledOnLoad" : "");

/**
 * Every page loads a manifest with all files, and their hashes do not compress: with eight characters, the default, it is
 * 0.2 KB longer. Seven, 42 bits, are the fewest that the bundler takes for so many files.
 */
const FILE_NAMES = "assets/[name]-[hash:7].js";

/** Packages of many small files: bundled into the server they load three quarters of a second faster. */
const BUNDLED = [
  /^(@better-auth|@peculiar|@simplewebauthn)\//,
  /^(better-auth|better-call|drizzle-orm|jose|kysely|libphonenumber-js|tsyringe|zod)(\/|$)/,
  "lucide-react",
];
/** Packages that Node cannot import by itself: they import folders. */
const NOT_FOR_NODE = [/^@atlaskit\//];

export default defineConfig(({ command }) => ({
  plugins: [tailwindcss(), reactRouter(), pages.plugin, minifyStandalone(), listSources()],
  optimizeDeps: { include: ["zustand", "zustand/middleware", "zod", "sonner"] },
  environments: {
    client: {
      build: {
        rolldownOptions: {
          output: {
            codeSplitting: { groups: CHUNKS },
            postBanner: compileAtOnce,
            chunkFileNames: FILE_NAMES,
            entryFileNames: FILE_NAMES,
          },
        },
      },
    },
    ssr: {
      resolve: { noExternal: command === "build" ? [...NOT_FOR_NODE, ...BUNDLED] : NOT_FOR_NODE },
      build: { rolldownOptions: { input: "./server/start.server.ts" } },
    },
  },
}));
