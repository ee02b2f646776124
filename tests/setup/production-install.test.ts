import { readdirSync, readFileSync } from "node:fs";
import { isBuiltin } from "node:module";
import { join } from "node:path";
import { expect, test } from "vitest";

const ROOT = join(import.meta.dirname, "../..");
const { packages: locked } = JSON.parse(readFileSync(join(ROOT, "package-lock.json"), "utf8")) as {
  packages: Record<string, { dev?: boolean }>;
};

/** The names of packages that a file imports when it runs. */
function packagesIn(path: string): string[] {
  const text = readFileSync(path, "utf8");
  const specifiers = text.matchAll(/^import (?:[^"\n]* from )?"([^"\n]+)";$|\bimport\("([^"\n]+)"\)/gm);
  return [...specifiers].flatMap(([, first, second]) => {
    const specifier = first ?? second ?? "";
    const name = /^(@[\w.-]+\/)?[\w.-]+/.exec(specifier)?.[0];
    return name && !name.startsWith(".") && !isBuiltin(specifier) ? [name] : [];
  });
}

test("the server bundle imports no package that only development installs", () => {
  const folder = join(ROOT, "build", "server");
  const files = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((path) => path.endsWith(".js"));
  const names = new Set(files.flatMap((path) => packagesIn(join(folder, path))));
  expect([...names]).toEqual(expect.arrayContaining(["react", "sharp", "fontkit", "oauth2-mock-server"]));
  expect([...names].filter((name) => locked[`node_modules/${name}`]?.dev !== undefined)).toEqual([]);
  expect([...names].filter((name) => !(`node_modules/${name}` in locked))).toEqual([]);
});
