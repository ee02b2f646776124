import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { reactRouter } from "@react-router/dev/vite";
import tailwindcss from "@tailwindcss/vite";
import { defineConfig, minifySync, parseSync, Visitor, type Plugin } from "vite";
import { smallIcons } from "./scripts/bundle/icons.ts";
import { namespaces, reactModules } from "./scripts/bundle/react.ts";
import { routerParts } from "./scripts/bundle/router.ts";

/**
 * Replaces the functions that are sent to browsers as text, the inline script and the service worker, by their minified
 * text: the bundler would write whitespace into a function again.
 */
function minifyStandalone(): Plugin {
  return {
    name: "minify-standalone",
    apply: "build",
    applyToEnvironment: (environment) => environment.name === "ssr",
    enforce: "post",
    transform: {
      filter: { id: /\/app\/(ui\/early-taps|shell\/storefront\/service-worker)\.ts$/ },
      handler(source, id) {
        const { code } = minifySync("standalone.js", source, { module: true });
        const texts: string[] = [];
        new Visitor({
          ExportNamedDeclaration({ declaration }) {
            if (declaration?.type !== "FunctionDeclaration" || !declaration.id) return;
            const text = JSON.stringify(code.slice(declaration.start, declaration.end));
            texts.push(`export const ${declaration.id.name} = { toString: () => ${text} };`);
          },
        }).visit(parseSync("standalone.js", code).program);
        if (texts.length === 0) this.error(`${id} exports no functions.`);
        return texts.join("\n");
      },
    },
  };
}

/**
 * A storefront page has three chunks: React, the shop's shared code, and its own. Each file costs a round trip on a
 * slow connection, and React's chunk stays cached across releases. Sign-in, profile, checkout and blog are excluded.
 */
const SHARED =
  /\/app\/(ui\/|lib\/|blocks\/|features\/((catalog|cart|wishlist|newsletter|settings|site)\/|auth\/store\.ts|checkout\/components\/(begun-checkout|own-holds)))|node_modules\/(zustand|lucide-react)\//;
/** Shared by listings, and the pager by the list of orders; other first pages do not load it. */
const LISTING =
  /\/app\/(ui\/pager|blocks\/listing-)|\/app\/features\/catalog\/(rules\/listing-links|components\/(listing|active|category-(filter|select)|hidden-state|price-fields))/;
/** Dialogs and sheets: loaded with their content, after hydration. */
const DIALOG = /\/app\/ui\/(dialog|use-modal|use-close-on-back)/;
/** Shared by featured products, best sellers and new arrivals. */
const FLAGS = /\/app\/blocks\/flag-/;
/** Shared by cart, wishlist and orders; product pages do not load it. */
const CART = /\/app\/features\/(cart\/(components\/(?!add-form)|rules\/(?!question))|wishlist\/(components|rules)\/)/;
/** Not needed by most first pages: dates are used in accounts. */
const LATER = /\/app\/lib\/(answers|return-path|dates|list|permissions)/;
/** Quantity fields of product pages and the cart. */
const QUANTITY =
  /\/app\/(ui\/quantity|features\/(catalog\/components\/(nudge|share)|settings\/components\/whatsapp|cart\/rules\/question))/;
/** Texts for units and price steps: product pages, carts and orders. */
const PACKS = /\/app\/features\/catalog\/rules\/(packs|price-steps)/;
/** Messages of cart and checkout about the whole cart. */
const SUMMARY = /\/app\/features\/cart\/components\/(cart-summary|line-saving)/;
/** Forms and texts of the site's information pages. */
const FORMS =
  /\/app\/(lib\/(send-form|submissions)|blocks\/page-meta|ui\/submission-fields|features\/(suppliers\/(?!links)|site\/components\/legal|newsletter\/components\/subscription))/;
/** States and their cities, for address forms. */
const PLACES = /\/app\/lib\/nigeria/;
/** Icons of most shop pages; all others are bundled with their users. */
const SHOP_ICONS =
  /icons\/(arrow-right|check|chevron-(down|left|right)|heart|info|map-pin|menu|message-circle|minus|plus|search|shield-check|shopping-cart|triangle-exclamation-point|truck|user-round|x)\.mjs/;
/** The footer's columns, which each page loads after hydration, with icons of other parts that are loaded later. */
const FOOTER =
  /\/app\/(blocks\/(site-footer-parts|social-icon)|features\/site\/content\/footer)|icons\/(circle-(check|exclamation-point)|clock|mail|phone|store)\.mjs/;
const isOtherIcon = (id: string) => id.includes("/icons/") && !SHOP_ICONS.test(id);
/** Admin code, which no shopper's page loads: checked by `scripts/check-client-bundle.ts`. */
const ADMIN =
  /\/app\/(ui\/admin\/|blocks\/admin-|features\/([^/]+\/components\/admin\/|catalog\/rules\/(bulk|import|wholesale)))/;
/** Static imports of shop pages, direct and indirect, without lazy ones. Known after all modules are parsed. */
const shopModules = new Set<string>();
const SHOP_PAGE = /\/app\/(root|entry\.client|routes\/storefront\/[^/]+)\.tsx(\?|$)/;
function findShopModules(): Plugin {
  return {
    name: "find-shop-modules",
    apply: "build",
    applyToEnvironment: (environment) => environment.name === "client",
    buildEnd() {
      const left = [...this.getModuleIds()].filter((id) => SHOP_PAGE.test(id));
      for (const id of left) {
        if (shopModules.has(id)) continue;
        shopModules.add(id);
        left.push(...(this.getModuleInfo(id)?.importedIds ?? []));
      }
    },
  };
}
const CHUNKS = [
  { name: "react", test: /node_modules\/(react|react-dom|react-router|scheduler)\/|vite\/preload-helper/, priority: 5 },
  {
    name: "shop",
    test: (id: string) =>
      SHARED.test(id) &&
      shopModules.has(id) &&
      !isOtherIcon(id) &&
      ![LISTING, DIALOG, FLAGS, ADMIN, CART, SUMMARY, QUANTITY, PACKS, FORMS, PLACES, LATER].some((later) =>
        later.test(id),
      ),
    minShareCount: 2,
    priority: 4,
  },
  // Otherwise it would be bundled with the forms that use it and loaded by pages without forms.
  { name: "answers", test: /\/app\/lib\/answers/, minShareCount: 2, priority: 2 },
  { name: "footer", test: FOOTER, priority: 2 },
  { name: "listing", test: LISTING, minShareCount: 2, priority: 2 },
  { name: "dialog", test: DIALOG, minShareCount: 2, priority: 2 },
  { name: "flags", test: FLAGS, minShareCount: 2, priority: 2 },
  { name: "summary", test: SUMMARY, minShareCount: 2, priority: 1 },
  { name: "cart", test: CART, minShareCount: 2, priority: 2 },
  { name: "forms", test: (id: string) => FORMS.test(id) && !ADMIN.test(id), minShareCount: 2, priority: 1 },
  { name: "places", test: PLACES, minShareCount: 2, priority: 1 },
  { name: "packs", test: PACKS, minShareCount: 2, priority: 3 },
  { name: "quantity", test: QUANTITY, minShareCount: 2, priority: 3 },
];

/**
 * Makes Chrome compile all of React off the main thread while it is loading; otherwise each function is compiled at its
 * first call, during hydration.
 */
const compileAtOnce = ({ name }: { name: string }) => (name === "react" ? "//# allFunctionsCalledOnLoad" : "");

/** Packages of many small files: bundled into the server they load a quarter of a second faster. */
const BUNDLED = [/^drizzle-orm/, "lucide-react"];
/** Packages that Node cannot import by itself: they import folders. */
const NOT_FOR_NODE = [/^@atlaskit\//];

/** Writes the sources of each client script to a file beside the client, for the bundle check. */
function listSources(): Plugin {
  return {
    name: "list-sources",
    apply: "build",
    applyToEnvironment: (environment) => environment.name === "client",
    writeBundle({ dir = "" }, bundle) {
      const root = join(import.meta.dirname, "/");
      const sources = Object.values(bundle).flatMap((file) =>
        file.type === "chunk"
          ? [[`/${file.fileName}`, file.moduleIds.map((id) => id.replace(root, "").replace(/\?.*$/, ""))] as const]
          : [],
      );
      writeFileSync(join(dir, "..", "client-sources.json"), JSON.stringify(Object.fromEntries(sources)));
    },
  };
}

export default defineConfig(({ command }) => ({
  plugins: [
    tailwindcss(),
    reactModules(),
    namespaces(),
    smallIcons(),
    reactRouter(),
    findShopModules(),
    ...routerParts(),
    minifyStandalone(),
    listSources(),
  ],
  optimizeDeps: { include: ["zustand", "zustand/middleware", "zod", "sonner"] },
  environments: {
    client: {
      build: {
        rolldownOptions: {
          output: { codeSplitting: { groups: CHUNKS }, postBanner: compileAtOnce },
          onLog(level, log, handle) {
            // `React.name` of a part that is cut (scripts/bundle/react.ts) would be undefined.
            if (log.code === "IMPORT_IS_UNDEFINED") throw new Error(log.message);
            handle(level, log);
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
