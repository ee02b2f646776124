import { stripVTControlCharacters } from "node:util";
import type { Reporter, SerializedError, TestCase, TestModule, TestSpecification, TestSuite } from "vitest/node";

/** What the projects of vitest.config.ts are called in the progress. */
const KINDS: Record<string, string> = { integration: "routes and races", e2e: "browser" };
const PROGRESS_MS = 30_000;
/** Every test and hook ends within 15 minutes, so a longer silence is a hanging worker. */
const SILENT_MS = 20 * 60_000;
/** CI may show only the end of a log. */
const LINES_OF_THE_LIST = 40;
const LINES_OF_A_FAILURE = 6;
const CHARACTERS_OF_A_LINE = 300;

export type Failure = { test: string; error: string };
type Result = { passed: number; skipped: number; failures: Failure[]; retried: Failure[]; notes: string[] };
type Kind = { files: number; ofFiles: number; tests: number };

/**
 * The reporter of `npm test`: every half minute the finished files of each kind, failures in full when their file ends,
 * and at the end the notes of skipped tests, short lists of what passed at its second try and of the failures, and `N passed, N failed` as the last line. Everything
 * except a finished test counts as failed: unloadable files, failed hooks, dead workers, a failed setup.
 */
export default class TestReporter implements Reporter {
  #start = Date.now();
  #lastEnd = Date.now();
  #kinds = new Map<string, Kind>();
  /** By id: Vitest describes a file anew when it is collected. */
  #modules = new Map<string, TestModule>();
  #outside: Failure[] = [];

  onInit(): void {
    process.once("exit", (code) => this.#printEnd(code));
  }

  onTestRunStart(specifications: readonly TestSpecification[]): void {
    for (const { project } of specifications) this.#kindOf(project.name).ofFiles += 1;
    setInterval(() => this.#watch(), PROGRESS_MS).unref();
  }

  onTestModuleQueued(module: TestModule): void {
    this.#modules.set(module.id, module);
  }

  onTestModuleCollected(module: TestModule): void {
    this.#modules.set(module.id, module);
  }

  onTestCaseResult(test: TestCase): void {
    this.#lastEnd = Date.now();
    this.#kindOf(test.project.name).tests += 1;
  }

  onTestModuleEnd(module: TestModule): void {
    this.#modules.set(module.id, module);
    this.#kindOf(module.project.name).files += 1;
    for (const { test, error } of resultOf(module).failures)
      console.log(`\nFAIL  ${test}\n${error.replace(/^/gm, "      ")}`);
  }

  onTestRunEnd(_modules: readonly TestModule[], errors: readonly SerializedError[], reason: string): void {
    this.#outside = errors.map((error) => ({ test: "outside any test", error: textOf(error) }));
    if (reason === "interrupted") this.#outside.push({ test: "the run", error: "It was interrupted." });
  }

  #kindOf(project: string): Kind {
    const kind = this.#kinds.get(project) ?? { files: 0, ofFiles: 0, tests: 0 };
    this.#kinds.set(project, kind);
    return kind;
  }

  #watch(): void {
    console.log(`  ${this.#duration()}: ${progressLine(this.#kinds)}`);
    if (Date.now() - this.#lastEnd < SILENT_MS) return;
    console.log("Stopped: no test ended any more.");
    process.exit(1);
  }

  #printEnd(code: number): void {
    const results = [...this.#modules.values()].map(resultOf);
    const sum = (count: (one: Result) => number) => results.reduce((total, one) => total + count(one), 0);
    const failures = [...this.#outside, ...results.flatMap((one) => one.failures)];
    const [passed, skipped] = [sum((one) => one.passed), sum((one) => one.skipped)];
    const failed = failures.length || (code === 0 && passed > 0 ? 0 : 1);
    console.log(`\nAll of it took ${this.#duration()}.`);
    for (const note of new Set(results.flatMap((one) => one.notes))) console.log(oneLine(`skipped: ${note}`));
    const retried = results.flatMap((one) => one.retried);
    for (const line of failureList(retried, "Passed at the second try only:")) console.log(line);
    for (const line of failureList(failures, "What failed:")) console.log(line);
    console.log(`${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ""}`);
    process.exitCode = failed > 0 ? 1 : 0;
  }

  #duration(): string {
    const seconds = Math.round((Date.now() - this.#start) / 1000);
    return `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
  }
}

/** "unit 12 of 92 files, 310 tests; browser 0 of 44 files, 0 tests". */
export function progressLine(kinds: ReadonlyMap<string, Kind>): string {
  return [...kinds]
    .map(([name, { files, ofFiles, tests }]) => `${KINDS[name] ?? name} ${files} of ${ofFiles} files, ${tests} tests`)
    .join("; ");
}

/** The title, then test and first lines of each error, in at most 40 lines of 300 characters: more failures get fewer lines each. */
export function failureList(failures: readonly Failure[], title: string): string[] {
  if (failures.length === 0) return [];
  const room = LINES_OF_THE_LIST - 2;
  const each = Math.min(LINES_OF_A_FAILURE, Math.max(2, Math.floor(room / failures.length)));
  const shown = failures.slice(0, Math.floor(room / each));
  const lines = shown.flatMap(({ test, error }) => [
    `  ${test}`,
    ...error.split("\n", each - 1).map((line) => `      ${line}`),
  ]);
  const left = failures.length - shown.length;
  return [title, ...lines, ...(left > 0 ? [`  and ${left} more`] : [])].map(oneLine);
}

function resultOf(module: TestModule): Result {
  const result: Result = { passed: 0, skipped: 0, failures: [], retried: [], notes: [] };
  const broken = [module, ...module.children.allSuites()].filter((suite) => suite.errors().length > 0);
  const fail = (part: TestModule | TestSuite | TestCase, error: string, at?: SerializedError) =>
    result.failures.push({ test: nameOf(module, part, at), error });
  for (const suite of broken) for (const error of suite.errors()) fail(suite, textOf(error), error);
  for (const test of module.children.allTests()) {
    const answer = test.result();
    const { state, errors: [error] = [] } = answer;
    // A hook of its file or suite threw: it was not skipped on purpose.
    const isLost = state === "skipped" && broken.length > 0 && test.options.mode === "run";
    if (state === "failed") fail(test, textOf(error), error);
    else if (state === "pending") fail(test, "It did not end.");
    else if (isLost) fail(test, "It was not run.");
    else result[state] += 1;
    if (state === "passed" && error) result.retried.push({ test: nameOf(module, test, error), error: textOf(error) });
    if (answer.state === "skipped" && answer.note) result.notes.push(`${module.relativeModuleId}: ${answer.note}`);
  }
  const isEnded = !["queued", "pending"].includes(module.state());
  if (!isEnded && result.failures.length === 0) fail(module, "It did not end.");
  return result;
}

/** `file:line > suite > test`; the line is that of the test's own file. */
function nameOf(module: TestModule, part: TestModule | TestSuite | TestCase, error?: SerializedError): string {
  const line = error?.stacks?.find(({ file }) => file === module.moduleId)?.line;
  const file = module.relativeModuleId + (line ? `:${line}` : "");
  return part.type === "module" ? file : `${file} > ${part.fullName}`;
}

/** The message and the difference of two values, without colours and empty lines, and the place in the sources. */
function textOf(error?: Partial<SerializedError>): string {
  const place = error?.stacks?.[0];
  const parts = [error?.message ?? "It failed.", error?.diff, place && `at ${place.file}:${place.line}`];
  return stripVTControlCharacters(parts.join("\n"))
    .split("\n")
    .filter((line) => !/^\s*(Call log:)?$/.test(line))
    .join("\n");
}

function oneLine(text: string): string {
  return text.replaceAll(/\s*\n\s*/g, " ").slice(0, CHARACTERS_OF_A_LINE);
}
