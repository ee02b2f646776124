import { readdirSync, readFileSync } from "node:fs";
import { join, posix } from "node:path";
import { parseSync } from "vite";

/** `path` is inside the project if `local`, else a package name such as `drizzle-orm` or `node:fs`. */
export type Import = { path: string; local: boolean; typeOnly: boolean; reexport: boolean; dynamic: boolean };
export type SourceFile = { path: string; text: string; lines: number; imports: Import[] };
/** Every source file by its path from the repository's root, with forward slashes. */
export type Project = Map<string, SourceFile>;
/** `rule` is the check's name, as used in the allow-list. */
export type Finding = { rule: string; file: string; message: string };
export type Check = (project: Project) => Finding[];

const FOLDERS = ["app", "bench", "db", "sandbox", "scripts", "server", "tests"];
const SOURCE = /\.(ts|tsx|mts|js|jsx|mjs|cjs|css|sql|json)$/;
const CODE = /\.(ts|tsx|mts|js|jsx|mjs|cjs)$/;
const ALIASES: Record<string, string> = {
  "#app/": "app/",
  "#db/": "db/",
  "#server/": "server/",
  "#sandbox/": "sandbox/",
  "#tests/": "tests/",
};

/** Reads the source folders below `root`, without generated migrations. */
export function readProject(root: string): Project {
  const texts: Record<string, string> = {};
  for (const folder of FOLDERS) collect(root, folder, texts);
  return projectFrom(texts);
}

/** A project from texts by path: the fixture trees of the tests. */
export function projectFrom(texts: Record<string, string>): Project {
  return new Map(Object.entries(texts).map(([path, text]) => [path, sourceFile(path, text)]));
}

export function isTest(path: string): boolean {
  return /\.test\.tsx?$/.test(path);
}

/** Files that only ever run on the server: React Router excludes exactly these from the browser. */
export function isServerFile(path: string): boolean {
  return /\.server\.tsx?$/.test(path) || /\.server\//.test(path);
}

/** A check of the imports of all files but tests: `complaint` says what is wrong with one, or null. */
export function importCheck(
  rule: string,
  complaint: (file: SourceFile, target: Import, project: Project) => string | null,
): Check {
  return (project) =>
    [...project.values()].flatMap((file) =>
      (isTest(file.path) ? [] : file.imports).flatMap((target) => {
        const message = complaint(file, target, project);
        return message ? [{ rule, file: file.path, message: `imports ${target.path}: ${message}` }] : [];
      }),
    );
}

function collect(root: string, folder: string, texts: Record<string, string>): void {
  if (folder === "db/migrations") return;
  for (const entry of entriesOf(join(root, folder))) {
    const path = `${folder}/${entry.name}`;
    if (entry.isDirectory()) collect(root, path, texts);
    else if (SOURCE.test(entry.name)) texts[path] = readFileSync(join(root, path), "utf8");
  }
}

function entriesOf(folder: string) {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch {
    return [];
  }
}

function sourceFile(path: string, text: string): SourceFile {
  const lines = text === "" ? 0 : text.replace(/\n$/, "").split("\n").length;
  return { path, text, lines, imports: CODE.test(path) ? importsOf(path, text) : [] };
}

function importsOf(path: string, text: string): Import[] {
  const { module } = parseSync(path, text);
  const imports: Import[] = [];
  const add = (specifier: string, typeOnly: boolean, reexport = false, dynamic = false) =>
    imports.push({ ...resolve(path, specifier), typeOnly, reexport, dynamic });
  // `import { type A }` still runs the imported module; only `import type` does not.
  for (const found of module.staticImports) {
    add(found.moduleRequest.value, /^import\s+type\s*[{*\w]/.test(text.slice(found.start, found.end)));
  }
  for (const found of module.staticExports) {
    const request = found.entries[0]?.moduleRequest;
    const statement = text.slice(found.start, found.end);
    // A re-exported import is already counted with its import statement.
    if (!request || !statement.startsWith("export")) continue;
    add(request.value, /^export\s+type\b/.test(statement), true);
  }
  for (const { moduleRequest } of module.dynamicImports) {
    const literal = /^["'`]([^"'`$]+)["'`]$/.exec(text.slice(moduleRequest.start, moduleRequest.end));
    if (literal?.[1]) add(literal[1], false, false, true);
  }
  return imports;
}

function resolve(from: string, specifier: string): { path: string; local: boolean } {
  if (specifier.startsWith(".")) return { path: posix.join(posix.dirname(from), bare(specifier)), local: true };
  for (const [alias, folder] of Object.entries(ALIASES)) {
    if (specifier.startsWith(alias)) return { path: folder + bare(specifier.slice(alias.length)), local: true };
  }
  if (specifier.startsWith("node:")) return { path: specifier, local: false };
  const parts = specifier.split("/");
  return { path: parts.slice(0, specifier.startsWith("@") ? 2 : 1).join("/"), local: false };
}

/** Vite's `?url` and `?raw` refer to the same file. */
function bare(specifier: string): string {
  return specifier.replace(/\?.*$/, "");
}
