// Checks of the browser bundle: no server code or secrets, and first pages within their JavaScript budgets.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";

/** `form`: an admin at the form of a product or of its variants, over the list. */
export type Visitor = "guest" | "profile" | "admin" | "form";

/** First pages of each kind of visitor. Other pages are reached from them, with most chunks loaded. */
const FIRST_ROUTES: [Visitor, RegExp][] = [
  ["guest", /^routes\/storefront\/(?!checkout|payment)/],
  ["profile", /^routes\/profile\/(?!data$|order$)/],
  ["admin", /^routes\/admin\/(?!catalogue\/product(-new|-variants)?$)/],
  ["form", /^routes\/admin\/catalogue\/product(-new|-variants)?$/],
];
/**
 * Maximum gzip bytes of the scripts of a first page: route manifest, entry, root, layouts, route and their shared
 * chunks.
 */
export const BUDGETS: Record<Visitor, number> = { guest: 165_000, profile: 186_000, admin: 188_000, form: 190_000 };

/** Admin sources: only admin routes may load them. */
const ADMIN_SOURCE = /^app\/(routes\/admin\/|blocks\/admin-|(shell|ui)\/admin\/|features\/[^/]+\/components\/admin\/)/;

/** Strings that occur only in server code, each with its meaning. */
const MARKERS: [RegExp, string][] = [
  [/drizzle/i, "the database layer"],
  [/pg-boss|pgboss/i, "the job queue"],
  [/@electric-sql|pglite/i, "the embedded database"],
  [/nodemailer/i, "the mailer"],
  [/better-auth\.session_data/, "the session code"],
  [/["'`]node:[a-z_/]+["'`]/, "a Node module"],
  [/DATABASE_URL|PAYSTACK_SECRET_KEY|SMTP_URL|BETTER_AUTH_SECRET/, "the server's settings"],
  [/\bsk_(test|live)_\w{8,}/, "a secret key"],
  [/postgres(ql)?:\/\/\w/, "a database address"],
  [/-----BEGIN [A-Z ]*PRIVATE KEY-----/, "a private key"],
];

/** The file of the manifest: one assignment. */
const MANIFEST = /^window\.__reactRouterManifest=(\{.+\});$/s;

/** The used part of the manifest that React Router writes. `imports` are all static imports, direct and indirect. */
type Part = { module: string; imports?: string[] };
type Route = Part & { id: string; parentId?: string };
type Manifest = { entry: Part; routes: Record<string, Route>; url: string };

/** One message for each text file below `folder` that contains server code or a secret. */
export function serverCodeIn(folder: string): string[] {
  const files = readdirSync(folder, { recursive: true }).map(String);
  return files
    .filter((name) => /\.(js|mjs|css|html|json|map|webmanifest)$/.test(name))
    .flatMap((name) => {
      const text = readFileSync(join(folder, name), "utf8");
      return MARKERS.flatMap(([pattern, meaning]) => {
        const found = pattern.exec(text);
        return found ? [`${name} carries ${meaning}: '${around(text, found.index)}'`] : [];
      });
    });
}

/** The gzip size of the scripts of each first page, largest first per kind of visitor. */
export function firstPages(folder: string): { visitor: Visitor; route: string; bytes: number }[] {
  const manifest = readManifest(folder);
  const sizes = new Map<string, number>();
  return FIRST_ROUTES.flatMap(([visitor, pattern]) =>
    Object.values(manifest.routes)
      .filter(({ id }) => pattern.test(id))
      .map((route) => {
        const scripts = scriptsOf(manifest, route);
        const bytes = [...scripts].reduce((sum, path) => sum + gzipSize(folder, path, sizes), 0);
        return { visitor, route: route.id, bytes };
      })
      .sort((a, b) => b.bytes - a.bytes),
  );
}

/**
 * One message for each admin source that another page loads. `sources` maps scripts to their sources, from
 * client-sources.json of the build.
 */
export function adminCodeForOthers(folder: string, sources: Record<string, string[]>): string[] {
  const manifest = readManifest(folder);
  return Object.values(manifest.routes)
    .filter(({ id }) => !id.startsWith("routes/admin/"))
    .flatMap((route) =>
      [...scriptsOf(manifest, route)].flatMap((script) =>
        (sources[script] ?? [])
          .filter((source) => ADMIN_SOURCE.test(source))
          .map((source) => `${route.id} loads ${source}, admin code, in ${script}`),
      ),
    );
}

function scriptsOf({ entry, routes, url }: Manifest, route: Route): Set<string> {
  const parts = [...chain(route, routes), entry];
  return new Set([url, ...parts.flatMap((part) => [part.module, ...(part.imports ?? [])])]);
}

function readManifest(folder: string): Manifest {
  for (const name of readdirSync(join(folder, "assets"))) {
    if (!/^manifest-.*\.js$/.test(name)) continue;
    const [, json] = MANIFEST.exec(readFileSync(join(folder, "assets", name), "utf8")) ?? [];
    if (json) return JSON.parse(json) as Manifest;
  }
  throw new Error(`There is no route manifest in ${folder}/assets. Run 'npm run build' first.`);
}

/** The route with its layouts, up to the root. */
function chain(route: Route, routes: Manifest["routes"]): Route[] {
  const parent = route.parentId ? routes[route.parentId] : undefined;
  return parent ? [route, ...chain(parent, routes)] : [route];
}

function gzipSize(folder: string, path: string, sizes: Map<string, number>): number {
  const size = sizes.get(path) ?? gzipSync(readFileSync(join(folder, path)), { level: 9 }).length;
  sizes.set(path, size);
  return size;
}

function around(text: string, index: number): string {
  return text.slice(Math.max(0, index - 30), index + 40).replace(/\s+/g, " ");
}
