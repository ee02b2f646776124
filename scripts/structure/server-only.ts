import manifest from "../../package.json" with { type: "json" };
import { importCheck, isServerFile, type Import } from "./project.ts";

const { dependencies } = manifest;
/** Packages that may reach a browser; all other dependencies must not. */
const BROWSER_PACKAGES: ReadonlySet<string> = new Set<keyof typeof dependencies>([
  "@atlaskit/pragmatic-drag-and-drop",
  "@simplewebauthn/browser",
  "@tiptap/react",
  "@tiptap/starter-kit",
  "lru-cache",
  "p-limit",
  "react",
  "react-dom",
  "react-router",
  "sonner",
  "uqr",
  "zod",
  "zustand",
]);
const SERVER_ENTRIES = /^app\/(root\.tsx|routes\.ts|entry\.server\.tsx)$/;

/**
 * Only `*.server.ts` files import the database and server packages; browser code imports at most types from server
 * files. Routes and root may import server files, because React Router removes their loaders from the browser bundle.
 */
export const serverOnly = importCheck("server-only", ({ path }, target) =>
  path.startsWith("app/") && !isServerFile(path) && !path.startsWith("app/emails/") ? complaint(path, target) : null,
);

function complaint(from: string, target: Import): string | null {
  const isEntry = from.startsWith("app/routes/") || SERVER_ENTRIES.test(from);
  if (target.path.startsWith("db/")) {
    if (target.typeOnly && isEntry) return null;
    return `only *.server.ts files touch the database. Put the read into the feature's queries.server.ts, the write into commands.server.ts`;
  }
  if (!target.local) {
    // The map of addresses runs only in the build.
    if (target.typeOnly || from === "app/entry.server.tsx" || from === "app/routes.ts") return null;
    const isServerPackage = target.path in dependencies && !BROWSER_PACKAGES.has(target.path);
    if (!isServerPackage && !target.path.startsWith("node:")) return null;
    return `it must not reach the browser. Move that code into a *.server.ts file`;
  }
  if (!isServerFile(target.path) || target.typeOnly || isEntry) return null;
  return `use 'import type' (not 'import { type ... }', which still runs the file), and take data from the loader`;
}
