import { execFile } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import {
  countsOf,
  failureList,
  progressLine,
  retriedList,
  runPlan,
  summary,
  type Counts,
  type Result,
  type Total,
} from "./plan.mjs";

const ok: Result = { code: 0, output: "" };
const bad: Result = { code: 1, output: "a.ts is wrong" };

/** Runs the steps and returns the output, the order of starts, and the maximum concurrency. */
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
    { log: (line) => lines.push(line) },
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

test("what shops of tests logged does not hide what failed", async () => {
  const output = '··{"level":50,"msg":"a page failed"}\n···\n{"level":30}\nFAIL tests/cart.test.ts\n';
  const { lines } = await trace([{ name: "browser", result: { code: 1, output } }]);
  expect(lines[0]).toMatch(/\n {6}·····\n {6}FAIL tests\/cart\.test\.ts\n$/);
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

test("the end of the log names what failed by step and test, with the first lines of its error", async () => {
  const failures = [{ test: "tests/cart.test.ts:7 > removes", error: ["locator.click: Timeout", "- waiting for x"] }];
  const { counts } = await trace([
    { name: "build", result: { code: 1, output: "\n1\n2\n\n3\n4\n\u001B[31m5\u001B[39m\nthe last line\n" } },
    { name: "bundle", after: ["build"], result: ok },
    { name: "lint", result: ok },
    { name: "browser", result: { code: 1, output: "dots", counts: { passed: 3, failed: 1, skipped: 0, failures } } },
    {
      name: "unit",
      result: { code: 1, output: "Stopped.", counts: { passed: 3, failed: 0, skipped: 0, failures: [] } },
    },
  ]);
  expect(summary(counts)).toBe("7 passed, 4 failed");
  expect(failureList(counts.failures)).toEqual([
    "What failed:",
    "  build",
    "      1",
    "      2",
    "      3",
    "      4",
    "      the last line",
    "  bundle",
    "      not run: it needs build",
    "  browser: tests/cart.test.ts:7 > removes",
    "      locator.click: Timeout",
    "      - waiting for x",
    "  unit",
    "      Stopped.",
  ]);
  expect(failureList([])).toEqual([]);
});

test.each([1, 7, 12, 19, 20, 500])("%i failures are told in 40 lines of 300 characters at most", (count) => {
  const failures: Total["failures"] = Array.from({ length: count }, (_, n) => ({
    step: "unit",
    test: `test ${n}`,
    error: Array.from({ length: 9 }, (__, line) => `line ${line} `.repeat(99)),
  }));
  const lines = failureList(failures);
  expect(lines.length).toBeLessThanOrEqual(40);
  expect(Math.max(...lines.map((line) => line.length))).toBe(300);
  const printed = lines.filter((line) => line.startsWith("  unit: test ")).length;
  expect(printed).toBe(Math.min(count, 19));
  expect(lines.at(-1)).toMatch(count > 19 ? new RegExp(`^  and ${count - 19} more$`) : /^ {6}line /);
});

test("tests that passed at their second try are named, with what went wrong at first", async () => {
  const retried = [{ test: "tests/cart.test.ts:7 > removes", error: ["locator.click: Timeout", "- waiting for x"] }];
  const { counts } = await trace([
    { name: "build", result: ok },
    { name: "browser", result: { ...ok, counts: { passed: 3, failed: 0, skipped: 0, failures: [], retried } } },
  ]);
  expect(summary(counts)).toBe("4 passed, 0 failed");
  expect(failureList(counts.failures)).toEqual([]);
  expect(retriedList(counts.retried)).toEqual([
    "needed a second try: tests/cart.test.ts:7 > removes: locator.click: Timeout - waiting for x",
  ]);
  expect(retriedList([])).toEqual([]);
  const many = retriedList(Array.from({ length: 25 }, (_, n) => ({ test: `test ${n}`, error: ["long\n".repeat(99)] })));
  expect(many).toHaveLength(21);
  expect(many.at(-1)).toBe("needed a second try: 5 more");
  expect(Math.max(...many.map((line) => line.length))).toBe(300);
});

const FIXTURE = {
  "good.test.ts": `import { expect, test } from "vitest"; test("a", () => expect(1).toBe(1)); test.skip("b", () => {});`,
  "bad.test.ts": `import { expect, test } from "vitest"; test("a", () => expect([1]).toEqual([{ name: "x".repeat(50) }]));`,
  // Hooks of a test run for each try, those of its file once; a test that waits for another's result finds it.
  "flaky.test.ts": `import { beforeAll, beforeEach, expect, onTestFinished, test } from "vitest"; const ran = []; beforeAll(() => ran.push("all")); beforeEach(() => ran.push("each")); test("a", () => { onTestFinished(() => ran.push("end")); expect(ran.length).toBe(4); }); test("b", () => expect(ran.join()).toBe("all,each,end,each,end,each"));`,
  "hook.test.ts": `import { beforeAll, describe, test } from "vitest"; describe("s", () => { beforeAll(() => { throw new Error("hook"); }); test("a", () => {}); test("b", () => {}); });`,
  "load.test.ts": `import { test } from "vitest"; throw new Error("load\\n\\nCall log:\\n  - more"); test("a", () => {});`,
  "dies.test.ts": `import { test } from "vitest"; test("a", async () => { process.kill(process.pid, "SIGKILL"); await new Promise(() => {}); });`,
  "hangs.test.ts": `import { test } from "vitest"; test("a", async () => { await new Promise(() => {}); }, 600_000);`,
};

/** Starts Vitest on the named file and returns its exit and its counts file. */
function vitest(name: keyof typeof FIXTURE) {
  const root = join(import.meta.dirname, "..");
  const cache = join(root, "node_modules", ".cache");
  mkdirSync(cache, { recursive: true });
  const folder = mkdtempSync(join(cache, "oja-reporter-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  writeFileSync(join(folder, name), FIXTURE[name]);
  writeFileSync(
    join(folder, "vitest.config.mjs"),
    `export default { test: { pool: "forks", name: "unit", include: ["*.test.ts"], exclude: [], retry: 1 } };`,
  );
  const counts = join(folder, "counts.json");
  const args = [join(root, "node_modules", "vitest", "vitest.mjs"), "run", "--root", folder];
  const reporter = `--reporter=${join(import.meta.dirname, "count-reporter.mjs")}`;
  const env = { ...process.env, OJA_COUNTS: counts, VITEST: undefined, VITEST_WORKER_ID: undefined };
  const { promise: code, resolve } = Promise.withResolvers<unknown>();
  const child = execFile(process.execPath, [...args, reporter], { env }, (error) => resolve(error ? error.code : 0));
  return { child, code, counted: () => JSON.parse(readFileSync(counts, "utf8")) as Counts };
}

test.each<[string, Parameters<typeof progressLine>[0], string]>([
  ["nothing known", undefined, ""],
  [
    "under way",
    {
      passed: 1310,
      failed: 2,
      skipped: 0,
      failures: [
        { test: "a.test.ts > a", error: ["It did not end."] },
        { test: "b.test.ts > b", error: ["expected 1 to be 2"] },
      ],
      kinds: {
        integration: { files: 12, ofFiles: 52, collected: 14, tests: 310, ofTests: 340 },
        warnings: { files: 3, ofFiles: 3, collected: 3, tests: 9, ofTests: 9 },
        e2e: { files: 0, ofFiles: 44, collected: 0, tests: 0, ofTests: 0 },
      },
    },
    "routes and races 12 of 52 files, 310 of 340+ tests; warnings 3 of 3 files, 9 of 9 tests; browser 0 of 44 files; 1 failed",
  ],
  [
    "all well",
    {
      passed: 3,
      failed: 0,
      skipped: 0,
      failures: [],
      kinds: { unit: { files: 2, ofFiles: 2, collected: 2, tests: 3, ofTests: 3 } },
    },
    "unit 2 of 2 files, 3 of 3 tests",
  ],
])("how far a run is: %s", (_title, counts, line) => {
  expect(progressLine(counts)).toBe(line);
});

test.each<[keyof typeof FIXTURE, Counts]>([
  ["good.test.ts", { passed: 1, failed: 0, skipped: 1, failures: [] }],
  [
    "bad.test.ts",
    {
      passed: 0,
      failed: 1,
      skipped: 0,
      failures: [
        {
          test: "bad.test.ts:1 > a",
          error: [
            expect.stringMatching(/^expected \[ 1 \] to deeply equal/) as string,
            `expected [ { "name": "${"x".repeat(50)}", }, ]`,
            "received [ 1, ]",
          ],
        },
      ],
    },
  ],
  [
    "flaky.test.ts",
    {
      passed: 2,
      failed: 0,
      skipped: 0,
      failures: [],
      retried: [{ test: "flaky.test.ts:1 > a", error: [expect.stringMatching(/^expected 2 to be 4/) as string] }],
    },
  ],
  ["hook.test.ts", { passed: 0, failed: 2, skipped: 0, failures: [{ test: "hook.test.ts > s", error: ["hook"] }] }],
  [
    "load.test.ts",
    { passed: 0, failed: 1, skipped: 0, failures: [{ test: "load.test.ts", error: ["load", "- more"] }] },
  ],
  [
    "dies.test.ts",
    {
      passed: 0,
      failed: expect.any(Number) as number,
      skipped: 0,
      failures: expect.arrayContaining([{ test: "dies.test.ts > a", error: ["It did not end."] }]) as [],
    },
  ],
])("the reporter counts %s", async (name, expected) => {
  const { code, counted } = vitest(name);
  expect(await code).toBe(expected.failed === 0 ? 0 : 1);
  expect(counted()).toMatchObject({ retried: [], ...expected, kinds: { unit: { ofFiles: 1 } } });
  expect(counted().failed > 0).toBe(expected.failed !== 0);
  // A skipped test counts as done, too; a retried one once.
  const done = { "good.test.ts": 2, "flaky.test.ts": 2, "bad.test.ts": 1 }[name as string];
  if (done)
    expect(counted().kinds).toEqual({ unit: { files: 1, ofFiles: 1, collected: 1, tests: done, ofTests: done } });
});

const HANGING = { files: 0, ofFiles: 1, collected: 1, tests: 0, ofTests: 1 };

test("a run that is stopped has told which test was under way", async () => {
  const { child, code, counted } = vitest("hangs.test.ts");
  const failures = [{ test: "hangs.test.ts > a", error: ["It did not end."] }];
  await expect
    .poll(() => counted())
    .toMatchObject({ passed: 0, failed: 1, skipped: 0, failures, kinds: { unit: HANGING } });
  child.kill("SIGKILL");
  await code;
});
