import { execFile } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { failureList, progressLine } from "./test-reporter.ts";

test("how far a run is", () => {
  const kinds = new Map([
    ["unit", { files: 92, ofFiles: 92, tests: 900 }],
    ["integration", { files: 12, ofFiles: 52, tests: 310 }],
    ["e2e", { files: 0, ofFiles: 44, tests: 0 }],
  ]);
  expect(progressLine(kinds)).toBe(
    "unit 92 of 92 files, 900 tests; routes and races 12 of 52 files, 310 tests; browser 0 of 44 files, 0 tests",
  );
});

test.each([1, 7, 12, 19, 20, 500])("%i failures are listed in 40 lines of 300 characters at most", (count) => {
  const error = Array.from({ length: 9 }, (_, line) => `line ${line} `.repeat(99)).join("\n");
  const lines = failureList(
    Array.from({ length: count }, (_, n) => ({ test: `test ${n}`, error })),
    "What failed:",
  );
  expect(lines.length).toBeLessThanOrEqual(40);
  expect(Math.max(...lines.map((line) => line.length))).toBe(300);
  expect(lines.filter((line) => line.startsWith("  test "))).toHaveLength(Math.min(count, 19));
  expect(lines.at(-1)).toMatch(count > 19 ? new RegExp(`^  and ${count - 19} more$`) : /^ {6}line /);
});

test("without failures there is no list", () => {
  expect(failureList([], "What failed:")).toEqual([]);
});

const FIXTURE = {
  "good.test.ts": `import { expect, test } from "vitest"; test("a", () => expect(1).toBe(1)); test("b", ({ skip }) => skip("no key"));`,
  "bad.test.ts": `import { expect, test } from "vitest"; test("a", () => expect([1]).toEqual([2])); test("b", () => {});`,
  "hook.test.ts": `import { beforeAll, describe, test } from "vitest"; describe("s", () => { beforeAll(() => { throw new Error("hook"); }); test("a", () => {}); });`,
  "retried.test.ts": `import { expect, test } from "vitest"; let n = 0; test("a", { retry: 1 }, () => expect(++n).toBe(2));`,
  "load.test.ts": `import { test } from "vitest"; throw new Error("load\\n\\nCall log:\\n  - more"); test("a", () => {});`,
  "dies.test.ts": `import { test } from "vitest"; test("a", async () => { process.kill(process.pid, "SIGKILL"); await new Promise(() => {}); });`,
};
const SETUP = `export default () => { throw new Error("no PostgreSQL"); };`;

/** Runs Vitest with the reporter on the named file; its exit code and its output. */
async function report(
  name: keyof typeof FIXTURE,
  globalSetup: string[] = [],
): Promise<{ code: unknown; lines: string[] }> {
  const root = join(import.meta.dirname, "..");
  const cache = join(root, "node_modules", ".cache");
  mkdirSync(cache, { recursive: true });
  const folder = mkdtempSync(join(cache, "oja-reporter-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  writeFileSync(join(folder, name), FIXTURE[name]);
  writeFileSync(join(folder, "setup.mjs"), SETUP);
  const config = { test: { pool: "forks", name: "unit", include: ["*.test.ts"], exclude: [], globalSetup } };
  writeFileSync(join(folder, "vitest.config.mjs"), `export default ${JSON.stringify(config)};`);
  const reporter = `--reporter=${join(import.meta.dirname, "test-reporter.ts")}`;
  const args = [join(root, "node_modules", "vitest", "vitest.mjs"), "run", "--root", folder, reporter];
  const env = { ...process.env, VITEST: undefined, VITEST_WORKER_ID: undefined };
  return await new Promise((resolve) => {
    execFile(process.execPath, args, { env }, (error, stdout) =>
      resolve({ code: error ? error.code : 0, lines: stdout.trimEnd().split("\n") }),
    );
  });
}

test.each<[keyof typeof FIXTURE, string, RegExp[]]>([
  ["good.test.ts", "1 passed, 0 failed, 1 skipped", [/^skipped: good\.test\.ts: no key$/]],
  [
    "bad.test.ts",
    "1 passed, 1 failed",
    [/^ {2}bad\.test\.ts:1 > a$/, /^ {6}expected \[ 1 \] to deeply equal \[ 2 \]$/],
  ],
  [
    "retried.test.ts",
    "1 passed, 0 failed",
    [/^Passed at the second try only:$/, /^ {2}retried\.test\.ts:1 > a$/, /^ {6}expected 1 to be 2/],
  ],
  ["hook.test.ts", "0 passed, 2 failed", [/^ {2}hook\.test\.ts:1 > s$/, /^ {6}hook$/, /^ {6}It was not run\.$/]],
  ["load.test.ts", "0 passed, 1 failed", [/^ {2}load\.test\.ts:1$/, /^ {6}load$/, /^ {8}- more$/]],
])("the end of the output of %s", async (name, last, list) => {
  const { code, lines } = await report(name);
  expect(lines.at(-1)).toBe(last);
  expect(code).toBe(last.includes(" 0 failed") ? 0 : 1);
  const end = lines.slice(lines.findIndex((line) => line.startsWith("All of it took")));
  for (const part of list) expect(end).toContainEqual(expect.stringMatching(part));
});

test("a worker that dies is a failure of its test", async () => {
  const { code, lines } = await report("dies.test.ts");
  expect(code).toBe(1);
  expect(lines.at(-1)).toMatch(/^0 passed, [1-9]\d* failed$/);
  expect(lines.join("\n")).toMatch(/ {2}dies\.test\.ts > a\n {6}It did not end\./);
});

test("a setup that fails is a failure", async () => {
  const { code, lines } = await report("good.test.ts", ["./setup.mjs"]);
  expect(code).toBe(1);
  expect(lines.at(-1)).toMatch(/^0 passed, [1-9]\d* failed$/);
});
