// `npm run release`: the built shop with its packages as one archive. See HELP.
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import {
  createReadStream,
  createWriteStream,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { basename, join, relative } from "node:path";
import { pipeline } from "node:stream/promises";
import { parseArgs } from "node:util";
import { createGzip } from "node:zlib";
import { packTar } from "modern-tar/fs";
import { ensureBuilt, RELEASE_MARK } from "./prepare.mjs";

const HELP = `Usage: npm run release [-- FOLDER]

Builds the shop if a source has changed, and writes to FOLDER (build/release):

  oja-VERSION-PLATFORM.tar.gz   the built shop with the packages that it runs with, for this kind of machine
  oja-VERSION.cdx.json          the list of these packages (CycloneDX 1.5)
  SHA256SUMS                    the digests of both

Unpacked, it starts with 'node scripts/start.mjs' of Node 24, without npm, compiler or network.`;

const ROOT = join(import.meta.dirname, "..");
/** What a built shop reads: its sources are compared with the build, and commands such as the import run from them. */
const SHIPPED = [
  "app",
  "build/client",
  "build/server",
  "build/sources.sha256",
  "db",
  "deploy",
  "docs/guides",
  "public",
  "sandbox",
  "scripts",
  "server",
  ".env.example",
  ".npmrc",
  "CHANGELOG.md",
  "LICENSE",
  "README.md",
  "SECURITY.md",
  "THIRD_PARTY.md",
  "package-lock.json",
  "package.json",
  "react-router.config.ts",
  "tsconfig.json",
  "vite.config.ts",
];
const MOST_MEGABYTES = 300;

type Locked = { dev?: boolean; version?: string };
type Lock = { packages: Record<string, Locked> };
const readJson = (...path: string[]) => JSON.parse(readFileSync(join(ROOT, ...path), "utf8")) as unknown;

const { values, positionals } = parseArgs({ options: { help: { type: "boolean" } }, allowPositionals: true });
if (values.help) console.log(HELP);
else await release(positionals[0] ?? join(ROOT, "build", "release"));

async function release(folder: string): Promise<void> {
  await ensureBuilt(ROOT);
  mkdirSync(folder, { recursive: true });
  const { version } = readJson("package.json") as { version: string };
  const archive = join(folder, `oja-${version}-${process.platform}-${process.arch}.tar.gz`);
  const { files, installed } = shippedFiles();
  const bytes = files.reduce((sum, path) => sum + statSync(join(ROOT, path)).size, 0);
  if (bytes > MOST_MEGABYTES * 1_000_000) throw new Error(`It has ${megabytes(bytes)} MB, above ${MOST_MEGABYTES}.`);
  const inside = `oja-${version}`;
  const sources = files.map(
    (path) => ({ type: "file", source: join(ROOT, path), target: `${inside}/${path}` }) as const,
  );
  const list = { type: "content", content: installed, target: `${inside}/node_modules/.package-lock.json` } as const;
  const mark = { type: "content", content: `${version}\n`, target: `${inside}/${RELEASE_MARK}` } as const;
  await pipeline(packTar([...sources, list, mark]), createGzip(), createWriteStream(archive));
  const bill = join(folder, `oja-${version}.cdx.json`);
  writeFileSync(bill, billOfMaterials());
  const sums = [archive, bill].map(async (path) => `${await digestOf(path)}  ${basename(path)}\n`);
  writeFileSync(join(folder, "SHA256SUMS"), (await Promise.all(sums)).join(""));
  console.log(`${archive}: ${megabytes(statSync(archive).size)} MB, ${megabytes(bytes)} MB unpacked`);
}

/** The paths of all files, and npm's list of the packages among them, by which `npm start` sees that they are there. */
function shippedFiles(): { files: string[]; installed: string } {
  const present = readJson("node_modules", ".package-lock.json") as Lock;
  const { packages } = readJson("package-lock.json") as Lock;
  // Node itself is the machine's, see decision 0154.
  const isShipped = (path: string) => !packages[path]?.dev && !/^node_modules\/node-(linux|win)-/.test(path);
  const kept = Object.keys(present.packages).filter((path) => isShipped(path) && path in packages);
  const installed = { ...present, packages: Object.fromEntries(kept.map((path) => [path, present.packages[path]])) };
  const own = SHIPPED.flatMap((path) => filesBelow(path, (file) => !/\.test\.tsx?$|\.log$/.test(file)));
  // A package in the folder of another one is a path of its own.
  const others = kept.flatMap((path) => filesBelow(path, (inner) => inner === path || !(inner in present.packages)));
  return { files: [...own, ...others], installed: JSON.stringify(installed, null, 2) };
}

function filesBelow(path: string, isWanted: (path: string) => boolean): string[] {
  if (!isWanted(path)) return [];
  const full = join(ROOT, path);
  if (!statSync(full).isDirectory()) return [path];
  return readdirSync(full, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() || entry.isFile())
    .flatMap(({ name }) => filesBelow(relative(ROOT, join(full, name)).replaceAll("\\", "/"), isWanted));
}

/**
 * npm's list of the packages of production. It is asked in a folder whose lock file has only these: with `--omit=dev` npm
 * also leaves out those that a package of development needs too, such as pg.
 */
function billOfMaterials(): string {
  const folder = mkdtempSync(join(tmpdir(), "oja-release-"));
  const about = readJson("package.json") as { devDependencies?: object };
  const lock = readJson("package-lock.json") as Lock;
  const { "": root = {}, ...packages } = lock.packages;
  const shipped = Object.entries(packages).filter(([, entry]) => !entry.dev);
  const of = { ...lock, packages: { "": { ...root, devDependencies: {} }, ...Object.fromEntries(shipped) } };
  writeFileSync(join(folder, "package.json"), JSON.stringify({ ...about, devDependencies: {} }));
  writeFileSync(join(folder, "package-lock.json"), JSON.stringify(of));
  const words = ["sbom", "--sbom-format=cyclonedx", "--package-lock-only"];
  const { npm_execpath: cli, npm_node_execpath: node } = process.env;
  const [command, args] = cli && node ? [node, [cli, ...words]] : ["npm", words];
  const { status, stdout, stderr } = spawnSync(command, args, { cwd: folder, encoding: "utf8", maxBuffer: 2 ** 28 });
  rmSync(folder, { recursive: true, force: true });
  if (status !== 0) throw new Error(`npm sbom ended with ${status}: ${stderr}`);
  return stdout;
}

async function digestOf(path: string): Promise<string> {
  const hash = createHash("sha256");
  await pipeline(createReadStream(path), hash);
  return hash.digest("hex");
}

function megabytes(bytes: number): number {
  return Math.round(bytes / 1_000_000);
}
