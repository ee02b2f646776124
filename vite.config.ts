import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { reactRouter } from "@react-router/dev/vite";
import tailwindcss from "@tailwindcss/vite";
import { defineConfig, minifySync, parseSync, Visitor, type ESTree, type Plugin } from "vite";

/**
 * The router reloads the page when a route's file does not come, which offline loses the page. It waits instead until the
 * file is there (app/lib/page-fetch.ts); a file that a newer version took away still reloads.
 */
function waitForRoutes(): Plugin {
  const before = "let routeModule = await import(";
  const reload = "window.location.reload()";
  return {
    name: "wait-for-routes",
    apply: "build",
    applyToEnvironment: (environment) => environment.name === "client",
    transform: {
      filter: { id: /react-router\/dist\/production\/lib\/dom\/ssr\/routeModules\.js/ },
      handler(code) {
        if (!code.includes(before) || !code.includes(reload))
          this.error("The router imports routes in another way now.");
        return code
          .replace(before, `await window.whenRouteCame?.(route); ${before}`)
          .replace(reload, `window.whenRouteFailed ? window.whenRouteFailed() : ${reload}`);
      },
    },
  };
}

/**
 * Parts of the router that the shop never starts: discovery of routes (all are known from the first page), hooks that measure
 * it. Their functions do nothing in browsers; one that a newer router begins to export or import differently stops the build.
 */
function leaveOut(): Plugin {
  return {
    name: "leave-out",
    apply: "build",
    applyToEnvironment: (environment) => environment.name === "client",
    transform: {
      filter: {
        id: /react-router\/dist\/production\/lib\/(dom\/ssr\/(route-discovery|fog-of-war)|router\/instrumentation)\.js/,
      },
      handler(code) {
        const names = /^export \{ (.+) \};$/m.exec(code)?.[1]?.split(", ");
        if (!names) this.error("The router exports in another way now.");
        return `const nothing = () => {}; export { ${names.map((name) => `nothing as ${name}`).join(", ")} };`;
      },
    },
  };
}

/**
 * Takes the router's own advice to developers out of what shoppers load: `warning` and `warnOnce` whole, of `invariant` the
 * sentence. What it checks and throws stays; development has all of it.
 */
function leaveOutAdvice(): Plugin {
  return {
    name: "leave-out-advice",
    apply: "build",
    applyToEnvironment: (environment) => environment.name === "client",
    transform: {
      filter: { id: /react-router\/dist\/production\/.+\.js/, code: /\b(invariant|warning|warnOnce)\(/ },
      handler(code) {
        const cuts: [start: number, end: number, instead: string][] = [];
        new Visitor({
          ExpressionStatement({ start, end, expression }) {
            if (expression.type === "CallExpression" && isNamed(expression.callee, /^(warning|warnOnce)$/))
              cuts.push([start, end, ";"]);
          },
          CallExpression({ callee, arguments: [value, message] }) {
            if (value && message && isNamed(callee, /^(UNSAFE_)?invariant$/)) cuts.push([value.end, message.end, ""]);
          },
        }).visit(parseSync("router.js", code).program);
        // From the end, so that the places of the others stay.
        return cuts
          .toSorted(([one], [other]) => other - one)
          .reduce((text, [start, end, instead]) => text.slice(0, start) + instead + text.slice(end), code);
      },
    },
  };
}

const isNamed = (callee: ESTree.Expression, name: RegExp) => callee.type === "Identifier" && name.test(callee.name);

/** Short names in the functions that browsers get as their text: the pages' inline script and the service worker. */
function minifyStandalone(): Plugin {
  return {
    name: "minify-standalone",
    apply: "build",
    enforce: "post",
    transform: {
      filter: { id: /\/app\/(ui\/early-taps|lib\/service-worker)\.ts$/ },
      handler: (code) => minifySync("standalone.js", code, { module: true }).code,
    },
  };
}

/**
 * A storefront page is three files: React, what the shop's pages share, and its own. Each file costs a slow line another
 * answer, and React's outlives our changes in caches. Signing in, the profile, paying and the blog stay out.
 */
const SHARED =
  /\/app\/(ui\/|lib\/|blocks\/|features\/((catalog|cart|wishlist|newsletter|settings|site)\/|(checkout|auth)\/store\.ts|checkout\/components\/begun-checkout))|node_modules\/(zustand|lucide-react)\//;
/** What listings share, and the list of orders its pager; a visit that begins elsewhere does not wait for it. */
const LISTING =
  /\/app\/(ui\/pager|blocks\/listing-)|\/app\/features\/catalog\/components\/(listing|active|category-filter|hidden-state|price-fields)/;
/** What featured products, best sellers and new arrivals share. */
const FLAGS = /\/app\/blocks\/flag-/;
/** What cart, wishlist and orders share; products are looked at without it. */
const CART = /\/app\/features\/(cart\/(components\/(?!add-form)|rules\/(?!question))|wishlist\/(components|rules)\/)/;
/** What most first pages do without: dates stand in accounts. */
const LATER = /\/app\/lib\/(answers|return-path|dates|list|permissions)/;
/** Quantities are changed on product pages and in the cart. */
const QUANTITY =
  /\/app\/(ui\/quantity|features\/(catalog\/components\/(nudge|share)|settings\/components\/whatsapp|cart\/rules\/question))/;
/** Units and price steps in words: product pages, carts and orders. */
const PACKS = /\/app\/features\/catalog\/rules\/(packs|price-steps)/;
/** What the cart and the checkout say of a whole cart. */
const SUMMARY = /\/app\/features\/cart\/components\/(cart-summary|line-saving)/;
/** Forms and texts of the site's information pages. */
const FORMS =
  /\/app\/(lib\/(send-form|submissions)|blocks\/page-meta|ui\/submission-fields|features\/(suppliers\/|site\/components\/legal|newsletter\/components\/subscription))/;
/** States and their cities, in forms that ask for an address. */
const PLACES = /\/app\/lib\/nigeria/;
/** Icons that most pages of the shop show; all others go with who shows them. */
const SHOP_ICONS =
  /icons\/(arrow-right|check|chevron-(down|left|right)|circle-(check|exclamation-point)|clock|heart|info|mail|map-pin|menu|message-circle|minus|phone|plus|search|shield-check|shopping-cart|store|triangle-exclamation-point|truck|user-round|x)\.mjs/;
const isOtherIcon = (id: string) => id.includes("/icons/") && !SHOP_ICONS.test(id);
/** The back office's own code, which no shopper's page loads: held by `scripts/check-client-bundle.ts`. */
const ADMIN =
  /\/app\/(ui\/admin\/|blocks\/admin-|features\/([^/]+\/components\/admin\/|catalog\/rules\/(bulk|import|wholesale)))/;
/** What pages of the shop import, themselves or through others; not what they load later. Known when all is read. */
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
      ![LISTING, FLAGS, ADMIN, CART, SUMMARY, QUANTITY, PACKS, FORMS, PLACES, LATER].some((later) => later.test(id)),
    minShareCount: 2,
    priority: 4,
  },
  // Else it goes along with the forms that use it, to pages that have none of them.
  { name: "answers", test: /\/app\/lib\/answers/, minShareCount: 2, priority: 2 },
  { name: "listing", test: LISTING, minShareCount: 2, priority: 2 },
  { name: "flags", test: FLAGS, minShareCount: 2, priority: 2 },
  { name: "summary", test: SUMMARY, minShareCount: 2, priority: 1 },
  { name: "cart", test: CART, minShareCount: 2, priority: 2 },
  { name: "forms", test: (id: string) => FORMS.test(id) && !ADMIN.test(id), minShareCount: 2, priority: 1 },
  { name: "places", test: PLACES, minShareCount: 2, priority: 1 },
  { name: "packs", test: PACKS, minShareCount: 2, priority: 3 },
  { name: "quantity", test: QUANTITY, minShareCount: 2, priority: 3 },
];

/**
 * Chrome then compiles all of React while it is still loading, beside the page's own thread; else each function waits for its
 * first call, at the moment when the page becomes live.
 */
const compileAtOnce = ({ name }: { name: string }) => (name === "react" ? "//# allFunctionsCalledOnLoad" : "");

/** Packages of many small files: in one file with the shop they take a quarter of a second less to load. */
const BUNDLED = [/^drizzle-orm/, "lucide-react"];
/** Packages that Node cannot import by themselves: they name folders. */
const NOT_FOR_NODE = [/^@atlaskit\//];

/** Writes beside the client which sources each of its scripts is made of, for the check of the bundle. */
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
    reactRouter(),
    findShopModules(),
    waitForRoutes(),
    leaveOut(),
    leaveOutAdvice(),
    minifyStandalone(),
    listSources(),
  ],
  optimizeDeps: { include: ["zustand", "zustand/middleware", "zod", "sonner"] },
  environments: {
    client: {
      build: {
        rolldownOptions: { output: { codeSplitting: { groups: CHUNKS }, postBanner: compileAtOnce } },
      },
    },
    ssr: {
      resolve: { noExternal: command === "build" ? [...NOT_FOR_NODE, ...BUNDLED] : NOT_FOR_NODE },
      build: { rolldownOptions: { input: "./server/start.server.ts" } },
    },
  },
}));
