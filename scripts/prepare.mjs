// Prepares a bare clone for `npm start` and `npm test`. Runs on the host's Node before anything is installed: plain
// JavaScript, no dependencies.
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { delimiter, join, relative, sep } from "node:path";
import { run } from "./child.mjs";

const OLDEST_HOST_NODE = 20;
const NODE_OF_THE_SHOP = 24;
/** npm appends its usage text to some errors. */
const LINES_OF_AN_ERROR = 20;
/** The inputs of the build. Tests are excluded: changing one needs no new build. */
const BUILD_INPUTS = [
  "app",
  "db",
  "public",
  "sandbox",
  "scripts/bundle",
  "server",
  "package-lock.json",
  "package.json",
  "react-router.config.ts",
  "tsconfig.json",
  "vite.config.ts",
];

/** Packages of development that the build needs too; their code is in the bundles, or makes them. */
const BUILD_PACKAGES = ["@react-router/dev", "@tailwindcss/vite", "lucide-react", "tailwindcss", "vite"];

/** A file that only an unpacked release has. */
export const RELEASE_MARK = "build/unpacked-release";

/** An error that is shown to the operator as a message, without a stack. */
export class Refusal extends Error {}

export function refuseOldNode(version = process.versions.node) {
  if (Number(version.split(".")[0]) >= OLDEST_HOST_NODE) return;
  throw new Refusal(
    `Oja needs Node ${OLDEST_HOST_NODE} or newer to install itself; this is Node ${version}. Get one at https://nodejs.org.`,
  );
}

/**
 * True if node_modules matches the lock file and has what is needed: "run", what a built shop runs with; "build",
 * also what builds it; "test", everything. More than that is fine. npm writes its own list of installed packages last,
 * so an interrupted install does not match.
 */
export function isInstalled(root, need = "build") {
  const wanted = lockedPackages(root);
  const present = presentPackages(root);
  if (!present) return false;
  const needed = packagesFor(root, hasDevPackages(root) ? "test" : need);
  for (const [path, entry] of Object.entries(wanted)) {
    const found = present[path];
    if (!found && !entry.optional && needed.has(path)) return false;
    if (found && (found.version !== entry.version || found.integrity !== entry.integrity)) return false;
  }
  return Object.keys(present).every((path) => path in wanted);
}

/** The paths in the lock file of what is needed; see `isInstalled`. */
function packagesFor(root, need) {
  const locked = lockedPackages(root);
  const paths = new Set(Object.keys(locked).filter((path) => need === "test" || !locked[path].dev));
  const add = (path) => {
    if (path === null || paths.has(path)) return;
    paths.add(path);
    const { dependencies, optionalDependencies } = locked[path];
    for (const name of Object.keys({ ...dependencies, ...optionalDependencies })) add(placeOf(locked, path, name));
  };
  if (need === "build") for (const name of BUILD_PACKAGES) add(placeOf(locked, "", name));
  return paths;
}

/** The path of the `name` that the package at `path` loads: the innermost beside one of the packages around it. */
function placeOf(locked, path, name) {
  for (let folder = path; ; folder = folder.slice(0, Math.max(0, folder.lastIndexOf("/node_modules/")))) {
    const place = `${folder}${folder ? "/" : ""}node_modules/${name}`;
    if (place in locked) return place;
    if (folder === "") return null;
  }
}

/** The Node that npm installed for this platform, else this one if it is new enough. */
export function shopNode(root, host = process) {
  const binary = join("bin", host.platform === "win32" ? "node.exe" : "node");
  for (const prefix of ["node", "node-bin"]) {
    const name = `${prefix}-${host.platform === "win32" ? "win" : host.platform}-${host.arch}`;
    const path = join(root, "node_modules", name, binary);
    if (existsSync(path)) return path;
  }
  if (Number(host.versions.node.split(".")[0]) >= NODE_OF_THE_SHOP) return host.execPath;
  throw new Refusal(
    `The shop needs Node ${NODE_OF_THE_SHOP}, and this is Node ${host.versions.node}. ` +
      `Install Node ${NODE_OF_THE_SHOP} (https://nodejs.org) and run the command again.`,
  );
}

/**
 * Installs from the lock file what is needed (see `isInstalled`), without install scripts of packages; an install that
 * has the packages of development keeps them. Returns whether it installed.
 */
export async function ensureInstalled(root, need = "build", { log = console.log, runner = run } = {}) {
  if (isInstalled(root, need)) return false;
  const scope = hasDevPackages(root) ? "test" : need;
  const flags = [...installCommand(root, scope), "--ignore-scripts", "--no-audit", "--no-fund"];
  const npm = npmCommand(root);
  const count = installCounter(root, scope);
  const done = progress(log, `Installing up to ${count.total} packages`, count.line);
  const { code, output } = await runner(npm.command, [...npm.args, ...flags, "--no-progress", "--loglevel=http"], {
    cwd: root,
    env: npm.env,
    onOutput: count.read,
  });
  if (code !== 0) {
    const lines = output.split("\n").filter((line) => line.trim() !== "" && !/^npm (http|warn|notice) /i.test(line));
    throw new Refusal(
      `npm could not install the packages (exit ${code}):\n\n${lines.slice(0, LINES_OF_AN_ERROR).join("\n")}\n\nIs the npm registry reachable?`,
    );
  }
  done();
  return true;
}

/** npm's command: of development packages, those of the build count as packages of the shop, for this once. */
function installCommand(root, scope) {
  if (scope !== "build") return ["ci", scope === "test" ? "--include=dev" : "--omit=dev"];
  const { devDependencies = {} } = readJson(join(root, "package.json")) ?? {};
  const packages = BUILD_PACKAGES.flatMap((name) =>
    devDependencies[name] ? [`${name}@${devDependencies[name]}`] : [],
  );
  return ["install", ...packages, "--no-save", "--save-prod", "--omit=dev"];
}

/** True if the bundles are there and were built from these sources. */
export function isBuilt(root) {
  const bundles = [join("server", "index.js"), "client"].map((path) => join(root, "build", path));
  return bundles.every(existsSync) && readText(stampOf(root)) === sourceHash(root);
}

/** A release has nothing to build itself with. */
export function refuseChangedRelease(root) {
  if (!existsSync(join(root, RELEASE_MARK)) || isBuilt(root)) return;
  throw new Refusal(
    "Files of this release were changed, and it cannot build itself. Make the change in a clone, and a release of that " +
      "with npm run release.",
  );
}

/** Builds if a source differs from the last build. Returns whether it built. */
export async function ensureBuilt(root, { log = console.log, runner = run } = {}) {
  if (isBuilt(root)) return false;
  const stamp = stampOf(root);
  const hash = sourceHash(root);
  rmSync(stamp, { force: true });
  const done = progress(log, "Building the shop");
  const bin = join(root, "node_modules", "@react-router", "dev", "bin.cjs");
  const env = { ...process.env, NODE_ENV: "production" };
  const { code, output } = await runner(shopNode(root), [bin, "build"], { cwd: root, env });
  if (code !== 0) throw new Refusal(`The build failed (exit ${code}):\n\n${output.trim()}`);
  mkdirSync(join(root, "build"), { recursive: true });
  writeFileSync(stamp, hash);
  done();
  return true;
}

/** A digest of names and contents of all inputs of the build. */
export function sourceHash(root) {
  const hash = createHash("sha256");
  for (const path of BUILD_INPUTS.flatMap((input) => filesBelow(join(root, input)))) {
    if (/\.test\.tsx?$/.test(path)) continue;
    const content = readFileSync(path);
    hash.update(`${relative(root, path).split(sep).join("/")}\0${content.length}\0`).update(content);
  }
  return hash.digest("hex");
}

/** npm as it was called, on its own Node: never the one in node_modules, which it is about to replace. */
function npmCommand(root) {
  const bin = join(root, "node_modules", ".bin");
  const name = Object.keys(process.env).find((key) => key.toUpperCase() === "PATH") ?? "PATH";
  const path = (process.env[name] ?? "").split(delimiter).filter((entry) => entry !== bin);
  const env = { ...process.env, [name]: path.join(delimiter) };
  const { npm_execpath: cli, npm_node_execpath: node } = process.env;
  if (cli?.endsWith(".js") && node && !node.startsWith(bin) && existsSync(node))
    return { command: node, args: [cli], env };
  return process.platform === "win32" ? { command: "npm.cmd", args: [], env } : { command: "npm", args: [], env };
}

/**
 * Counts what npm reports on its way: for each package the answer of the registry, the archive, and its files in
 * node_modules. `total` are the packages for this platform, a few of which npm may find needless.
 */
export function installCounter(root, need, host = process) {
  const locked = lockedPackages(root);
  const paths = [...packagesFor(root, need)].filter((path) => isFor(locked[path], host));
  let [found, fetched, rest] = [0, 0, ""];
  const isThere = (path) => existsSync(join(root, path, "package.json"));
  return {
    total: paths.length,
    read(text) {
      const lines = (rest + text).split("\n");
      rest = lines.pop();
      for (const [, address] of lines.join("\n").matchAll(/^npm http (?:fetch|cache) (?:GET 200 )?(\S+)/gm)) {
        if (address.endsWith(".tgz")) fetched += 1;
        else found += 1;
      }
    },
    line: () => `found ${found}, fetched ${fetched}, unpacked ${paths.filter(isThere).length} of ${paths.length}`,
  };
}

/** Whether npm installs the package of a lock entry on this platform: "linux", ["x64", "arm64"] or ["!win32"]. */
function isFor({ os, cpu, libc }, host) {
  const matches = (wanted, own) => {
    const list = [wanted].flat();
    return list.includes(own) || (list.every((one) => one.startsWith("!")) && !list.includes(`!${own}`));
  };
  if ((os && !matches(os, host.platform)) || (cpu && !matches(cpu, host.arch))) return false;
  return !libc || matches(libc, host.report.getReport().header.glibcVersionRuntime ? "glibc" : "musl");
}

/** Prints `how()` each second on a terminal, where it stays one line, else after one second and then every five. */
function progress(log, what, how = () => what) {
  const start = Date.now();
  const isTerminal = log === console.log && process.stdout.isTTY;
  const seconds = () => Math.round((Date.now() - start) / 1000);
  log(`${what} ...`);
  const timer = setInterval(() => {
    const line = `  ${how()}, ${seconds()} s`;
    if (isTerminal) process.stdout.write(`\r\u001B[K${line}`);
    else if (seconds() === 1 || seconds() % 5 === 0) log(line);
  }, 1_000);
  timer.unref();
  return () => {
    clearInterval(timer);
    if (isTerminal) process.stdout.write("\r\u001B[K");
    log(`${what}: done in ${seconds()} s`);
  };
}

function lockedPackages(root) {
  const packages = readJson(join(root, "package-lock.json"))?.packages;
  if (!packages) throw new Refusal(`There is no package-lock.json in ${root}: start from a complete clone.`);
  const { "": _, ...others } = packages;
  return others;
}

function presentPackages(root) {
  return readJson(join(root, "node_modules", ".package-lock.json"))?.packages;
}

function stampOf(root) {
  return join(root, "build", "sources.sha256");
}

function hasDevPackages(root) {
  return Object.values(presentPackages(root) ?? {}).some(({ dev }) => dev);
}

function filesBelow(path) {
  const about = statSync(path, { throwIfNoEntry: false });
  if (!about?.isDirectory()) return about ? [path] : [];
  return readdirSync(path)
    .sort()
    .flatMap((name) => filesBelow(join(path, name)));
}

function readText(path) {
  return existsSync(path) ? readFileSync(path, "utf8") : "";
}

function readJson(path) {
  try {
    return JSON.parse(readFileSync(path, "utf8"));
  } catch {
    return null;
  }
}
