import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { readEnv, SETTINGS } from "#app/platform/env.server.ts";
import { SECRET_SETTINGS } from "#app/platform/secret-files.server.ts";

const read = (path: string) => readFileSync(join(import.meta.dirname, "..", path), "utf8");
const allowed = [...SETTINGS, ...SECRET_SETTINGS.map((name) => `${name}_FILE`), "NODE_COMPILE_CACHE"];
const graceOf = (file: string) =>
  Number(/SHUTDOWN_DELAY[=: "]+(\d+)/.exec(read(file))?.[1] ?? 0) + readEnv({}).SHUTDOWN_SECONDS + 10;
const matches = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map(([, first = ""]) => first);

test.each([
  [
    "compose.yaml",
    matches(
      /\n {2}shop:\n[\s\S]*?environment:\n([\s\S]*?)\n {4}\w/.exec(read("compose.yaml"))?.[1] ?? "",
      /^\s+([A-Z_]+):/gm,
    ),
  ],
  [
    "Dockerfile",
    matches(
      read("Dockerfile")
        .match(/^ENV .*/gm)
        ?.join(" ") ?? "",
      /([A-Z_]+)=/g,
    ),
  ],
  [
    "the systemd unit",
    matches(
      read("deploy/oja@.service")
        .match(/^Environment=.*/gm)
        ?.join(" ") ?? "",
      /[ =]([A-Z_]+)=/g,
    ),
  ],
])("%s sets what the shop knows as settings", (_title, names) => {
  expect(names.length).toBeGreaterThan(3);
  expect(names.filter((name) => !allowed.includes(name))).toEqual([]);
});

/** What the schema of compose says of a file; the linter's other rules are a matter of style. */
function schemaErrors(text: string): string[] {
  const folder = mkdtempSync(join(tmpdir(), "oja-compose-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const file = join(folder, "compose.yaml");
  writeFileSync(file, text);
  const linter = join(import.meta.dirname, "..", "node_modules", "dclint", "bin", "dclint.cjs");
  const { stdout } = spawnSync(process.execPath, [linter, "--formatter", "json", file], { encoding: "utf8" });
  const [report] = JSON.parse(stdout) as { messages: { rule: string; message: string }[] }[];
  return (report?.messages ?? []).filter(({ rule }) => rule.startsWith("invalid-")).map(({ message }) => message);
}

test("the compose file fits the schema of compose, which refuses a wrong key", () => {
  expect(schemaErrors(read("compose.yaml"))).toEqual([]);
  const wrong = schemaErrors(read("compose.yaml").replace("restart: unless-stopped", "restrat: unless-stopped"));
  expect(wrong.join()).toContain("/services/shop");
});

test("each secret that the compose file hands to the shop is one that it declares", () => {
  const text = read("compose.yaml");
  const declared = matches(text, /^ {2}(\w+): \{ file: \.\/secrets\/\1 \}$/gm);
  expect(matches(text, /\/run\/secrets\/(\w+)/g).toSorted()).toEqual(declared.toSorted());
});

test("processes get the time to stop that the shop takes", () => {
  expect(Number(/stop_grace_period: (\d+)s/.exec(read("compose.yaml"))?.[1])).toBeGreaterThanOrEqual(
    graceOf("compose.yaml"),
  );
  expect(Number(/TimeoutStopSec=(\d+)/.exec(read("deploy/oja@.service"))?.[1])).toBeGreaterThanOrEqual(
    graceOf("deploy/oja@.service"),
  );
});

test("proxies and units name the same ports, and the addresses that the shop serves", () => {
  const ports = ["3000", "3010"];
  expect(matches(read("deploy/nginx.conf"), /server 127\.0\.0\.1:(\d+)/g)).toEqual(ports);
  expect(matches(read("deploy/Caddyfile"), /127\.0\.0\.1:(\d+)/g)).toEqual(ports);
  expect(matches(read("deploy/oja@.service"), /oja@(\d+)/g)).toEqual(ports);
  expect(read("compose.yaml")).toContain(`SHOP_UPSTREAMS: shop:${readEnv({}).PORT}`);
  const events = new RegExp(/location ~ (\S+) \{/.exec(read("deploy/nginx.conf"))?.[1] ?? "nothing");
  const served = read("server/events.server.ts") + read("server/app.server.ts");
  for (const path of ["/events", "/admin/events"]) {
    expect(served).toContain(`"${path}"`);
    expect(path).toMatch(events);
  }
  for (const path of ["/healthz", "/readyz"])
    expect(read("server/app.server.ts") + read("server/health.server.ts")).toContain(path);
});

test("Caddy accepts its file", ({ skip }) => {
  skip(spawnSync("caddy", ["version"]).status !== 0, "caddy is not installed");
  const file = join(import.meta.dirname, "../deploy/Caddyfile");
  const { status, stderr } = spawnSync("caddy", ["adapt", "--config", file, "--adapter", "caddyfile"], {
    env: { PATH: process.env["PATH"], HOME: "/nonexistent", SHOP_HOST: "shop.example" },
    encoding: "utf8",
  });
  expect(stderr).not.toContain("Error");
  expect(status).toBe(0);
});

test("systemd accepts the unit and finds it closed", ({ skip }) => {
  skip(spawnSync("systemd-analyze", ["--version"]).status !== 0, "systemd is not installed");
  const folder = mkdtempSync(join(tmpdir(), "oja-unit-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const unit = join(folder, "oja@3000.service");
  // The program is looked for on this machine.
  writeFileSync(unit, read("deploy/oja@.service").replace("/usr/bin/env node", process.execPath));
  const { stderr } = spawnSync("systemd-analyze", ["verify", "--man=no", unit], { encoding: "utf8" });
  expect(stderr.split("\n").filter((line) => line.includes("oja@3000.service"))).toEqual([]);
  // Of 10: what the unit may do on the server beside what a shop needs.
  const { stdout, stderr: refused } = spawnSync(
    "systemd-analyze",
    ["security", "--offline=yes", "--threshold=20", "--no-pager", unit],
    { encoding: "utf8" },
  );
  if (!refused.includes("unrecognized option")) expect(stdout).toMatch(/Overall exposure level .*: [01]\.\d OK/);
});

test("the command of a server runs a command of the shop as its user with its settings, and names the others", () => {
  const folder = mkdtempSync(join(tmpdir(), "oja-command-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  // In place of the system's: the user oja is not there.
  writeFileSync(join(folder, "runuser"), '#!/bin/sh\n[ "$1 $2 $3" = "-u oja --" ] && shift 3 && exec "$@"\n', {
    mode: 0o755,
  });
  writeFileSync(join(folder, "oja.env"), `DATA_DIR=${join(folder, "data")}\nDEMO=0\n`);
  const root = join(import.meta.dirname, "..");
  const PATH = `${folder}:${dirname(process.execPath)}:${process.env["PATH"]}`;
  const env = { PATH, OJA_SETTINGS: join(folder, "oja.env"), OJA_FOLDER: root, DATA_DIR: "/elsewhere" };
  const run = (...args: string[]) =>
    spawnSync("sh", [join(root, "deploy/oja"), ...args], { cwd: folder, env, encoding: "utf8" });
  expect(run("backup", "--help").stdout).toMatch(/^Usage: npm run backup -- FILE/);
  expect(run("backup", "copy.oja")).toMatchObject({
    status: 1,
    stderr: `There is no shop in ${join(folder, "data", "pg")}. Set DATABASE_URL for one on PostgreSQL, or DATA_DIR.\n`,
  });
  expect(run("delete")).toMatchObject({ status: 2, stdout: "" });
  const named = /oja ([a-z|-]+)/.exec(run().stderr)?.[1]?.split("|") ?? [];
  expect(named).toContain("restore");
  for (const name of named) expect(existsSync(join(root, "scripts", `${name}.ts`)), name).toBe(true);
});

test("the image test says so where there is no builder, and is no failure", () => {
  const { status, stdout } = spawnSync(process.execPath, [join(import.meta.dirname, "image-test.ts")], {
    env: { PATH: "" },
    encoding: "utf8",
  });
  expect({ status, stdout }).toEqual({ status: 0, stdout: "skipped: no builder\n" });
});
