// Plugins of the build for our own code: functions that are sent as text, and the list of sources for the bundle check.
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { minifySync, parseSync, Visitor, type Plugin } from "vite";

/**
 * Replaces the functions that are sent to browsers as text, the inline script and the service worker, by their minified
 * text: the bundler would write whitespace into a function again.
 */
export function minifyStandalone(): Plugin {
  return {
    name: "minify-standalone",
    apply: "build",
    applyToEnvironment: (environment) => environment.name === "ssr",
    enforce: "post",
    transform: {
      filter: { id: /\/app\/(ui\/early-taps|shell\/storefront\/service-worker)\.ts$/ },
      handler(source, id) {
        const { code } = minifySync("standalone.js", source, { module: true });
        const texts: string[] = [];
        new Visitor({
          ExportNamedDeclaration({ declaration }) {
            if (declaration?.type !== "FunctionDeclaration" || !declaration.id) return;
            const text = JSON.stringify(code.slice(declaration.start, declaration.end));
            texts.push(`export const ${declaration.id.name} = { toString: () => ${text} };`);
          },
        }).visit(parseSync("standalone.js", code).program);
        if (texts.length === 0) this.error(`${id} exports no functions.`);
        return texts.join("\n");
      },
    },
  };
}

/** Writes the sources of each client script to a file beside the client, for the bundle check. */
export function listSources(): Plugin {
  return {
    name: "list-sources",
    apply: "build",
    applyToEnvironment: (environment) => environment.name === "client",
    writeBundle({ dir = "" }, bundle) {
      const root = join(import.meta.dirname, "../..", "/");
      const sources = Object.values(bundle).flatMap((file) =>
        file.type === "chunk"
          ? [[`/${file.fileName}`, file.moduleIds.map((id) => id.replace(root, "").replace(/\?.*$/, ""))] as const]
          : [],
      );
      writeFileSync(join(dir, "..", "client-sources.json"), JSON.stringify(Object.fromEntries(sources)));
    },
  };
}
