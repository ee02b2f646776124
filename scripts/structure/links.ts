import type { RouteConfigEntry } from "@react-router/dev/routes";
import { isTest, type Check, type Finding } from "./project.ts";

/** The code patterns of links, forms and redirects. */
const LINK =
  /(?:\b(?:to|href|action|path|const [A-Z_]+)\s*[=:]\s*\{?\s*|\b(?:navigate|redirect|leave|assign)\(\s*|=>\s*|\s[?:]\s+)(["'`])(\/[^"'`\s]*)/g;
/** Paths that the server (server/app.server.ts) or the sign-in service answers without a route. */
const SERVED =
  /^\/(api|assets|events|files|functions|music|webhooks|two-factor)(\/|$)|^\/admin\/events$|^\/[\w-]+\.\w+$/;
/** Paths of other services: of sign-in, below its own base, and of payment providers. */
const NO_LINKS = /^app\/features\/(accounts\/(engine\/|client\.ts)|[^/]+\/providers\/)/;

/** Every literal shop path in the code of app/ matches a route. */
export function links(routes: readonly RouteConfigEntry[]): Check {
  const patterns = patternsOf(routes).map((pattern) => pattern.split("/"));
  return (project) => {
    const findings: Finding[] = [];
    for (const { path: file, text } of project.values()) {
      if (!file.startsWith("app/") || isTest(file) || NO_LINKS.test(file)) continue;
      for (const [, , link = ""] of text.matchAll(LINK)) {
        if (SERVED.test(link) || leadsTo(patterns, link)) continue;
        findings.push({ rule: "links", file, message: `leads to ${link}, which is no route of app/routes.ts` });
      }
    }
    return findings;
  };
}

/** The addresses of the routes, as "/product/:id". */
function patternsOf(routes: readonly RouteConfigEntry[], base = ""): string[] {
  return routes.flatMap(({ path = "", index, children = [] }) => {
    const here = path ? `${base}/${path}` : base;
    return [...(path || index ? [here || "/"] : []), ...patternsOf(children, here)];
  });
}

/** Computed segments match every segment of a route; the rest after a segment with a quote is not checked. */
function leadsTo(patterns: readonly string[][], link: string): boolean {
  const whole = link.replaceAll(/\$\{[^}]*\}/g, "*");
  const isCut = whole.includes("${");
  const [path = ""] = whole.split(/[?#]|\$\{/);
  const parts = (path === "/" ? path : path.replace(/\/$/, "")).split("/");
  return patterns.some((pattern) => {
    if (isCut ? pattern.length < parts.length : pattern.length !== parts.length) return false;
    return parts.every((part, i) => part.includes("*") || pattern[i]?.startsWith(":") || pattern[i] === part);
  });
}
