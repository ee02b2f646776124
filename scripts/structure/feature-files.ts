import { featureOf } from "./feature-graph.ts";
import { importCheck, isServerFile, type Import, type Project, type SourceFile } from "./project.ts";

type Kind = { name: string; files: RegExp; own: RegExp; others: RegExp; elsewhere: RegExp; so: string };

const BROWSER = /^(?!queries|commands|providers|jobs|middleware)/;
const PURE = /^(rules|links|content)\.ts$|^(rules|content)\//;

/**
 * Allowed code imports (not types) of each kind of file: files of its own feature, of the features it is declared to
 * import, and files elsewhere. Paths of features are relative to the feature's folder.
 */
const KINDS: Kind[] = [
  {
    name: "rules",
    files: /^rules(\.ts$|\/)/,
    own: PURE,
    others: PURE,
    elsewhere: /^app\/lib\//,
    so: "rules are pure: hand in what they need as arguments",
  },
  {
    name: "schema.ts",
    files: /^schema\.ts$/,
    own: PURE,
    others: /^(rules|links|content|schema)\.ts$|^(rules|content)\//,
    elsewhere: /^app\/lib\//,
    so: "it is read on both sides and knows only rules, other schemas and app/lib",
  },
  {
    name: "a links or content file",
    files: /^(links\.ts$|content(\.ts$|\/))/,
    own: PURE,
    others: PURE,
    elsewhere: /^app\/lib\//,
    so: "it is read on both sides and knows only rules and app/lib",
  },
  {
    name: "store.ts",
    files: /^store\.ts$/,
    own: PURE,
    others: PURE,
    elsewhere: /^app\/lib\//,
    so: "a store keeps browser state and knows only rules and app/lib",
  },
  {
    name: "a component",
    files: /^components\//,
    own: BROWSER,
    others: BROWSER,
    elsewhere: /^app\/(ui|lib)\//,
    so: "a component takes code from files that run in the browser, from ui and from lib",
  },
  {
    name: "a query",
    files: /^queries(\.server\.ts$|\/)/,
    own: /^(rules|links|content|schema|queries)/,
    others: /^(rules|links|content|schema|queries)/,
    elsewhere: /^(app\/(lib|platform)|db)\//,
    so: "a read does not write: call the command from the route or from another command",
  },
  {
    name: "a command, job, middleware or provider",
    files: /^(commands|jobs|middleware|providers)/,
    own: /^(?!components|store)/,
    others: /^(?!components|store)/,
    elsewhere: /^(app\/(lib|platform|emails)|db)\//,
    so: "the server does not import UI or browser state",
  },
];
/** Packages of pure functions. */
const PURE_PACKAGES = new Set(["date-fns", "libphonenumber-js"]);
/** Shop pages must not load zod: their loaders parse. */
const WITHOUT_ZOD = /^(rules|links|content|store)\.ts$|^(rules|content|components)\//;

/** The import table: which kind of file in a feature may import what. */
export const featureFiles = importCheck("feature-files", ({ path }, target, project) => {
  const feature = featureOf(path);
  return feature && !target.typeOnly ? complaint(feature, insideFeature(path), target, project) : null;
});

function complaint(feature: string, name: string, target: Import, project: Project): string | null {
  const kind = KINDS.find((entry) => entry.files.test(name));
  if (target.path === "zod" && WITHOUT_ZOD.test(name))
    return "zod stays in schema.ts and on the server, so shop pages do not carry it";
  if (/^rules(\.ts$|\/)/.test(name) && !isPure(target, project))
    return "rules are pure: they import only files and packages that compute";
  if (!kind || !target.local) return null;
  const to = featureOf(target.path);
  const allowed = to === feature ? kind.own : to ? kind.others : kind.elsewhere;
  return allowed.test(to ? insideFeature(target.path) : target.path) ? null : `${kind.so} (${kind.name})`;
}

/** Pure: no UI, no server, no packages except those of pure functions, and only pure files below. */
function isPure(target: Import, project: Project, seen = new Set<string>()): boolean {
  if (!target.local) return PURE_PACKAGES.has(target.path);
  if (isServerFile(target.path) || target.path.endsWith(".tsx") || target.path.startsWith("db/")) return false;
  const file: SourceFile | undefined = project.get(target.path);
  if (!file || seen.has(target.path)) return true;
  seen.add(target.path);
  return file.imports.every((entry) => entry.typeOnly || isPure(entry, project, seen));
}

function insideFeature(path: string): string {
  return path.replace(/^app\/features\/[^/]+\//, "");
}
