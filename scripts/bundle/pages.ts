// Which pages use a module, read from the module graph of the browser build.
import { join } from "node:path";
import type { Plugin } from "vite";

const APP = join(import.meta.dirname, "../../app/");

/** A plugin that notes the static imports of each page, and the number of pages that use a module, known at its end. */
export function findPages(): { plugin: Plugin; areUsing: (page: string, id: string) => number } {
  const usersOf = new Map<string, Set<string>>();
  const plugin: Plugin = {
    name: "find-pages",
    apply: "build",
    applyToEnvironment: (environment) => environment.name === "client",
    buildEnd() {
      for (const entry of this.getModuleIds()) {
        if (!this.getModuleInfo(entry)?.isEntry) continue;
        const file = entry.replace(/\?.*$/, "");
        const page = file.replace(APP, "").replace(/^routes\/|\.tsx?$/g, "");
        const left = new Set([entry]);
        for (const id of left) {
          const { importedIds = [], isEntry } = this.getModuleInfo(id) ?? {};
          // A shared chunk with a page's stylesheet would have each of its other users ask for that.
          const isOwn = isEntry || id === file || id.endsWith(".css");
          if (!isOwn) usersOf.set(id, (usersOf.get(id) ?? new Set()).add(page));
          // A package's index imports all of it; the bundler adds the parts that a chunk needs.
          if (!id.includes("/node_modules/")) for (const imported of importedIds) left.add(imported);
        }
      }
    },
  };
  const areUsing = (page: string, id: string) =>
    [...(usersOf.get(id) ?? [])].filter((user) => (page.endsWith("/") ? user.startsWith(page) : user === page)).length;
  return { plugin, areUsing };
}
