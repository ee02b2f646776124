// Prepares a bare clone for `npm start` and `npm test`. Runs on the host's Node before anything is installed: plain
// JavaScript, no dependencies.
import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { delimiter, join, relative, sep } from "node:path";

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
  "server",
  "package-lock.json",
  "package.json",
  "react-router.config.ts",
  "tsconfig.json",
  "vite.config.ts",
];

/** An error that is shown to the operator as a message, without a stack. */
export class Refusal extends Error {}

export function refuseOldNode(version = process.versions.node) {
  if (Number(version.split(".")[0]) >= OLDEST_HOST_NODE) return;
  throw new Refusal(
    `Oja needs Node ${OLDEST_HOST_NODE} or newer to install itself; this is Node ${version}. Get one at https://nodejs.org.`,
  );
}

/**
 * True if node_modules matches the lock file. npm writes its own list of installed packages last, so an interrupted
 * install does not match.
 */
export function isInstalled(root) {
  const wanted = readJson(join(root, "package-lock.json"))?.packages;
  const present = readJson(join(root, "node_modules", ".package-lock.json"))?.packages;
  if (!wanted) throw new Refusal(`There is no package-lock.json in ${root}: start from a complete clone.`);
  if (!present) return false;
  for (const [path, entry] of Object.entries(wanted)) {
    if (path === "") continue;
    const found = present[path];
    if (!found && !entry.optional && !entry.peer) return false;
    if (found && (found.version !== entry.version || found.integrity !== entry.integrity)) return false;
  }
  return Object.keys(present).every((path) => path in wanted);
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
    `There is no Node ${NODE_OF_THE_SHOP} package for ${host.platform} ${host.arch}, and this is Node ${host.versions.node}. ` +
      `Install Node ${NODE_OF_THE_SHOP} (https://nodejs.org) and run the command again.`,
  );
}

/** Installs from the lock file if needed, without install scripts of packages. */
export async function ensureInstalled(root, { log = console.log, runner = run } = {}) {
  if (isInstalled(root)) return false;
  const flags = ["ci", "--ignore-scripts", "--no-audit", "--no-fund", "--no-progress", "--loglevel=error"];
  const npm = npmCommand(root);
  const done = progress(log, "Installing packages", () => installedCount(root));
  const { code, output } = await runner(npm.command, [...npm.args, ...flags], { cwd: root, env: npm.env });
  if (code !== 0) {
    const firstLines = output.trim().split("\n").slice(0, LINES_OF_AN_ERROR).join("\n");
    throw new Refusal(
      `npm could not install the packages (exit ${code}):\n\n${firstLines}\n\nIs the npm registry reachable?`,
    );
  }
  done();
  return true;
}

/** Builds if a source differs from the last build. Returns whether it built. */
export async function ensureBuilt(root, { log = console.log, runner = run } = {}) {
  const stamp = join(root, "build", "sources.sha256");
  const hash = sourceHash(root);
  const bundles = [join("server", "index.js"), "client"].map((path) => join(root, "build", path));
  if (bundles.every(existsSync) && readText(stamp) === hash) return false;
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

/** Runs a command without input and collects its output; a signal that ends this process also ends the command. */
export function run(command, args, options = {}) {
  return new Promise((resolve) => {
    const child = spawn(command, args, { ...options, stdio: ["ignore", "pipe", "pipe"] });
    let output = "";
    child.stdout.on("data", (chunk) => (output += chunk));
    child.stderr.on("data", (chunk) => (output += chunk));
    const stop = passSignalsTo(child);
    const end = (code) => {
      stop();
      resolve({ code, output });
    };
    child.on("error", (error) => {
      output += String(error);
      end(1);
    });
    child.on("close", (code, signal) => {
      if (signal && stop.received()) process.exit(130);
      end(code ?? 1);
    });
  });
}

/**
 * Forwards SIGTERM, SIGHUP and SIGINT to the child. Ctrl-C on a terminal already reaches every process, and a second
 * signal would force an exit, so it is not forwarded there.
 */
export function passSignalsTo(child) {
  let received = false;
  const pass = (signal) => {
    received = true;
    if (signal !== "SIGINT" || !process.stdin.isTTY) child.kill(signal);
  };
  const signals = ["SIGINT", "SIGTERM", "SIGHUP"];
  for (const signal of signals) process.on(signal, pass);
  return Object.assign(() => signals.forEach((signal) => process.off(signal, pass)), { received: () => received });
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

/** "310 of 640 packages": npm prints no progress, but unpacks each package to its place. */
export function installedCount(root) {
  const paths = Object.keys(readJson(join(root, "package-lock.json"))?.packages ?? {}).filter((path) => path !== "");
  const present = paths.filter((path) => existsSync(join(root, path, "package.json"))).length;
  return `${present} of ${paths.length} packages`;
}

function progress(log, what, how = () => what) {
  const start = Date.now();
  const seconds = () => Math.round((Date.now() - start) / 1000);
  log(`${what} ...`);
  const timer = setInterval(() => log(`  ${how()}, ${seconds()} s`), 5_000);
  timer.unref();
  return () => {
    clearInterval(timer);
    log(`${what}: done in ${seconds()} s`);
  };
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
