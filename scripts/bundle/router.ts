// Plugins of the browser build for React Router: waiting for a route's file, and without what the shop does not use.
import { parseSync, Visitor, type ESTree, type Plugin } from "vite";
import { apply, browserEdit, type Edit, replaceBodies, replaceCalls } from "./cuts.ts";

/**
 * The router reloads the page when a route's file fails to load, which loses the page when offline. This makes it wait
 * for the file instead (app/shell/storefront/page-fetch.ts); a file removed by a newer version still reloads.
 */
function waitForRoutes(): Plugin {
  const before = "let routeModule = await import(";
  const reload = "window.location.reload()";
  const file = /react-router\/dist\/production\/lib\/dom\/ssr\/routeModules\.js/;
  return browserEdit("wait-for-routes", { id: file }, (code) => {
    if (!code.includes(before) || !code.includes(reload))
      throw new Error("The router imports routes in another way now.");
    return code
      .replace(before, `await window.onRouteLoaded?.(route); ${before}`)
      .replace(reload, `window.whenRouteFailed ? window.whenRouteFailed() : ${reload}`);
  });
}

/**
 * Unused parts of the router: route discovery (all routes are known from the first page) and instrumentation. Their
 * functions are empty in browsers; the build fails if a newer router exports or imports one differently.
 */
function leaveOut(): Plugin {
  const files =
    /react-router\/dist\/production\/lib\/(dom\/ssr\/(route-discovery|fog-of-war)|router\/instrumentation)\.js/;
  return browserEdit("leave-out", { id: files }, (code) => {
    const names = /^export \{ (.+) \};$/m.exec(code)?.[1]?.split(", ");
    if (!names) throw new Error("The router exports in another way now.");
    return `const nothing = () => {}; export { ${names.map((name) => `nothing as ${name}`).join(", ")} };`;
  });
}

/**
 * Removes the router's development messages from the browser bundle: `warning` and `warnOnce` completely, the message
 * of `invariant`. Checks and throws stay; development has all of it.
 */
function leaveOutAdvice(): Plugin {
  const modules = { id: /react-router\/dist\/production\/.+\.js/, code: /\b(invariant|warning|warnOnce)\(/ };
  return browserEdit("leave-out-advice", modules, (code) => {
    const edits: Edit[] = [];
    new Visitor({
      ExpressionStatement({ start, end, expression }) {
        if (expression.type === "CallExpression" && isNamed(expression.callee, /^(warning|warnOnce)$/))
          edits.push({ start, end, text: ";" });
      },
      CallExpression({ callee, arguments: [value, message] }) {
        if (value && message && isNamed(callee, /^(UNSAFE_)?invariant$/))
          edits.push({ start: value.end, end: message.end, text: "" });
      },
    }).visit(parseSync("router.js", code).program);
    return apply(code, edits);
  });
}

const isNamed = (callee: ESTree.Expression, name: RegExp) => callee.type === "Identifier" && name.test(callee.name);

const NEVER = 'throw Error("Not in this build")';

/**
 * What is cut by file: route discovery, since all routes are known from the first page; server components; and routes
 * written as elements. What would reach one of them throws.
 */
const CUTS: Record<string, (code: string) => string> = {
  "router/router.js": (code) =>
    replaceCalls(replaceBodies(code, ["discoverRoutes", "cancelDiscoveryNavigation", "patchRoutesImpl"], NEVER), {
      checkFogOfWar: "({ active: false, matches: null })",
    }),
  "components.js": (code) =>
    replaceCalls(replaceBodies(code, ["createRoutesFromChildren"], NEVER), { useIsRSCRouterContext: "false" }),
  "dom/ssr/components.js": (code) => replaceCalls(code, { useIsRSCRouterContext: "false" }),
  "hooks.js": (code) => replaceBodies(code, ["RSCErrorHandler"], NEVER),
  "errors.js": (code) => replaceBodies(code, ["decodeRedirectErrorDigest", "decodeRouteErrorResponseDigest"], NEVER),
};

function cutRouter(): Plugin {
  const folder = "/react-router/dist/production/lib/";
  return browserEdit("cut-router", { id: /\/react-router\/dist\/production\/lib\/.+\.js$/ }, (code, id) =>
    CUTS[id.slice(id.indexOf(folder) + folder.length)]?.(code),
  );
}

/** All of the above, in the order they run. */
export function routerParts(): Plugin[] {
  return [waitForRoutes(), leaveOut(), cutRouter(), leaveOutAdvice()];
}
