import { execFile } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { countsOf, runPlan, summary, type Counts, type Result } from "./plan.mjs";

const ok: Result = { code: 0, output: "" };
const bad: Result = { code: 1, output: "a.ts is wrong" };

/** Runs the steps and answers what was said, what started in which order, and how many ran at once. */
async function trace(steps: { name: string; after?: string[]; alone?: boolean; result: Result | Error }[]) {
  const lines: string[] = [];
  const order: string[] = [];
  let running = 0;
  const together: Record<string, number> = {};
  const counts = await runPlan(
    steps.map(({ result, ...step }) => ({
      ...step,
      start: async () => {
        order.push(step.name);
        running += 1;
        await new Promise((resolve) => setTimeout(resolve, 5));
        together[step.name] = running;
        running -= 1;
        if (result instanceof Error) throw result;
        return result;
      },
    })),
    { say: (line) => lines.push(line) },
  );
  return { counts, lines, order, together };
}

test("two steps run at once, and one that is alone runs by itself", async () => {
  const { together, order } = await trace([
    { name: "tests", alone: true, result: ok },
    { name: "a", result: ok },
    { name: "b", result: ok },
    { name: "c", result: ok },
  ]);
  expect(order[0]).toBe("tests");
  expect(together["tests"]).toBe(1);
  expect(Math.max(...Object.values(together))).toBe(2);
});

test("a failed step is told with its output, and what needs it is not run but counted as failed", async () => {
  const { counts, lines, order } = await trace([
    { name: "bundle", after: ["build"], result: ok },
    { name: "build", result: bad },
    { name: "lint", result: new Error("no such program") },
    { name: "format", result: ok },
  ]);
  expect(order.toSorted()).toEqual(["build", "format", "lint"]);
  expect(summary(counts)).toBe("1 passed, 3 failed");
  expect(lines.join("\n")).toMatch(/FAIL {2}build .*\n {6}a\.ts is wrong/);
  expect(lines.join("\n")).toMatch(/FAIL {2}lint .*\n {6}Error: no such program/);
  expect(lines.join("\n")).toMatch(/FAIL {2}bundle .*\n {6}not run: it needs build/);
});

test("steps that wait for each other are a mistake", async () => {
  await expect(
    trace([
      { name: "a", after: ["b"], result: ok },
      { name: "b", after: ["a"], result: ok },
    ]),
  ).rejects.toThrow(/wait/);
});

test.each<[string, Result, string]>([
  ["a check that passes is one test", ok, "1 passed, 0 failed"],
  ["a check that fails is one test", bad, "0 passed, 1 failed"],
  ["tests are counted", { ...ok, counts: { passed: 7, failed: 0, skipped: 2 } }, "7 passed, 0 failed, 2 skipped"],
  ["failed tests are counted", { ...bad, counts: { passed: 7, failed: 3, skipped: 0 } }, "7 passed, 3 failed"],
  [
    "a run that broke after passing tests failed",
    { ...bad, counts: { passed: 7, failed: 0, skipped: 0 } },
    "7 passed, 1 failed",
  ],
])("%s", (_title, result, expected) => {
  expect(summary(countsOf(result))).toBe(expected);
});

const FIXTURE = {
  "good.test.ts": `import { expect, test } from "vitest"; test("a", () => expect(1).toBe(1)); test.skip("b", () => {});`,
  "bad.test.ts": `import { expect, test } from "vitest"; test("a", () => expect(1).toBe(2));`,
  "hook.test.ts": `import { beforeAll, test } from "vitest"; beforeAll(() => { throw new Error("hook"); }); test("a", () => {}); test("b", () => {});`,
  "load.test.ts": `import { test } from "vitest"; throw new Error("load"); test("a", () => {});`,
  "dies.test.ts": `import { test } from "vitest"; test("a", async () => { process.kill(process.pid, "SIGKILL"); await new Promise(() => {}); });`,
};

test.each<[keyof typeof FIXTURE, Counts]>([
  ["good.test.ts", { passed: 1, failed: 0, skipped: 1 }],
  ["bad.test.ts", { passed: 0, failed: 1, skipped: 0 }],
  ["hook.test.ts", { passed: 0, failed: 2, skipped: 0 }],
  ["load.test.ts", { passed: 0, failed: 1, skipped: 0 }],
  ["dies.test.ts", { passed: 0, failed: expect.any(Number) as number, skipped: 0 }],
])("the reporter counts %s", { timeout: 60_000 }, async (name, expected) => {
  const root = join(import.meta.dirname, "..");
  const cache = join(root, "node_modules", ".cache");
  mkdirSync(cache, { recursive: true });
  const folder = mkdtempSync(join(cache, "oja-reporter-"));
  try {
    writeFileSync(join(folder, name), FIXTURE[name]);
    writeFileSync(
      join(folder, "vitest.config.mjs"),
      `export default { test: { pool: "forks", include: ["*.test.ts"], exclude: [] } };`,
    );
    const counts = join(folder, "counts.json");
    const args = [join(root, "node_modules", "vitest", "vitest.mjs"), "run", "--root", folder];
    const reporter = `--reporter=${join(import.meta.dirname, "count-reporter.mjs")}`;
    const env = { ...process.env, OJA_COUNTS: counts, VITEST: undefined, VITEST_WORKER_ID: undefined };
    const code = await new Promise((resolve) => {
      execFile(process.execPath, [...args, reporter], { env }, (error) => resolve(error ? error.code : 0));
    });
    const counted = JSON.parse(readFileSync(counts, "utf8")) as Counts;
    expect(counted).toEqual(expected);
    expect(code).toBe(name === "good.test.ts" ? 0 : 1);
    expect(counted.failed > 0).toBe(code === 1);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
