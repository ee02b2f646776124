import { importCheck, type Import } from "./project.ts";

/** From top to bottom: a file may import from its own layer and from those below it. */
const LAYERS = [
  "app/routes",
  "app/shell",
  "app/blocks",
  "app/flows",
  "app/features",
  "app/emails",
  "app/ui",
  "app/platform",
  "app/lib",
] as const;

/** Allowed imports of areas outside the layers; an area that is not listed may import everything. */
const AREAS: { area: RegExp; may: RegExp; so: string }[] = [
  {
    area: /^app\//,
    may: /^(app|db)\//,
    so: "app/ is what server/, sandbox/ and tests/ are built around: hand it in through app/platform/context.server.ts, or move the shared part to app/lib",
  },
  {
    area: /^db\/seed\//,
    may: /^(db\/|app\/(lib|platform)\/|app\/features\/[^/]+\/((rules|links|content)\.ts$|rules\/))/,
    so: "seeds take tables from db/ and pure rules from the features",
  },
  { area: /^db\//, may: /^db\//, so: "the tables and the client know nothing of what is built on them" },
  {
    area: /^sandbox\//,
    may: /^(sandbox|db|app\/(lib|platform))\//,
    so: "a sandbox plays somebody else's server: it may share app/lib, app/platform and db, not the shop's features",
  },
  {
    area: /^server\//,
    may: /^(server|db|sandbox|app\/(?!routes\/))/,
    so: "routes are reached through the built bundle",
  },
];

const ADMIN_SCREEN = /^app\/(features\/[^/]+\/components\/admin\/|blocks\/admin-|(shell|ui)\/admin\/)/;
const MAY_USE_ADMIN_SCREENS =
  /^app\/(routes\/admin\/|features\/[^/]+\/components\/admin\/|blocks\/admin-|(shell|ui)\/admin\/)/;

/**
 * Imports go routes -> shell -> blocks -> flows -> features -> emails -> ui -> platform -> lib, and app/ never imports code outside it, except as
 * listed above.
 */
export const layers = importCheck("layers", ({ path }, target) => (target.local ? complaint(path, target) : null));

function complaint(from: string, target: Import): string | null {
  // The generated types of a route are in the virtual folder +types beside it.
  if (target.typeOnly && target.path.includes("/+types/")) return null;
  const area = AREAS.find((entry) => entry.area.test(from));
  if (area && !area.may.test(target.path)) return area.so;
  if (!target.typeOnly && ADMIN_SCREEN.test(target.path) && !MAY_USE_ADMIN_SCREENS.test(from))
    return "admin screens never travel to shoppers: only app/routes/admin and other admin screens use them";
  const own = layerOf(from);
  const other = layerOf(target.path);
  if (own < 0 || other < 0 || other >= own) return null;
  if (isEmailReadingFeature(from, target)) return null;
  return `${LAYERS[own]} stands below ${LAYERS[other]}. Move the shared part down, or move this file up to where it is used`;
}

/** A mail template shows a noun: it may import that feature's types and pure files. */
function isEmailReadingFeature(from: string, target: Import): boolean {
  if (!from.startsWith("app/emails/") || !target.path.startsWith("app/features/")) return false;
  return target.typeOnly || /\/(rules|links|content)\.ts$|\/rules\//.test(target.path);
}

function layerOf(path: string): number {
  return LAYERS.findIndex((layer) => path.startsWith(`${layer}/`));
}
