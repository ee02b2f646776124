// The route manifest of the browser, written as text that its own script expands.
import { isDeepStrictEqual } from "node:util";
import { minifySync } from "vite";

export type RouteEntry = Record<string, unknown> & { id: string; parentId?: string; module: string };
export type Manifest = Record<string, unknown> & { routes: Record<string, RouteEntry> };
/** The parts of a manifest's text: all but the routes, file names, flag names, and one line for each route. */
type Parts = [rest: Record<string, unknown>, files: string[], flags: string[], lines: string];

/**
 * The manifest that these parts describe. Its text is sent to browsers: it can use no other function. A line is
 * `id|parent's line|path|flags|module|numbers of imports|numbers of stylesheets|clientActionModule`.
 */
export function expandManifest(...[rest, files, flags, lines]: Parts): Manifest {
  const all: RouteEntry[] = [];
  const routes: Record<string, RouteEntry> = {};
  const file = (name: string) => `/assets/${name}`;
  for (const line of lines.split("\n")) {
    const [id = "", parent, path, bits, module, imports, css, clientAction] = line.split("|");
    const name = id.split("/").at(-1);
    const script = (hash?: string) => file(`${hash?.includes("/") ? hash.slice(1) : `${name}-${hash}`}.js`);
    const route: RouteEntry = { id, module: script(module) };
    if (parent) route.parentId = all[Number(parent)]?.id;
    if (path !== "-") route.path = path;
    flags.forEach((flag, bit) => {
      if ((Number(bits) >> bit) & 1) route[flag] = true;
    });
    if (imports) route.imports = imports.split(" ").map((number) => file(files[Number(number)] ?? ""));
    if (css) route.css = css.split(" ").map((number) => file(files[Number(number)] ?? ""));
    if (clientAction) route.clientActionModule = file(clientAction);
    all.push(route);
    routes[id] = route;
  }
  return { ...rest, routes };
}

/** A short script that sets `window.__reactRouterManifest`. Throws if it would not be the same manifest. */
export function manifestScript(manifest: Manifest): string {
  const { routes, ...rest } = manifest;
  const ids = Object.keys(routes);
  const all = Object.values(routes);
  const flags = [...new Set(all.flatMap((route) => Object.keys(route).filter((name) => route[name] === true)))];
  const files: string[] = [];
  const base = (address: unknown) => String(address).replace("/assets/", "");
  const numbers = (addresses: unknown) =>
    (Array.isArray(addresses) ? addresses : [])
      .map((address) => {
        const name = base(address);
        if (!files.includes(name)) files.push(name);
        return files.indexOf(name);
      })
      .join(" ");
  const lines = all.map((route) => {
    const name = `${route.id.split("/").at(-1)}-`;
    const module = base(route.module).replace(/\.js$/, "");
    const fields = [
      route.id,
      route.parentId === undefined ? "" : ids.indexOf(route.parentId),
      typeof route.path === "string" ? route.path : "-",
      flags.reduce((bits, flag, bit) => bits + (route[flag] === true ? 2 ** bit : 0), 0),
      module.startsWith(name) ? module.slice(name.length) : `/${module}`,
      numbers(route.imports),
      numbers(route.css),
      route.clientActionModule ? base(route.clientActionModule) : "",
    ];
    return fields.join("|").replace(/\|+$/, "");
  });
  const parts: Parts = [rest, files, flags, lines.join("\n")];
  if (!isDeepStrictEqual(expandManifest(...parts), manifest))
    throw new Error("The router's manifest has values that scripts/bundle/manifest.ts does not write.");
  const values = parts.map((part) => JSON.stringify(part)).join(", ");
  return minifySync("manifest.js", `window.__reactRouterManifest = (${expandManifest.toString()})(${values});`).code;
}
