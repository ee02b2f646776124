// Runs the steps of `npm test` and `npm run verify`: with limited concurrency, each after the steps that it needs.
import { stripVTControlCharacters } from "node:util";

/** CI may show only the end of a log. */
const LINES_OF_THE_LIST = 40;
const LINES_OF_A_FAILURE = 6;
const TESTS_OF_THE_RETRIED = 20;
const CHARACTERS_OF_A_LINE = 300;
/** Log lines of test shops would hide the failure in a long output; running a single file shows them. */
const SHOP_LOG = /\{"level":\d+.*\n?/g;

/**
 * @typedef {{ test: string, error: string[] }} Failure
 * @typedef {{ files: number, ofFiles: number, collected: number, tests: number, ofTests: number }} Kind
 *   `ofTests`: the tests of the `collected` files
 * @typedef {{ passed: number, failed: number, skipped: number, failures?: Failure[], retried?: Failure[], kinds?: Record<string, Kind> }} Counts
 * @typedef {{ code: number, output: string, counts?: Counts }} Result `counts` is missing for a check, which is one test
 * @typedef {{ name: string, after?: string[], alone?: boolean, start: () => Promise<Result> }} Step
 *   `alone`: uses both cores itself, so nothing runs beside it
 * @typedef {Counts & { failures: (Failure & { step: string })[], retried: Failure[] }} Total
 *   `retried`: tests that passed at their second try
 */

/**
 * Runs every step, also after failures; only a step whose dependency failed is not started, and counts as failed.
 * @param {Step[]} steps
 * @param {{ atOnce?: number, log?: (line: string) => void }} [options]
 * @returns {Promise<Total>}
 */
export async function runPlan(steps, { atOnce = 2, log = console.log } = {}) {
  const total = { passed: 0, failed: 0, skipped: 0, failures: [], retried: [] };
  const ended = new Map();
  const waiting = [...steps];
  const running = new Map();
  const isReady = (step) => (step.after ?? []).every((name) => ended.has(name));
  const isFree = (step) => running.size === 0 || (!step.alone && running.size < atOnce && !isAlone(running, steps));

  while (waiting.length > 0 || running.size > 0) {
    for (let next = findReady(); next; next = findReady()) {
      waiting.splice(waiting.indexOf(next), 1);
      running.set(next.name, finish(next));
    }
    if (running.size === 0)
      throw new Error(`These steps wait for each other: ${waiting.map(({ name }) => name).join(", ")}`);
    running.delete(await Promise.race(running.values()));
  }
  return total;

  function findReady() {
    return waiting.find((step) => isReady(step) && isFree(step));
  }

  async function finish(step) {
    const start = Date.now();
    const missing = (step.after ?? []).find((name) => !ended.get(name));
    const result = missing ? { code: 1, output: `not run: it needs ${missing}` } : await attempt(step);
    const counts = countsOf(result);
    for (const key of Object.keys(counts)) total[key] += counts[key];
    if (counts.failed > 0) total.failures.push(...failuresOf(step.name, result));
    total.retried.push(...(result.counts?.retried ?? []));
    ended.set(step.name, counts.failed === 0);
    log(line(step.name, result, counts, (Date.now() - start) / 1000));
    return step.name;
  }
}

/** @param {Counts} counts */
export function summary({ passed, failed, skipped }) {
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ""}`;
}

/** What the projects of Vitest are called in the progress. */
const KINDS = { integration: "routes and races", e2e: "browser" };

/**
 * "unit 12 of 92 files, 310 of 900 tests; 1 failed"; empty before the first count. A "+" marks the tests of a kind whose
 * files are not all collected. Running tests do not count as failures.
 * @param {Counts | undefined} counts
 */
export function progressLine(counts) {
  if (!counts?.kinds) return "";
  const underWay = counts.failures?.filter(({ error }) => error[0] === "It did not end.").length ?? 0;
  const failed = counts.failed - underWay;
  const kinds = Object.entries(counts.kinds).map(([name, { files, ofFiles, collected, tests, ofTests }]) => {
    const known = collected > 0 ? `, ${tests} of ${ofTests}${collected < ofFiles ? "+" : ""} tests` : "";
    return `${KINDS[name] ?? name} ${files} of ${ofFiles} files${known}`;
  });
  return [...kinds, ...(failed > 0 ? [`${failed} failed`] : [])].join("; ");
}

/** A result's contribution to the total: a run that broke without a failed test counts as one failure. */
export function countsOf({ code, counts }) {
  const { passed = 0, failed = 0, skipped = 0 } = counts ?? { passed: code === 0 ? 1 : 0 };
  return { passed, failed: code !== 0 && failed === 0 ? 1 : failed, skipped };
}

/**
 * The failures, for the end of a log: step, test and the first lines of each error, in at most 40 lines of 300
 * characters. More failures get fewer lines each; no lines without failures.
 * @param {Total["failures"]} failures
 * @returns {string[]}
 */
export function failureList(failures) {
  if (failures.length === 0) return [];
  const room = LINES_OF_THE_LIST - 2;
  const each = Math.min(LINES_OF_A_FAILURE, Math.max(2, Math.floor(room / failures.length)));
  const shown = failures.slice(0, Math.floor(room / each));
  const lines = shown.flatMap(({ step, test, error }) => [
    `  ${step}${test ? `: ${test}` : ""}`,
    ...error.slice(0, each - 1).map((text) => `      ${text}`),
  ]);
  const left = failures.length - shown.length;
  return ["What failed:", ...lines, ...(left > 0 ? [`  and ${left} more`] : [])].map(oneLine);
}

/**
 * Tests that passed on retry, for the end of a log: one line each with the first lines of the error.
 * @param {Failure[]} retried
 * @returns {string[]}
 */
export function retriedList(retried) {
  const shown = retried.slice(0, TESTS_OF_THE_RETRIED);
  const left = retried.length - shown.length;
  const lines = shown.map(({ test, error }) => `${test}: ${error.join(" ")}`);
  return [...lines, ...(left > 0 ? [`${left} more`] : [])].map((text) => oneLine(`needed a second try: ${text}`));
}

/** The failures that tests report; for other steps the first lines of the output, and the last. */
function failuresOf(step, { output, counts }) {
  if (counts?.failures?.length > 0) return counts.failures.map((failure) => ({ step, ...failure }));
  const lines = stripVTControlCharacters(output)
    .split("\n")
    .filter((text) => text.trim() !== "");
  const first = lines.slice(0, LINES_OF_A_FAILURE - 2);
  return [{ step, test: "", error: lines.length > first.length ? [...first, lines.at(-1)] : first }];
}

function isAlone(running, steps) {
  return steps.some((step) => step.alone && running.has(step.name));
}

async function attempt(step) {
  try {
    return await step.start();
  } catch (error) {
    return { code: 1, output: error instanceof Error ? (error.stack ?? error.message) : String(error) };
  }
}

function line(name, result, counts, seconds) {
  const what = result.counts ? `${name}: ${summary(counts)}` : name;
  const head = `${counts.failed > 0 ? "FAIL" : "ok  "}  ${what} (${seconds.toFixed(1)} s)`;
  if (counts.failed === 0) return result.note ? `${head}\n${indent(result.note)}` : head;
  return `${head}\n${indent(result.output)}\n`;
}

/** Without colours, which some tools always print, and without the log of test shops. */
function indent(text) {
  return stripVTControlCharacters(text).replaceAll(SHOP_LOG, "").trimEnd().replace(/^/gm, "      ");
}

function oneLine(text) {
  return text.replaceAll(/\s*\n\s*/g, " ").slice(0, CHARACTERS_OF_A_LINE);
}
