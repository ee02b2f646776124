import { FEATURE_GRAPH } from "./feature-graph.ts";
import type { Check, Finding } from "./project.ts";

/** Allowed files of a feature folder. */
const FEATURE_FILES = [
  /^(schema|rules|links|store|content)\.ts$/,
  /^(queries|commands|jobs)\.server\.ts$/,
  /^(rules|content)\/[a-z0-9-]+\.ts$/,
  /^(queries|commands|providers)\/[a-z0-9-]+\.server\.ts$/,
  /^components\/(admin\/)?[a-z0-9-]+\.tsx?$/,
  /^((queries|commands|providers|rules|components|components\/admin)\/)?[a-z0-9.-]+\.test\.tsx?$/,
];
/** Additional files of single features. */
const EXTRAS: Record<string, RegExp> = {
  // All imports of the sign-in library are in accounts/engine; accounts/client.ts is its counterpart in the browser.
  // What signs in stands in components/, the cards of the Security tab in components/security/.
  accounts:
    /^(middleware\.server|client)\.ts$|^engine\/[a-z0-9-]+\.server\.ts$|^components\/security\/[a-z0-9-]+\.tsx?$/,
  // The products in memory, which the queries beside it ask.
  search: /^queries\/product-index\/[a-z0-9-]+(\.server|\.test)\.ts$/,
};
const ROUTE_AREAS = ["storefront", "auth", "profile", "content", "admin", "resources"];
const APP_FILES = /^app\/(root\.tsx|routes\.ts|entry\.(client|server)\.tsx|not-found\.tsx)$/;
const APP_FOLDERS =
  /^app\/((routes|features|blocks|ui|emails|lib|styles)\/|shell\/(storefront|admin|screens|seo)\/[^/]+$|flows\/[a-z0-9-]+(\.server|\.test)\.ts$|platform\/((files|backup|tracing)\/)?[a-z0-9-]+(\.server)?(\.test)?\.ts$)/;
const DRAWERS =
  /(^|\/)(utils?|helpers?|common|misc|shared)(\.[a-z]+)?\.tsx?$|(^|\/)(utils?|helpers?|common|misc|shared)\//;

/** The allowed names of folders and files, with a hint where a misplaced file belongs. */
export const vocabulary: Check = (project) => {
  const findings: Finding[] = [];
  const report = (file: string, message: string) => findings.push({ rule: "vocabulary", file, message });
  for (const { path, imports, text } of project.values()) {
    if (DRAWERS.test(path))
      report(path, "is a drawer for anything. Name the file after what it does, beside its only user");
    if (isBarrel(text, imports))
      report(path, "only hands on other files' exports. Import from the file that has the code");
    if (path.startsWith("app/")) for (const message of appFindings(path)) report(path, message);
  }
  return findings;
};

function appFindings(path: string): string[] {
  const [, , area = "", rest = ""] = /^app\/(features|routes)\/([^/]+)(?:\/(.+))?$/.exec(path) ?? [];
  if (path.startsWith("app/features/")) return featureFindings(area, rest);
  if (path.startsWith("app/routes/")) return routeFindings(area, rest);
  if (APP_FILES.test(path) || APP_FOLDERS.test(path)) return [];
  return [
    "has no place in app/: screens go to routes/, nouns to features/, what stands around pages to shell/{storefront,admin,screens,seo}/, pieces of several nouns to blocks/, a write over several nouns to flows/<verb>.server.ts, infrastructure to platform/*.server.ts, the rest to ui/ or lib/",
  ];
}

function featureFindings(noun: string, file: string): string[] {
  if (file === "") return ["stands loose in app/features. Every noun has a folder of its own"];
  if (!(noun in FEATURE_GRAPH))
    return [`${noun} is not a declared feature. Declare it in scripts/structure/feature-graph.ts`];
  if (FEATURE_FILES.some((pattern) => pattern.test(file)) || EXTRAS[noun]?.test(file)) return [];
  return [placeFor(file)];
}

function placeFor(file: string): string {
  const prefix = "is not in the vocabulary of a feature: ";
  if (/^[^/]+\.tsx$/.test(file)) return `${prefix}UI goes to components/`;
  if (/^components\/.+\//.test(file)) return `${prefix}components/ has no folder below it but admin/`;
  if (/middleware/.test(file)) return `${prefix}middleware.server.ts lives in app/features/accounts`;
  if (/^(queries|commands|providers)\//.test(file)) return `${prefix}files in this folder are named <verb>.server.ts`;
  if (/^(queries|commands|jobs)\.ts$/.test(file)) return `${prefix}what runs on the server is named *.server.ts`;
  if (/(^|-)types?\.ts$/.test(file))
    return `${prefix}a type stands where it is made: schema.ts, rules.ts or queries.server.ts`;
  if (file.endsWith(".server.ts")) {
    return `${prefix}reads go to queries.server.ts, writes to commands.server.ts (or a folder of that name), jobs to jobs.server.ts`;
  }
  return `${prefix}prices, badges, transitions go to rules.ts, zod to schema.ts, addresses to links.ts, browser state to store.ts, words to content.ts`;
}

function routeFindings(area: string, rest: string): string[] {
  if (rest === "")
    return area === "not-found.tsx" ? [] : [`stands loose in app/routes. Put it into ${ROUTE_AREAS.join(", ")}`];
  if (!ROUTE_AREAS.includes(area))
    return [`app/routes/${area} is not an area of the screen: ${ROUTE_AREAS.join(", ")}`];
  return [];
}

function isBarrel(text: string, imports: { reexport: boolean }[]): boolean {
  if (!imports.some((entry) => entry.reexport) || !imports.every((entry) => entry.reexport)) return false;
  const left = text
    .replace(/\/\*[\s\S]*?\*\/|\/\/.*$/gm, "")
    .replace(/export\s+(type\s+)?(\*|\{)[^;]*?from\s+["'][^"']+["'];?/g, "");
  return left.trim() === "";
}
