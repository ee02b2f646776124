import { join } from "node:path";
// Plugin of the build for lucide's icons: each becomes a component made by app/ui/icon.ts, in place of lucide's own.
import type { Plugin } from "vite";

const MAKER = join(import.meta.dirname, "../../app/ui/icon.ts");
const ICON =
  /^const __iconData = \{\n {2}name: "[\w-]+",\n {2}size: 24,\n {2}node: (\[[\s\S]+?\])(,\n {2}aliases: \[[^\]]*\])?\n\};$/m;

/**
 * Reduces the modules of icons, for browsers and the server alike, to the shapes: without names and aliases, which would
 * be class names, and without keys. The build fails if a newer lucide writes them differently.
 */
export function smallIcons(): Plugin {
  return {
    name: "small-icons",
    apply: "build",
    transform: {
      filter: { id: /\/node_modules\/lucide-react\/dist\/esm\/icons\/[\w-]+\.mjs$/, code: "createLucideIcon" },
      handler(code) {
        const [, node] = ICON.exec(code) ?? [];
        if (!node) this.error("Lucide writes its icons in another way now.");
        const shapes = node.replaceAll(/,\s*key: "\w+"/g, "");
        return `import { icon } from "${MAKER}"; export default /* @__PURE__ */ icon(${shapes});`;
      },
    },
  };
}
